import type { ValueTable } from '../kernel/kernel.ts';
import { countPath } from '../segment/count-path.ts';
import { WALK_BATCH } from '../segment/lay-out-scratch.ts';
import {
  BLOCK_BYTES,
  bitsFrom,
  PATH_CELLS,
  PATH_COLUMN,
  PATH_ORDER,
  PATH_SLICE_COUNT,
  PATH_SLICES,
} from '../segment/layout.ts';
import { findKnown } from './known-counts.ts';
import type { Matched } from './matched.ts';
import type { KnownCounts } from './searched-segment.ts';
import type { Tally } from './tally.ts';

/** The values at one path of one part's matched entries, and the ways to count them. */
export class FacetSource {
  readonly matched: Matched;
  /** Place of the path's first value; values are numbered from there. */
  readonly first: number;
  readonly values: number;
  readonly cells: number;
  readonly hasColumn: boolean;
  readonly #path: number;
  /** Counts that are known without a look at the entries. */
  readonly #known: KnownCounts | undefined;

  constructor(matched: Matched, path: number) {
    const { segment } = matched.part.searched;
    this.matched = matched;
    this.#path = path;
    this.first = segment.firstValue(path);
    this.values = segment.valuesOf(path);
    this.cells = segment.pathField(path, PATH_CELLS);
    this.hasColumn = segment.pathField(path, PATH_COLUMN) !== 0;
    this.#known = findKnown(this, path);
  }

  /** The numbers of the values, ascending. */
  get numbers(): Uint32Array {
    const { segment } = this.matched.part.searched;
    return segment.numbers(segment.layout.valueNumbers + 4 * this.first, this.values);
  }

