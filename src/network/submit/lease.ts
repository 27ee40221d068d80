import type { Registry } from '../../registry/registry.ts';
import type { Frontier, FrontierTarget } from '../../store/crawl-frontier.ts';
import { ifThere } from '../crawl/if-there.ts';
import { findRefused } from '../crawl/refused-domain.ts';
import { findProof, type ProofTools } from './find-proof.ts';
import { domainOfTarget } from './submitted-target.ts';

/** How long a submitted target is crawled after its domain was last proved, milliseconds: a month of neglect. */
export const LEASE_MS = 30 * 24 * 60 * 60 * 1000;

export interface LeaseTools extends ProofTools {
  readonly frontier: Frontier;
  readonly registry: Pick<Registry, 'removeSource'>;
  readonly now: () => number;
}

/**
 * Renews the lease of a submitted target whose domain still shows the challenge. False when the lease is over; true also
 * for targets of operators. Errors: the reason of `signal`.
 */
export async function renewLease(
  { name, challenge }: FrontierTarget,
  tools: LeaseTools,
  signal: AbortSignal,
): Promise<boolean> {
  if (challenge === null) return true;
  const { frontier, now } = tools;
  const { token } = await findProof(domainOfTarget(name), [challenge], tools, signal);
  // Meanwhile somebody may have submitted it again, with a newer token.
  const lease = frontier.find(name);
  if (token !== undefined && lease?.challenge === challenge) {
    frontier.lease(name, { until: now() + LEASE_MS, challenge }, now());
    return true;
  }
  return lease?.leasedUntil == null || now() < lease.leasedUntil;
}

/**
 * Takes out everything that was found by a target, and forgets the target. Whoever is killed in between does it again; what
 * is submitted again in between begins anew, unless an operator refuses it.
 */
export async function letGo(name: string, { frontier, registry, now }: LeaseTools): Promise<void> {
  for (const { source } of frontier.documentsOf(name)) await ifThere(registry.removeSource(source));
  const { leasedUntil = null, challenge = null } = frontier.find(name) ?? {};
  frontier.remove(name);
  if (leasedUntil === null || challenge === null || leasedUntil <= now()) return;
  if (findRefused(frontier, domainOfTarget(name)) !== undefined) return;
  frontier.lease(name, { until: leasedUntil, challenge }, now());
}
