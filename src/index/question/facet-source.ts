import { PATH_CELLS, PATH_COLUMN, PATH_SLICE_COUNT, PATH_SLICES, PATH_STARTS } from '../segment/layout.ts';
import type { Matched } from './matched.ts';

/** The values at one path of one part's matched entries, and the ways to count them. */
export class FacetSource {
  readonly matched: Matched;
  /** Place of the path's first value; values are numbered from there. */
  readonly first: number;
  readonly values: number;
  readonly cells: number;
  readonly hasColumn: boolean;
  readonly #path: number;

  constructor(matched: Matched, path: number) {
    const { segment } = matched.part.searched;
    this.matched = matched;
    this.#path = path;
    this.first = segment.firstValue(path);
    this.values = segment.valuesOf(path);
    this.cells = segment.pathField(path, PATH_CELLS);
    this.hasColumn = segment.pathField(path, PATH_COLUMN) !== 0;
  }

  /** The numbers of the values, ascending. */
  get numbers(): Uint32Array {
    const { segment } = this.matched.part.searched;
    return segment.numbers(segment.layout.valueNumbers + 4 * this.first, this.values);
  }

  /** The value at a rank, the one with most entries first. */
  valueAtRank(rank: number): number {
    const { segment } = this.matched.part.searched;
    return segment.word(segment.layout.valueOrder, this.first + rank);
  }

  /** Entries of the segment that have the value. */
  lengthOf(value: number): number {
    return this.matched.part.searched.segment.valueLength(this.first + value);
  }

  findValue(number: number): number | undefined {
    const found = this.matched.part.searched.segment.findValue(this.#path, number);
    return found === undefined ? undefined : found - this.first;
  }

  /** Matched entries that have the value. */
  countValue(value: number): number {
    const { matched } = this;
    const { kernel, segment } = matched.part.searched;
    const place = this.first + value;
    const length = segment.valueLength(place);
    if (matched.isEverything) return length;
    const bits = segment.valueBits(place);
    if (bits === undefined) return kernel.countList(matched.bits, segment.valueList(place), length);
    const list = matched.findList();
    return list === undefined
      ? kernel.countAnd(matched.bits, bits, segment.layout.blocks)
      : kernel.countList(bits, list, matched.count);
  }

  /** Matched entries by value: a view of the scratch, valid until the next count in this segment. */
  countAll(): Uint32Array {
    const { kernel, segment, scratch } = this.matched.part.searched;
    if (this.matched.isEverything) {
      return segment.numbers(segment.layout.valueLengths + 4 * this.first, this.values);
    }
    const counts = segment.numbers(scratch.counters, this.values);
    if (!this.hasColumn) {
      for (let value = 0; value < this.values; value++) counts[value] = this.countValue(value);
      return counts;
    }
    const column = segment.pathField(this.#path, PATH_COLUMN);
    const starts = segment.pathField(this.#path, PATH_STARTS);
    const { bits, count } = this.matched;
    const { blocks } = segment.layout;
    const list = this.matched.findList();
    counts.fill(0);
    if (starts === 0) {
      if (list === undefined) kernel.countColumn(scratch.counters, bits, blocks, column);
      else kernel.countColumnOfList(scratch.counters, list, count, column);
    } else if (list === undefined) {
      kernel.countColumns(scratch.counters, bits, blocks, starts, column, scratch.taken);
    } else {
      kernel.countColumnsOfList(scratch.counters, list, count, starts, column, scratch.taken);
    }
    return counts;
  }

  /** The counts of all values together. */
  sumAll(): number {
    const { kernel, segment } = this.matched.part.searched;
    if (this.matched.isEverything) return this.cells;
    if (!this.hasColumn) {
      let sum = 0;
      for (let value = 0; value < this.values; value++) sum += this.countValue(value);
      return sum;
    }
    const slices = segment.pathField(this.#path, PATH_SLICES);
    const sliceCount = segment.pathField(this.#path, PATH_SLICE_COUNT);
    return kernel.sumSlices(this.matched.bits, slices, sliceCount, segment.layout.blocks);
  }

  /** What `countValue` costs, in steps of about a nanosecond. */
  costOfValue(value: number): number {
    const { matched } = this;
    if (matched.isEverything) return CALL_COST;
    const { segment } = matched.part.searched;
    const length = this.lengthOf(value);
    if (segment.valueBits(this.first + value) === undefined) return CALL_COST + length;
    return CALL_COST + Math.min(segment.layout.blocks, matched.count);
  }

  /** What `countAll` costs, in the same steps. */
  get costOfAll(): number {
    const { matched, values, cells } = this;
    if (matched.isEverything) return values;
    if (!this.hasColumn) return values * CALL_COST + cells;
    const { blocks, entries } = matched.part.searched.segment.layout;
    const perEntry = 1 + cells / entries;
    return matched.count * perEntry + 2 * values + (matched.findList() === undefined ? blocks : 0);
  }
}

/** Reaching one value costs about as much as this many steps. */
const CALL_COST = 30;
