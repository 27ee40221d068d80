import type { Candidate } from '../store/store.ts';

/**
 * Picks the source that answers for an identifier (DESIGN 10): own catalogs and what the operator imported, then a crawled source that
 * still answers, then one that the publisher's own domain served, then the earliest first seen, then the source name. A later
 * claim can therefore displace an earlier one only by being closer to the publisher, or while the earlier one's host is silent.
 */
export function elect<T extends Candidate>(candidates: readonly [T, ...T[]]): T {
  return candidates.reduce((best, candidate) => (compare(candidate, best) < 0 ? candidate : best));
}

function compare(a: Candidate, b: Candidate): number {
  return (
    rank(a) - rank(b) || a.firstSeen - b.firstSeen || (a.source < b.source ? -1 : a.source > b.source ? 1 : 0)
  );
}

function rank(candidate: Candidate): number {
  if (candidate.kind !== 'crawled') return 0;
  // The same name only: who may speak for a subdomain is not known here (it may be a public suffix).
  const isOwn = candidate.servedFrom?.toLowerCase() === candidate.publisher;
  return (candidate.silentSince === null ? 1 : 3) + (isOwn ? 0 : 1);
}
