/** Items between two steps: about a millisecond where a comparison waits for memory. */
const STEP = 8_192;

/** The first `count` of `items` in order; most of a large input is only ever compared with the last one kept. */
export function takeFirst<T>(items: Iterable<T>, count: number, compare: (a: T, b: T) => number): T[] {
  const steps = takeFirstInSteps(items, count, compare);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same in steps of about a millisecond. */
export function* takeFirstInSteps<T>(
  items: Iterable<T>,
  count: number,
  compare: (a: T, b: T) => number,
): Generator<void, T[]> {
  if (count === 0) return [];
  const kept: T[] = [];
  let last: T | undefined;
  let looked = 0;
  for (const item of items) {
    if (++looked % STEP === 0) yield;
    if (last !== undefined && compare(item, last) >= 0) continue;
    kept.push(item);
    if (kept.length >= 2 * count) {
      kept.sort(compare).length = count;
      last = kept[count - 1];
    }
  }
  return kept.sort(compare).slice(0, count);
}
