import type { FacetBucket, FacetRequest, FacetResult } from '../../model/query.ts';
import { NO_SCOPE } from '../dictionary/dictionaries.ts';
import type { StringTable } from '../dictionary/string-table.ts';
import { GrowableNumbers } from '../segment/growable.ts';
import { FacetSource } from './facet-source.ts';
import { isWalkCheaper, walkValues } from './facet-walk.ts';
import { Largest } from './largest.ts';
import type { Matched } from './matched.ts';
import { takeFirstInSteps } from './take-first.ts';
import type { Tally } from './tally.ts';
import type { View } from './view.ts';

/** How a facet is counted: all values in one pass over the matched entries, or value by value until no more can win. */
export type Counting = 'forward' | 'inverse';

/** Values with their counts, side by side. */
export interface Counted {
  readonly numbers: Uint32Array;
  readonly counts: Uint32Array;
  /** Sum of all counts that reach `minCount`, those of values that were not walked included. */
  readonly sum: number;
  /**
   * Where very many values have the count of the last bucket: that count, and the numbers of those that are not among
   * `numbers`. Then no other value can be among the buckets.
   */
  readonly tied?: { readonly count: number; readonly numbers: Uint32Array };
}

/**
 * Counts the matched entries by their values at a path (DESIGN 4): buckets by count descending, then value by
 * UTF-16 code unit; `otherCount` sums the buckets that reach `minCount` and are cut by `limit`. All is counted before the
 * first step ends; the others, of about a millisecond each, only compare texts.
 *
 * @param counting forces a method; otherwise the cheaper one is chosen, with the same answer
 */
export function* countFacet(
  { dictionaries }: View,
  matched: readonly Matched[],
  request: FacetRequest,
  tally: Tally,
  counting: Counting | undefined,
): Generator<void, FacetResult> {
  const { field } = request;
  const path = dictionaries.paths.find(NO_SCOPE, field);
  const sources = path === undefined ? [] : findSources(matched, path);
  if (sources.length === 0) return { field, buckets: [], otherCount: 0 };
  const inverse = counting === undefined ? isWalkCheaper(sources, request) : counting === 'inverse';
  tally.start(dictionaries.values.size);
  const counted = inverse ? walkValues(sources, request, tally) : countForward(sources, request, tally);
  const buckets = yield* chooseBuckets(counted, request, dictionaries.values);
  return { field, buckets, otherCount: buckets.reduce((rest, { count }) => rest - count, counted.sum) };
}

function findSources(matched: readonly Matched[], path: number): FacetSource[] {
  return matched.flatMap((part) => {
    const at = part.part.searched.segment.findPath(path);
    return at === undefined ? [] : [new FacetSource(part, at)];
  });
}

/**
 * Counts everything, and adds it up in the segment with most matched entries. Only values that may be among the
 * buckets are then looked at: the least count of a bucket is felt for from above.
 */
function countForward(
  sources: readonly FacetSource[],
  { limit, minCount }: FacetRequest,
  tally: Tally,
): Counted {
  const lowest = Math.max(1, minCount);
  const main = sources.reduce((a, b) => (b.matched.count > a.matched.count ? b : a));
  let sum = main.countAll();
  for (const source of sources) {
    if (source === main) continue;
    sum += source.countAll();
    main.addAll(source, tally);
  }
  const { counts, numbers } = main;
  if (lowest > 1) sum = sumOf(counts, main.listCounted(lowest)) + sumReaching(tally.counts, lowest);
  let least = Math.max(lowest, main.matched.count >>> 5);
  let listed = main.listCounted(least);
  while (listed.length < limit && least > lowest) {
    least = Math.max(lowest, least >>> 3);
    listed = main.listCounted(least);
  }
  if (listed.length <= MANY) {
    for (const value of listed) tally.add(numbers[value]!, counts[value]!);
    return { numbers: tally.numbers.slice(), counts: tally.counts, sum };
  }
  const largest = new Largest(limit);
  for (const count of tally.counts) largest.add(count);
  for (let i = 0; i < listed.length; i++) largest.add(counts[listed[i]!]!);
  const cut = Math.max(lowest, largest.least);
  const tied = new GrowableNumbers();
  for (let i = 0; i < listed.length; i++) {
    const value = listed[i]!;
    if (counts[value]! > cut) tally.add(numbers[value]!, counts[value]!);
    else if (counts[value]! === cut) tied.push(numbers[value]!);
  }
  const tie = { count: cut, numbers: tied.items };
  return { numbers: tally.numbers.slice(), counts: tally.counts, sum, tied: tie };
}

/** Values that are added up one by one; more of them mostly tie, as where every entry has a value of its own. */
const MANY = 4_096;

function sumOf(counts: Uint32Array, listed: Uint32Array): number {
  let sum = 0;
  for (const value of listed) sum += counts[value]!;
  return sum;
}

export function sumReaching(counts: Uint32Array, minCount: number): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) if (counts[i]! >= minCount) sum += counts[i]!;
  return sum;
}

/** The first `limit` values. Texts are compared only where counts tie at the end. */
function* chooseBuckets(
  { numbers, counts, tied }: Counted,
  { limit, minCount }: FacetRequest,
  values: StringTable,
): Generator<void, FacetBucket[]> {
  const cut = tied?.count ?? findCut(counts, limit, minCount);
  const chosen: { readonly number: number; readonly count: number }[] = [];
  const last: number[] = [];
  for (let i = 0; i < counts.length; i++) {
    if (counts[i]! > cut) chosen.push({ number: numbers[i]!, count: counts[i]! });
    else if (counts[i]! === cut) last.push(numbers[i]!);
  }
  const byText = (a: number, b: number) => values.compare(a, b);
  const room = limit - chosen.length;
  const others = tied === undefined ? [] : yield* takeFirstInSteps(tied.numbers, room, byText);
  last.push(...others);
  for (const number of yield* takeFirstInSteps(last, room, byText)) chosen.push({ number, count: cut });
  return chosen
    .sort((a, b) => b.count - a.count || byText(a.number, b.number))
    .map(({ number, count }) => ({ value: values.textOf(number), count }));
}

/** The count of the last bucket. */
function findCut(counts: Uint32Array, limit: number, minCount: number): number {
  const largest = new Largest(limit);
  const least = Math.max(1, minCount);
  for (let i = 0; i < counts.length; i++) if (counts[i]! >= least) largest.add(counts[i]!);
  return Math.max(least, largest.least);
}
