/** Words longer than this are not compared: nobody mistypes them, and the work grows with the square. */
const MAX_COMPARED_LENGTH = 64;

/**
 * Pairs of letters that are compared for one word: some ten milliseconds, and enough for 8,000 names of the usual
 * length. Names beyond it are not offered, because whoever answers has others to answer.
 */
const MAX_COMPARED_PAIRS = 8_000_000;

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
  let left = MAX_COMPARED_PAIRS;
  for (const candidate of candidates) {
    const wanted = candidate.toLowerCase();
    if (wanted.length > MAX_COMPARED_LENGTH) continue;
    const begins = typed.length >= 3 && wanted.startsWith(typed);
    const most = Math.max(1, Math.floor(wanted.length / 3));
    // So many letters at least are missing or too many; most candidates need no closer look.
    if (!begins && Math.abs(typed.length - wanted.length) > Math.min(most, least - 1)) continue;
    left -= typed.length * wanted.length;
    if (left < 0) break;
    const distance = begins ? 1 : editDistance(typed, wanted, Math.min(most, least - 1));
    if (distance <= most && distance < least) {
      nearest = candidate;
      least = distance;
    }
  }
  return nearest;
}

/**
 * Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`; infinite when they are more than
 * `most`.
 */
function editDistance(a: string, b: string, most: number): number {
  // Three rows that take turns: making one anew for each letter costs more than filling it.
  let beforePrevious = new Uint8Array(b.length + 1);
  let previous = Uint8Array.from({ length: b.length + 1 }, (_, column) => column);
  let current = new Uint8Array(b.length + 1);
  for (let row = 1; row <= a.length; row++) {
    const letter = a.charCodeAt(row - 1);
    const before = a.charCodeAt(row - 2);
    current[0] = row;
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const other = b.charCodeAt(column - 1);
      const cost = letter === other ? 0 : 1;
      let best = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + cost);
      if (row > 1 && column > 1 && letter === b.charCodeAt(column - 2) && before === other) {
        best = Math.min(best, beforePrevious[column - 2]! + 1);
      }
      current[column] = best;
      if (best < least) least = best;
    }
    // A swap may still come from the row before, which adds one.
    if (least > most + 1) return Number.POSITIVE_INFINITY;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return previous[b.length]!;
}
