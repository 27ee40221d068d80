/**
 * The candidate that differs from `text` by the fewest single-letter edits, when these are at most a third of
 * its length; undefined otherwise. The first wins among equals. Both are to be short: the work is the product
 * of their lengths.
 */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const distance = editDistance(text, candidate);
    if (distance < bestDistance && distance * 3 <= candidate.length) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Levenshtein's distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
