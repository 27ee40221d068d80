import type { Egress } from '../../egress/egress.ts';
import { EgressError, type EgressErrorCode } from '../../egress/egress-error.ts';
import type { Pace } from '../crawl/pace.ts';
import { CRAWLER_AGENT } from '../crawl/robots.ts';
import { dnsNameOf, wellKnownOf } from './challenge.ts';

/** For both places together, milliseconds: somebody waits for the answer. */
const DEADLINE_MS = 8_000;
/** Bytes of the text at the address: a token has 50, and there may be some of other registries. */
const MAX_TEXT_BYTES = 4 * 1024;

export interface ProofTools {
  readonly egress: Pick<Egress, 'fetch' | 'resolveDns'>;
  readonly pace: Pace;
}

/** What was found in the two places, in words for whoever asked. */
export interface Proof {
  /** The token that is there; undefined: none of those that were looked for. */
  readonly token: string | undefined;
  readonly wellKnown: string;
  readonly dns: string;
}

const FOUND = 'the token is there';
const OTHER = 'what is there is not the token';

/**
 * Looks for one of `tokens` at a domain, on the public Internet only. Redirects are not followed: where they lead is not
 * always the word of whoever has the domain. Errors: the reason of `signal`.
 */
export async function findProof(
  domain: string,
  tokens: readonly string[],
  { egress, pace }: ProofTools,
  signal: AbortSignal,
): Promise<Proof> {
  const late = AbortSignal.timeout(DEADLINE_MS);
  const either = AbortSignal.any([signal, late]);
  const look = async (read: () => Promise<readonly string[] | string>) => {
    try {
      const texts = await read();
      if (typeof texts === 'string') return { token: undefined, says: texts };
      const token = tokens.find((one) => texts.some((text) => text.trim() === one));
      return { token, says: token === undefined ? OTHER : FOUND };
    } catch (error) {
      signal.throwIfAborted();
      if (late.aborted) return { token: undefined, says: 'there was no answer in time' };
      if (!(error instanceof EgressError)) throw error;
      return { token: undefined, says: describeFailure(error.code) };
    }
  };
  const [wellKnown, dns] = await Promise.all([
    look(() => readWellKnown(domain, { egress, pace }, either)),
    look(async () => {
      const records = await egress.resolveDns(dnsNameOf(domain), 'TXT', { signal: either });
      return records.length === 0 ? 'there is no such record' : records.map(({ text }) => text);
    }),
  ]);
  return { token: wellKnown.token ?? dns.token, wellKnown: wellKnown.says, dns: dns.says };
}

/** The lines of the text, or why there are none. */
async function readWellKnown(
  domain: string,
  { egress, pace }: ProofTools,
  signal: AbortSignal,
): Promise<readonly string[] | string> {
  await pace.turn(domain, 0, signal);
  const { status, body } = await egress.fetch({
    url: wellKnownOf(domain),
    headers: { accept: 'text/plain', 'user-agent': CRAWLER_AGENT },
    redirect: 'none',
    reach: 'public',
    maxBytes: MAX_TEXT_BYTES,
    deadlineMs: DEADLINE_MS,
    signal,
  });
  if (status >= 300 && status < 400) return `it answered ${status}, and redirects are not followed`;
  if (status !== 200) return `it answered ${status}`;
  return new TextDecoder().decode(body).split('\n');
}

const NO_PUBLIC_ADDRESS = 'the domain has no address on the public Internet';

/** Tells nobody which names this network alone can look up, nor where they lead. */
function describeFailure(code: EgressErrorCode): string {
  switch (code) {
    case 'address-refused':
    case 'name-not-found':
    case 'name-lookup-failed':
      return NO_PUBLIC_ADDRESS;
    case 'tls-failed':
      return 'the host could not prove by its certificate that it is the domain';
    case 'timed-out':
      return 'there was no answer in time';
    case 'body-too-large':
      return OTHER;
    default:
      return 'there was no answer';
  }
}
