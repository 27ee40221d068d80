import { LarderError } from '../errors.ts';
import { NO_PROOF, type TrustResult, type TrustRule, type TrustStatus } from '../model/trust.ts';

/** How a result stands in a column: `verified served-by-publisher`. */
export function trustText({ status, rule }: TrustResult): string {
  return `${status} ${rule}`;
}

/** Reads what `trustText` wrote; NULL is a row from before results were kept. Errors: INTERNAL_ERROR. */
export function parseTrust(text: string | null): TrustResult {
  if (text === null) return NO_PROOF;
  const [status, rule, ...more] = text.split(' ');
  if (!isStatus(status) || rule === undefined || more.length > 0) {
    throw new LarderError('INTERNAL_ERROR', 'A stored trust result is none.');
  }
  return { status, rule: rule as TrustRule };
}

function isStatus(text: string | undefined): text is TrustStatus {
  return text === 'verified' || text === 'failed' || text === 'unverifiable';
}
