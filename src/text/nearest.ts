/** Words longer than this are not compared: nobody mistypes them, and the work grows with the square. */
const MAX_COMPARED_LENGTH = 64;

/**
 * The candidate that a mistyped word most likely meant, for did-you-mean texts: at most a third of its letters
 * differ, or it begins with what was typed (at least three letters). Undefined when none is near. Ties go to the
 * earlier candidate.
 */
export function findNearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_COMPARED_LENGTH) return undefined;
  const typed = word.toLowerCase();
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const wanted = candidate.toLowerCase();
    if (wanted.length > MAX_COMPARED_LENGTH) continue;
    const begins = typed.length >= 3 && wanted.startsWith(typed);
    const most = Math.max(1, Math.floor(wanted.length / 3));
    // So many letters at least are missing or too many; most candidates need no closer look.
    if (!begins && Math.abs(typed.length - wanted.length) > Math.min(most, least - 1)) continue;
    const distance = begins ? 1 : editDistance(typed, wanted);
    if (distance <= most && distance < least) {
      nearest = candidate;
      least = distance;
    }
  }
  return nearest;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let best = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + cost);
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && swapped) best = Math.min(best, beforePrevious[column - 2]! + 1);
      current.push(best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length]!;
}
