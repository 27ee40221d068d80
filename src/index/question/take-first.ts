/** The first `count` of `items` in order; most of a large input is only ever compared with the last one kept. */
export function takeFirst<T>(items: Iterable<T>, count: number, compare: (a: T, b: T) => number): T[] {
  if (count === 0) return [];
  const kept: T[] = [];
  let last: T | undefined;
  for (const item of items) {
    if (last !== undefined && compare(item, last) >= 0) continue;
    kept.push(item);
    if (kept.length >= 2 * count) {
      kept.sort(compare).length = count;
      last = kept[count - 1];
    }
  }
  return kept.sort(compare).slice(0, count);
}
