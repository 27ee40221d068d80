import type { FacetBucket, FacetRequest, FacetResult } from '../../model/query.ts';
import { NO_SCOPE } from '../dictionary/dictionaries.ts';
import type { StringTable } from '../dictionary/string-table.ts';
import { FacetSource } from './facet-source.ts';
import { isWalkCheaper, walkValues } from './facet-walk.ts';
import { Largest } from './largest.ts';
import type { Matched } from './matched.ts';
import { takeFirst } from './take-first.ts';
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
}

/**
 * Counts the matched entries by their values at a path (DESIGN 4): buckets by count descending, then value by
 * UTF-16 code unit; `otherCount` sums the buckets that reach `minCount` and are cut by `limit`.
 *
 * @param counting forces a method; otherwise the cheaper one is chosen, with the same answer
 */
export function countFacet(
  { dictionaries }: View,
  matched: readonly Matched[],
  request: FacetRequest,
  tally: Tally,
  counting: Counting | undefined,
): FacetResult {
  const { field } = request;
  const path = dictionaries.paths.find(NO_SCOPE, field);
  const sources = path === undefined ? [] : findSources(matched, path);
  if (sources.length === 0) return { field, buckets: [], otherCount: 0 };
  const inverse = counting === undefined ? isWalkCheaper(sources, request) : counting === 'inverse';
  tally.start(dictionaries.values.size);
  const counted = inverse ? walkValues(sources, request, tally) : countForward(sources, request, tally);
  const buckets = chooseBuckets(counted, request, dictionaries.values);
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
  const sumOfAll = minCount <= 1 ? sources.reduce((sum, source) => sum + source.sumAll(), 0) : undefined;
  const main = sources.reduce((a, b) => (b.matched.count > a.matched.count ? b : a));
  main.countAll();
  for (const source of sources) {
    if (source === main) continue;
    source.countAll();
    main.addAll(source, tally);
  }
  const { counts, numbers } = main;
  const sum = sumOfAll ?? sumOf(counts, main.listCounted(lowest)) + sumReaching(tally.counts, minCount);
  let least = Math.max(lowest, main.matched.count >>> 3);
  let listed = main.listCounted(least);
  while (listed.length < limit && least > lowest) {
    least = Math.max(lowest, least >>> 2);
    listed = main.listCounted(least);
  }
  for (const value of listed) tally.add(numbers[value]!, counts[value]!);
  return { numbers: tally.numbers, counts: tally.counts, sum };
}

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
function chooseBuckets(
  { numbers, counts }: Counted,
  { limit, minCount }: FacetRequest,
  values: StringTable,
): FacetBucket[] {
  const largest = new Largest(limit);
  const least = Math.max(1, minCount);
  for (let i = 0; i < counts.length; i++) if (counts[i]! >= least) largest.add(counts[i]!);
  const cut = Math.max(least, largest.least);
  const chosen: number[] = [];
  const tied: number[] = [];
  for (let i = 0; i < counts.length; i++) {
    if (counts[i]! > cut) chosen.push(i);
    else if (counts[i]! === cut) tied.push(i);
  }
  const byText = (a: number, b: number) => values.compare(numbers[a]!, numbers[b]!);
  chosen.push(...takeFirst(tied, limit - chosen.length, byText));
  return chosen
    .sort((a, b) => counts[b]! - counts[a]! || byText(a, b))
    .map((i) => ({ value: values.textOf(numbers[i]!), count: counts[i]! }));
}
