import { LarderError } from '../../errors.ts';
import type { Frontier } from '../../store/crawl-frontier.ts';
import { findRefused } from '../crawl/refused-domain.ts';
import { type Challenge, deriveChallenge, deriveLiveTokens } from './challenge.ts';
import { findProof, type Proof, type ProofTools } from './find-proof.ts';
import { LEASE_MS } from './lease.ts';
import { domainOfTarget, parseSubmittedTarget, registeredDomain } from './submitted-target.ts';

/** Domains that are looked at at once. */
const MAX_LOOKS = 4;
/** When to come back while too many are looked at, seconds: a look takes at most eight. */
const RETRY_AFTER_S = 10;
/** Submitted targets: a crawl of one takes up to five minutes, and there is one crawl at a time. */
export const MAX_SUBMITTED_TARGETS = 1_000;
/** Submitted targets of one registered domain: names below it, and addresses, cost nothing. */
export const MAX_TARGETS_PER_DOMAIN = 10;

/** What became of a submission. */
export interface Submission {
  readonly domain: string;
  /** What is crawled, or will be: the domain, or one address. */
  readonly target: string;
  /** `pending`: the domain is not proved. */
  readonly state: 'pending' | 'accepted';
  /** The token that was found, or the one to put there; `expiresAt` is null once it was found. */
  readonly challenge: Omit<Challenge, 'expiresAt'> & { readonly expiresAt: number | null };
  /** What was found in the two places just now. */
  readonly found: Pick<Proof, 'wellKnown' | 'dns'>;
  /** Until when it is crawled, epoch milliseconds; null: it is not, or an operator wants it crawled anyway. */
  readonly leasedUntil: number | null;
}

export interface SubmissionTools extends ProofTools {
  readonly frontier: Frontier;
  readonly now: () => number;
  /** Aborted when no more is to be read or written. */
  readonly signal: AbortSignal;
}

/** Takes in targets from whoever proves that the domain is theirs. */
export interface Submissions {
  /**
   * Looks whether the domain shows its challenge, and if so has the target crawled for a lease. Nothing is kept of a
   * domain that does not. Errors: INVALID_ARGUMENT (no such target), PERMISSION_DENIED (an operator refuses the domain),
   * CONFLICT (the domain has its share), UNAVAILABLE.
   */
  submit(url: string): Promise<Submission>;
}

export function createSubmissions(tools: SubmissionTools): Submissions {
  const { frontier, pace, now, signal } = tools;
  const looks = new Map<string, Promise<Proof>>();

  /** Those who ask for one domain at once get one answer. */
  const look = (domain: string): Promise<Proof> => {
    const under = looks.get(domain);
    if (under !== undefined) return under;
    if (looks.size >= MAX_LOOKS) {
      const message = `${MAX_LOOKS} other domains are being looked at; submit again in ${RETRY_AFTER_S} s`;
      throw new LarderError('UNAVAILABLE', message, { retryAfterSeconds: RETRY_AFTER_S });
    }
    const kept = frontier.listLeased().filter(({ name }) => domainOfTarget(name) === domain);
    const tokens = [
      ...deriveLiveTokens(frontier.secret, domain, now()),
      ...kept.flatMap(({ challenge }) => challenge ?? []),
    ];
    const started = findProof(domain, tokens, tools, signal).finally(() => {
      looks.delete(domain);
      pace.sweep();
    });
    looks.set(domain, started);
    return started;
  };

  return {
    async submit(url) {
      const { name, domain } = parseSubmittedTarget(url);
      refuseClosing(signal);
      refuseRefused(frontier, domain);
      const proof = await look(domain).catch((error: unknown) => {
        refuseClosing(signal);
        throw error;
      });
      refuseClosing(signal);
      refuseRefused(frontier, domain);
      if (proof.token !== undefined) {
        refuseCrowd(frontier, name, domain);
        frontier.lease(name, { until: now() + LEASE_MS, challenge: proof.token }, now());
      }
      const challenge = deriveChallenge(frontier.secret, domain, now());
      return {
        domain,
        target: name,
        state: proof.token === undefined ? 'pending' : 'accepted',
        challenge:
          proof.token === undefined ? challenge : { ...challenge, token: proof.token, expiresAt: null },
        found: { wellKnown: proof.wellKnown, dns: proof.dns },
        leasedUntil: frontier.find(name)?.leasedUntil ?? null,
      };
    },
  };
}

/** The frontier may be closed from then on. */
function refuseClosing(signal: AbortSignal): void {
  if (signal.aborted) throw new LarderError('UNAVAILABLE', 'The registry is closing.');
}

/** Why, is the operator's own business. */
function refuseRefused(frontier: Frontier, domain: string): void {
  const refused = findRefused(frontier, domain);
  if (refused === undefined) return;
  throw new LarderError(
    'PERMISSION_DENIED',
    `The operator of this registry refuses ${refused} and everything below it, so ${domain} cannot be submitted.`,
  );
}

function refuseCrowd(frontier: Frontier, name: string, domain: string): void {
  if (frontier.find(name) !== undefined) return;
  const leased = frontier.listLeased();
  const owner = registeredDomain(domain);
  const siblings = leased.filter((target) => registeredDomain(domainOfTarget(target.name)) === owner);
  if (siblings.length >= MAX_TARGETS_PER_DOMAIN) {
    throw new LarderError(
      'CONFLICT',
      `${owner} has ${siblings.length} submitted targets already, and no domain may have more; one manifest may point at others`,
    );
  }
  if (leased.length >= MAX_SUBMITTED_TARGETS) {
    throw new LarderError(
      'UNAVAILABLE',
      `This registry crawls ${leased.length} submitted targets already; ask its operator`,
    );
  }
}
