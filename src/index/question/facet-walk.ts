import type { FacetRequest } from '../../model/query.ts';
import { type Counted, sumReaching } from './count-facet.ts';
import type { FacetSource } from './facet-source.ts';
import { Largest } from './largest.ts';
import type { Tally } from './tally.ts';

/**
 * Counts values one by one, those with most entries first, until no other can be among the buckets. Every segment
 * has its values in that order; a value that was met in none of them yet has at most as many entries as stand at
 * the places reached, together. The walk ends when that is *strictly* below the last bucket's count, so ties are
 * exact, or below `minCount`. Removed entries leave the bound too high, which is only slower.
 */
export function walkValues(
  sources: readonly FacetSource[],
  { limit, minCount }: FacetRequest,
  tally: Tally,
): Counted {
  const largest = new Largest(limit);
  const ranks = new Uint32Array(sources.length);
  // With a minCount the rest can only be summed by walking it; without, bit slices give the sum of everything.
  const sums = minCount <= 1;
  for (;;) {
    let bound = 0;
    let next = -1;
    let longest = 0;
    for (let i = 0; i < sources.length; i++) {
      const source = sources[i]!;
      if (ranks[i]! >= source.values) continue;
      const length = source.lengthOf(source.valueAtRank(ranks[i]!));
      bound += length;
      if (length > longest) {
        longest = length;
        next = i;
      }
    }
    if (next < 0 || bound < minCount || (sums && bound < largest.least)) break;
    const source = sources[next]!;
    const value = source.valueAtRank(ranks[next]!++);
    const number = source.numbers[value]!;
    if (tally.has(number)) continue;
    const count = countEverywhere(sources, next, value, number);
    // One more than the count marks a value as met, even one that no matched entry has.
    tally.add(number, count + 1);
    if (count >= minCount) largest.add(count);
  }
  const counts = tally.counts.map((count) => count - 1);
  const sum = sums
    ? sources.reduce((all, source) => all + source.sumAll(), 0)
    : sumReaching(counts, minCount);
  return { numbers: tally.numbers, counts, sum };
}

function countEverywhere(sources: readonly FacetSource[], at: number, value: number, number: number): number {
  let count = 0;
  for (let i = 0; i < sources.length; i++) {
    const source = sources[i]!;
    const own = i === at ? value : source.findValue(number);
    if (own !== undefined) count += source.countValue(own);
  }
  return count;
}

/**
 * Whether the walk will cost less than counting everything. The last bucket's count is guessed from the share of
 * entries that is matched; then the walk goes down to values with about as many entries. Judged by the segment
 * with most matched entries, for all of them.
 */
export function isWalkCheaper(sources: readonly FacetSource[], { limit, minCount }: FacetRequest): boolean {
  const source = sources.reduce((a, b) => (b.matched.count > a.matched.count ? b : a));
  if (!source.hasColumn) return false;
  const { entries } = source.matched.part.searched.segment.layout;
  const last = Math.min(limit, source.values) - 1;
  const lengthAt = (rank: number) => source.lengthOf(source.valueAtRank(rank));
  const guess = last < 0 ? entries : (lengthAt(last) * source.matched.count) / entries;
  const reached = minCount > 1 ? minCount : limit > source.values ? 1 : guess;
  const most = source.costOfAll;
  let cost = 0;
  for (let rank = 0; rank < source.values && cost < most; rank++) {
    const value = source.valueAtRank(rank);
    if (source.lengthOf(value) < reached) break;
    cost += source.costOfValue(value);
  }
  return cost < most;
}
