/// <reference path="./webassembly.d.ts" />

/** Bytes of scratch that counting over a multi-valued column needs: 8 values for each of the 128 entries of a block. */
export const COUNT_SCRATCH = 128 * 8 * 4 + 32;

/** Bytes past a multi-valued column that have to be inside the memory. */
export const READ_AHEAD = 32;

/** Bytes of one value in a column; the largest number of so many bytes stands for no value. */
export type CellBytes = 1 | 2 | 4;

/** What stands in a column for no value. */
export function noValue(cell: CellBytes): number {
  return 2 ** (8 * cell) - 1;
}

/** The values of one path of a segment; all but the counts are addresses of u32, one a value. */
export interface ValueTable {
  /** Ascending. */
  readonly numbers: number;
  readonly count: number;
  /** How many entries have the value. */
  readonly lengths: number;
  /** The entry itself where there is one; the place of its list in `lists`; or of its bit set in `bitSets`. */
  readonly places: number;
  readonly lists: number;
  readonly bitSets: number;
  /** Values with so many entries stand as bit sets, those with fewer as lists; at least 2. */
  readonly bitsFrom: number;
}

/** A set of entries: its bits, or 0 where it is the whole segment; and its list, or 0 where there is none. */
export interface EntrySet {
  readonly bits: number;
  readonly blocks: number;
  readonly list: number;
  readonly listLength: number;
}

/**
 * The loops that touch every entry of a segment. They work on one segment's memory, by byte offset; two
 * implementations give the same answers to the bit: WebAssembly with SIMD (`wasm-kernel.ts`), and the plain
 * twin (`plain-kernel.ts`), which is the fallback and the oracle.
 *
 * Shapes. A *bit set* is ceil(n / 128) × 16 bytes, 16-byte aligned, bits past the end zero; `blocks` counts its
 * 16-byte blocks. A *list* is `length` strictly ascending u32 entry numbers, 4-byte aligned. *Scores* are one u16 an
 * entry, 16-byte aligned, padded with zeros to a whole number of blocks of bits. *Counters* are u32.
 * Nothing is checked: callers own the layout.
 */
export interface Kernel {
  readonly name: 'wasm' | 'plain';

  /** Zeroes `bytes` (a multiple of 16) bytes. */
  clear(at: number, bytes: number): void;
  copy(to: number, from: number, bytes: number): void;

  /** Bit-set algebra into `to`, which may be one of the operands. */
  and(to: number, a: number, b: number, blocks: number): void;
  or(to: number, a: number, b: number, blocks: number): void;
  andNot(to: number, a: number, b: number, blocks: number): void;
  /** Number of bits set. */
  count(bits: number, blocks: number): number;
  /** Number of bits set in both. */
  countAnd(a: number, b: number, blocks: number): number;

  /** Sets the bit of each entry of a list. */
  setList(bits: number, list: number, length: number): void;
  /** How many entries of a list are in the bit set. */
  countList(bits: number, list: number, length: number): number;
  /** Writes the members of a bit set as a list; `to` has room for all. Returns the length. */
  toList(to: number, bits: number, blocks: number): number;

  /**
   * Counts by value: how many entries of the set have each of `length` values, given by their numbers (u32), into
   * as many u32 at `counts`; 0 for a value that the table does not have. A value of which fewer entries do not matter
   * than stands at `leasts` (as many u32, or 0 where all matter) may get a count that is too low.
   */
  countValues(
    counts: number,
    numbers: number,
    leasts: number,
    length: number,
    table: ValueTable,
    set: EntrySet,
  ): void;
  /**
   * Adds counts of another segment: to the counter of each of `length` values, given by their numbers (strictly
   * ascending u32) in the table of `tableLength` numbers. Pairs that the table does not have are moved to the front
   * of `numbers` and `counts`; returns how many.
   */
  addCounts(
    counters: number,
    table: number,
    tableLength: number,
    numbers: number,
    counts: number,
    length: number,
  ): number;

  /**
   * Forward counting over a single-valued column: for each entry of the bit set, adds 1 to the counter of its
   * value, if it has one. Returns how much was added.
   */
  countColumn(counters: number, bits: number, blocks: number, column: number, cell: CellBytes): number;
  /** The same for the entries of a list. */
  countColumnOfList(counters: number, list: number, length: number, column: number, cell: CellBytes): number;
  /**
   * Forward counting over a multi-valued column, in which the values of each entry stand one after the other; where they
   * start stands at `starts`, see `starts.ts`. Returns how much was added. `scratch` is room of COUNT_SCRATCH bytes. Up to
   * READ_AHEAD bytes past the last value are read, not used.
   */
  countColumns(
    counters: number,
    bits: number,
    blocks: number,
    starts: number,
    values: number,
    cell: CellBytes,
    scratch: number,
  ): number;
  countColumnsOfList(
    counters: number,
    list: number,
    length: number,
    starts: number,
    values: number,
    cell: CellBytes,
    scratch: number,
  ): number;
  /**
   * Writes the values whose counter is at least `least` (> 0) as a list, of `length` counters; `to` has room for
   * all. Returns the length of the list.
   */
  listCounters(to: number, counters: number, length: number, least: number): number;
  /**
   * The sum over the entries of the bit set of a small number that stands in bit slices: slice i is a bit set at
   * `slices + i × blocks × 16`, worth 2^i.
   */
  sumSlices(bits: number, slices: number, sliceCount: number, blocks: number): number;

  /** Adds (weight × impact) >> 4 to the score of each entry of a list; impacts are one byte each, beside the list. */
  addScores(scores: number, list: number, impacts: number, length: number, weight: number): void;
  /** For each passage p: score[owner[p]] = max(score[owner[p]], (share × passageScore[p]) >> 8). */
  combinePassages(
    scores: number,
    passageScores: number,
    owners: number,
    passages: number,
    share: number,
  ): void;
  /** Keeps in the ten u16 at `top` (descending) the highest scores seen, over the entries of the bit set. */
  topTen(top: number, scores: number, bits: number, blocks: number): void;
  /** Sets `to` to the entries of `bits` whose score is at least `threshold` (1-65,535); `to` may be `bits`. */
  atLeast(to: number, scores: number, bits: number, blocks: number, threshold: number): void;
}

/** A segment's bytes: a memory that WebAssembly can work on, or plain shared memory. */
export type SegmentMemory = WebAssembly.Memory | SharedArrayBuffer;

/** Makes the kernel of one segment's memory; for plain shared memory the plain one. */
export type CreateKernel = (memory: SegmentMemory) => Kernel;