  /** The values by descending length; undefined where all have one entry. */
  get order(): Uint32Array | undefined {
    const { segment } = this.matched.part.searched;
    const at = segment.pathField(this.#path, PATH_ORDER);
    return at === 0 ? undefined : segment.numbers(at, this.values);
  }

  /** Entries of the segment that have each value. */
  get lengths(): Uint32Array {
    const { segment } = this.matched.part.searched;
    return segment.numbers(segment.layout.valueLengths + 4 * this.first, this.values);
  }

  /**
   * How many matched entries have each of the values with these numbers, at most WALK_BATCH of them. With `leasts`, a count
   * below the one beside it may be too low.
   */
  countNumbers(numbers: Uint32Array, leasts?: Uint32Array): Uint32Array {
    const { kernel, segment, scratch } = this.matched.part.searched;
    const known = this.#known?.counts;
    if (known !== undefined) {
      const counts = new Uint32Array(numbers.length);
      for (let i = 0; i < numbers.length; i++) {
        const value = segment.findValue(this.#path, numbers[i]!);
        if (value !== undefined) counts[i] = known[value - this.first]!;
      }
      return counts;
    }
    segment.words.set(numbers, scratch.wanted / 4);
    if (leasts !== undefined) segment.words.set(leasts, scratch.wantedLeasts / 4);
    kernel.countValues(
      scratch.wantedCounts,
      scratch.wanted,
      leasts === undefined ? 0 : scratch.wantedLeasts,
      numbers.length,
      this.#table,
      this.matched.set,
    );
    return segment.numbers(scratch.wantedCounts, numbers.length);
  }

  /**
   * Counts the matched entries by value, into the scratch: `counts`, until the next count in this segment. Gives all
   * counts together.
   */
  countAll(): number {
    const { kernel, segment, scratch } = this.matched.part.searched;
    if (this.matched.isEverything) {
      kernel.copy(scratch.counters, this.#table.lengths, 4 * this.values);
      return this.cells;
    }
    if (this.#known !== undefined) {
      this.counts.set(this.#known.counts);
      return this.#known.sum;
    }
    if (!this.hasColumn) {
      const { numbers } = this.#table;
      kernel.countValues(scratch.counters, numbers, 0, this.values, this.#table, this.matched.set);
      return this.counts.reduce((sum, count) => sum + count, 0);
    }
    kernel.clear(scratch.counters, BLOCK_BYTES * Math.ceil((4 * this.values) / BLOCK_BYTES));
    return countPath(kernel, segment, this.#path, this.matched.passed, scratch);
  }

  /**
   * After `countAll` of both: adds the counts of another source; those of values that this one does not have go
   * to `tally`.
   */
  addAll(other: FacetSource, tally: Tally): void {
    const { kernel, segment, scratch } = this.matched.part.searched;
    const { numbers: table, count } = this.#table;
    const wanted = segment.numbers(scratch.wanted, WALK_BATCH);
    const wantedCounts = segment.numbers(scratch.wantedCounts, WALK_BATCH);
    const { numbers, counts } = other;
    const listed = other.listCounted(1);
    for (let from = 0; from < listed.length; from += WALK_BATCH) {
      const length = Math.min(WALK_BATCH, listed.length - from);
      for (let i = 0; i < length; i++) {
        const value = listed[from + i]!;
        wanted[i] = numbers[value]!;
        wantedCounts[i] = counts[value]!;
      }
      const { counters, wanted: at, wantedCounts: countsAt } = scratch;
      const rest = kernel.addCounts(counters, table, count, at, countsAt, length);
      for (let i = 0; i < rest; i++) tally.add(wanted[i]!, wantedCounts[i]!);
    }
  }

  /** After `countAll`: matched entries by value; a view of the scratch. */
  get counts(): Uint32Array {
    const { segment, scratch } = this.matched.part.searched;
    return segment.numbers(scratch.counters, this.values);
  }

  /** After `countAll`: the values, ascending, with at least `least` matched entries; at least 1. */
  listCounted(least: number): Uint32Array {
    const { kernel, segment, scratch } = this.matched.part.searched;
    const length = kernel.listCounters(scratch.counted, scratch.counters, this.values, least);
    return segment.numbers(scratch.counted, length);
  }

  /** The counts of all values together; may count anew into the scratch. */
  sumAll(): number {
    const { kernel, segment } = this.matched.part.searched;
    if (this.matched.isEverything) return this.cells;
    if (this.#known !== undefined) return this.#known.sum;
    if (!this.hasColumn) return this.countAll();
    const slices = segment.pathField(this.#path, PATH_SLICES);
    const sliceCount = segment.pathField(this.#path, PATH_SLICE_COUNT);
    return kernel.sumSlices(this.matched.bits, slices, sliceCount, segment.layout.blocks);
  }

  get #table(): ValueTable {
    const { layout } = this.matched.part.searched.segment;
    const { valueNumbers, valueLengths, valuePlaces, lists, bitSets, blocks } = layout;
    const skipped = 4 * this.first;
    return {
      numbers: valueNumbers + skipped,
      count: this.values,
      lengths: valueLengths + skipped,
      places: valuePlaces + skipped,
      lists,
      bitSets,
      bitsFrom: bitsFrom(blocks),
    };
  }

  /** What counting a value of some length costs, in steps of about a nanosecond. */
  costOfValue(length: number): number {
    const { matched } = this;
    const { blocks } = matched.part.searched.segment.layout;
    if (matched.isEverything || this.#known !== undefined) return CALL_COST;
    if (length < bitsFrom(blocks)) return CALL_COST + length;
    return CALL_COST + Math.min(blocks, matched.count);
  }

  /** What `countAll` costs, in the same steps. */
  get costOfAll(): number {
    const { matched, values, cells } = this;
    if (matched.isEverything || this.#known !== undefined) return values;
    if (!this.hasColumn) return values * CALL_COST + cells;
    const { blocks, entries } = matched.part.searched.segment.layout;
    const perEntry = 1 + cells / entries;
    return matched.count * perEntry + 2 * values + (matched.isFew ? 0 : blocks);
  }
}

/** Reaching one value costs about as much as this many steps. */
const CALL_COST = 30;
