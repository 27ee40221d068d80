import type { FacetBucket, FacetRequest, FacetResult } from '../../../src/model/query.ts';
import type { Dictionaries } from './dictionary.ts';
import { hasBit } from './entry-set.ts';
import { compareCodeUnits, takeFirst } from './position.ts';
import type { EntrySet, View } from './view.ts';

/**
 * Counts the entries of `set` by their values at a path (DESIGN 4): buckets by count descending, then value
 * by UTF-16 code unit; `otherCount` sums the buckets that reach `minCount` and are cut by `limit`.
 */
export function countFacet(
  view: View,
  dictionaries: Dictionaries,
  set: EntrySet,
  { field, limit, minCount }: FacetRequest,
): FacetResult {
  const values = dictionaries.findValues(field);
  if (values === undefined) return { field, buckets: [], otherCount: 0 };
  const counts = countValues(view, set, field, values.size);
  const reaching: number[] = [];
  let sum = 0;
  for (let value = 0; value < counts.length; value++) {
    const count = counts[value]!;
    if (count === 0 || count < minCount) continue;
    reaching.push(value);
    sum += count;
  }
  const buckets: FacetBucket[] = takeFirst(
    reaching,
    limit,
    (a, b) => counts[b]! - counts[a]! || compareCodeUnits(values.textOf(a), values.textOf(b)),
  ).map((value) => ({ value: values.textOf(value), count: counts[value]! }));
  return { field, buckets, otherCount: buckets.reduce((rest, { count }) => rest - count, sum) };
}

/** Matched entries by value number. An entry has a value at most once, so it counts once in a bucket. */
function countValues(view: View, set: EntrySet, path: string, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (const [i, { segment }] of view.parts.entries()) {
    const column = segment.columns.get(path);
    if (column === undefined) continue;
    const matched = set[i]!;
    for (let cell = 0; cell < column.entries.length; cell++) {
      if (hasBit(matched, column.entries[cell]!)) counts[column.values[cell]!]!++;
    }
  }
  return counts;
}
