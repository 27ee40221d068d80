import type { FacetRequest } from '../../model/query.ts';
import { WALK_BATCH } from '../segment/lay-out-scratch.ts';
import { type Counted, sumReaching } from './count-facet.ts';
import type { FacetSource } from './facet-source.ts';
import { Largest } from './largest.ts';
import type { Tally } from './tally.ts';

/**
 * Counts values batch by batch, those with most entries first, until no other can be among the buckets. The walk
 * ends when the bound of what is left is *strictly* below the last bucket's count, so ties are exact, or below
 * `minCount`. Removed entries leave the bound too high, which is only slower.
 */
export function walkValues(
  sources: readonly FacetSource[],
  { limit, minCount }: FacetRequest,
  tally: Tally,
): Counted {
  const bySize = sources.toSorted((a, b) => a.matched.count - b.matched.count);
  const largest = new Largest(limit);
  const heads = sources.map((source) => new Head(source));
  // With a minCount the rest can only be summed by walking it; without, bit slices give the sum of everything.
  const sums = minCount <= 1;
  for (let size = Math.min(WALK_BATCH, Math.max(SMALL_BATCH, limit)); ; size = SMALL_BATCH) {
    const least = sums ? Math.max(1, largest.least) : minCount;
    const numbers = takeNumbers(heads, size, least, tally);
    if (numbers.length === 0) break;
    const counts = countTogether(bySize, numbers, least);
    for (let i = 0; i < counts.length; i++) {
      tally.add(numbers[i]!, counts[i]!);
      if (counts[i]! >= minCount) largest.add(counts[i]!);
    }
  }
  const { counts } = tally;
  for (let i = 0; i < counts.length; i++) counts[i]!--;
  const sum = sums
    ? sources.reduce((all, source) => all + source.sumAll(), 0)
    : sumReaching(counts, minCount);
  return { numbers: tally.numbers.slice(), counts, sum };
}

/**
 * The counts of all sources, those below `least` perhaps too low: the last source, which has most entries, is left as
 * soon as what is left of a value cannot reach it.
 */
function countTogether(sources: readonly FacetSource[], numbers: Uint32Array, least: number): Uint32Array {
  const counts = new Uint32Array(numbers.length);
  for (const [at, source] of sources.entries()) {
    const leasts = at < sources.length - 1 ? undefined : missingTo(least, counts);
    const own = source.countNumbers(numbers, leasts);
    for (let i = 0; i < own.length; i++) counts[i]! += own[i]!;
  }
  return counts;
}

/** What counts lack of `least`. */
function missingTo(least: number, counts: Uint32Array): Uint32Array {
  const missing = new Uint32Array(counts.length);
  for (let i = 0; i < counts.length; i++) missing[i] = Math.max(0, least - counts[i]!);
  return missing;
}

/** Values counted together after the first batch: few, because the last batch is mostly in vain. */
const SMALL_BATCH = 16;

/** The value of one segment that comes next: every segment has its values by descending length. */
class Head {
  /** Runs of u32, one item a value; the first is by rank. */
  readonly #order: Uint32Array | undefined;
  readonly #numbers: Uint32Array;
  readonly #lengths: Uint32Array;
  #rank = -1;
  number = 0;
  /** Entries that have it; 0 at the end. */
  length = 0;

  constructor(source: FacetSource) {
    this.#order = source.order;
    this.#numbers = source.numbers;
    this.#lengths = source.lengths;
    this.advance();
  }

  advance(): void {
    this.length = 0;
    if (++this.#rank >= this.#numbers.length) return;
    const value = this.#order === undefined ? this.#rank : this.#order[this.#rank]!;
    this.number = this.#numbers[value]!;
    this.length = this.#lengths[value]!;
  }
}

/**
 * The numbers of the next values that were not met yet, which are from then on. Every head first passes what was
 * met, so a value that was not has at most as many entries as the heads have together; below `least` none follow.
 */
function takeNumbers(heads: readonly Head[], size: number, least: number, tally: Tally): Uint32Array {
  const numbers = new Uint32Array(size);
  for (let taken = 0; taken < size; taken++) {
    let bound = 0;
    let longest = heads[0]!;
    for (const head of heads) {
      while (head.length > 0 && tally.has(head.number)) head.advance();
      bound += head.length;
      if (head.length > longest.length) longest = head;
    }
    if (bound === 0 || bound < least) return numbers.subarray(0, taken);
    // One more than the count marks a value as met, even one that no matched entry has.
    tally.add(longest.number, 1);
    numbers[taken] = longest.number;
  }
  return numbers;
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
  const { order, lengths } = source;
  const last = Math.min(limit, source.values) - 1;
  const lengthAt = (rank: number) => lengths[order === undefined ? rank : order[rank]!]!;
  const guess = last < 0 ? entries : (lengthAt(last) * source.matched.count) / entries;
  const reached = minCount > 1 ? minCount : limit > source.values ? 1 : guess;
  const most = source.costOfAll;
  let cost = 0;
  for (let rank = 0; rank < source.values && cost < most; rank++) {
    const length = lengthAt(rank);
    if (length < reached) break;
    cost += source.costOfValue(length);
  }
  return cost < most;
}
