import type { EgressResponse } from '../../egress/egress.ts';
import type { KnownDocument } from '../../store/crawl-frontier.ts';

/** Longest validator that is kept, in characters: it goes back with every request. */
const MAX_VALIDATOR_LENGTH = 256;

export function validatorOf(response: EgressResponse, name: string): string | null {
  const value = response.headers.get(name);
  return value !== null && value.length <= MAX_VALIDATOR_LENGTH ? value : null;
}

/** Asks whether a document changed. The validators came from the host itself, and are sent back to it alone. */
export function conditionsOf(known: KnownDocument | undefined): Record<string, string> {
  if (known === undefined || known.nested === null) return {};
  return {
    ...(known.etag === null ? {} : { 'if-none-match': known.etag }),
    ...(known.lastModified === null ? {} : { 'if-modified-since': known.lastModified }),
  };
}
