import { compareTexts, maxTextBytes, readText, type TextAt, writeText } from '../dictionary/text-bytes.ts';
import type { CellBytes, SegmentMemory } from '../kernel/kernel.ts';
import {
  BLOCK_BYTES,
  NONE,
  PATH_CELL_BYTES,
  PATH_CROSS,
  PATH_RECORD,
  type PostingsLayout,
  postingsKind,
  type RankedField,
  type SegmentLayout,
  type TextsLayout,
} from './layout.ts';
import { bufferOf } from './memories.ts';

/** What a segment's memory says, without an object for any of it. Only its builder writes to it. */
export class Segment {
  readonly memory: SegmentMemory;
  readonly layout: SegmentLayout;
  readonly bytes: Buffer;
  readonly halves: Uint16Array;
  readonly words: Uint32Array;
  readonly doubles: Float64Array;

  constructor(memory: SegmentMemory, layout: SegmentLayout) {
    const buffer = bufferOf(memory);
    this.memory = memory;
    this.layout = layout;
    this.bytes = Buffer.from(buffer);
    this.halves = new Uint16Array(buffer);
    this.words = new Uint32Array(buffer);
    this.doubles = new Float64Array(buffer);
  }

  /** Item `index` of a run of u32. */
  word(at: number, index: number): number {
    return this.words[at / 4 + index]!;
  }

  double(at: number, index: number): number {
    return this.doubles[at / 8 + index]!;
  }

  /** A run of u32. */
  numbers(at: number, length: number): Uint32Array {
    return this.words.subarray(at / 4, at / 4 + length);
  }

  /** A run of values of a column, `cell` bytes each. */
  cells(at: number, length: number, cell: CellBytes): Uint8Array | Uint16Array | Uint32Array {
    if (cell === 1) return this.bytes.subarray(at, at + length);
    return cell === 2 ? this.halves.subarray(at / 2, at / 2 + length) : this.numbers(at, length);
  }

  textAt(texts: TextsLayout, index: number): TextAt {
    return {
      bytes: this.bytes,
      start: texts.bytes + this.word(texts.offsets, index),
      end: texts.bytes + this.word(texts.offsets, index + 1),
    };
  }

  text(texts: TextsLayout, index: number): string {
    const { bytes, start, end } = this.textAt(texts, index);
    return readText(bytes, start, end);
  }

  keyAt(entry: number): string {
    return this.text(this.layout.keys, entry);
  }

  /** The number of the first entry whose key is not below `key`. */
  firstFrom(key: string): number {
    return this.firstText(this.layout.keys, key);
  }

  /** The number of the entry with this key, live or not. */
  findKey(key: string): number | undefined {
    const number = this.firstFrom(key);
    return number < this.layout.entries && this.keyAt(number) === key ? number : undefined;
  }

  /** The number of the first of ascending texts that is not below `text`. */
  firstText(texts: TextsLayout, text: string): number {
    const bytes = Buffer.alloc(maxTextBytes(text));
    const wanted = { bytes, start: 0, end: writeText(bytes, 0, text) };
    let low = 0;
    let high = texts.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareTexts(this.textAt(texts, middle), wanted) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The rank of an entry's text among those of the segment, or NONE. */
  rankAt(field: RankedField, entry: number): number {
    return this.word(this.layout.ranked[field].ranks, entry);
  }

  rankedText(field: RankedField, entry: number): string | undefined {
    const rank = this.rankAt(field, entry);
    return rank === NONE ? undefined : this.text(this.layout.ranked[field], rank);
  }

  /** The place of a path in the segment. */
  findPath(number: number): number | undefined {
    const { pathNumbers, paths } = this.layout;
    const at = this.#firstNumber(pathNumbers, 0, paths, number);
    return at < paths && this.word(pathNumbers, at) === number ? at : undefined;
  }

  /** A field of a path's record, see `PATH_RECORD`. */
  pathField(path: number, field: number): number {
    return this.word(this.layout.pathRecords, PATH_RECORD * path + field);
  }

  /** Of a path with a column. */
  cellBytes(path: number): CellBytes {
    return this.pathField(path, PATH_CELL_BYTES) as CellBytes;
  }

  firstValue(path: number): number {
    return this.word(this.layout.pathValues, path);
  }

  valuesOf(path: number): number {
    return this.firstValue(path + 1) - this.firstValue(path);
  }

  /** The place of a value among all of the segment. */
  findValue(path: number, number: number): number | undefined {
    const end = this.firstValue(path + 1);
    const at = this.#firstNumber(this.layout.valueNumbers, this.firstValue(path), end, number);
    return at < end && this.valueNumber(at) === number ? at : undefined;
  }

  valueNumber(value: number): number {
    return this.word(this.layout.valueNumbers, value);
  }

  valueLength(value: number): number {
    return this.word(this.layout.valueLengths, value);
  }

  /** Address of a value's bit set, or undefined where its entries stand as a list. */
  valueBits(value: number): number | undefined {
    const { blocks, bitSets, valuePlaces } = this.layout;
    if (postingsKind(this.valueLength(value), blocks) !== 'bits') return undefined;
    return bitSets + this.word(valuePlaces, value) * blocks * BLOCK_BYTES;
  }

  /** Address of the list of a value that has no bit set; a lone entry stands in its place itself. */
  valueList(value: number): number {
    const { lists, valuePlaces } = this.layout;
    if (this.valueLength(value) === 1) return valuePlaces + 4 * value;
    return lists + 4 * this.word(valuePlaces, value);
  }

  /**
   * Address of the counts of a path's values among the entries of a value (by its place); undefined where they are not
   * ready.
   */
  crossCounts(value: number, path: number): number | undefined {
    const { crosses, crossRows, crossValues, crossWidth } = this.layout;
    const place = this.pathField(path, PATH_CROSS);
    if (place === 0) return undefined;
    const row = this.#firstNumber(crossValues, 0, crossRows, value);
    if (row === crossRows || this.word(crossValues, row) !== value) return undefined;
    return crosses + 4 * (row * crossWidth + place - 1);
  }

  /** Writes the entries of a value, ascending, from `from` on; gives the end. */
  readValue(value: number, to: Uint32Array, from: number): number {
    const bits = this.valueBits(value);
    if (bits === undefined) {
      const length = this.valueLength(value);
      const list = this.valueList(value) / 4;
      for (let i = 0; i < length; i++) to[from + i] = this.words[list + i]!;
      return from + length;
    }
    return readBits(this.words, bits, this.layout.blocks, to, from);
  }

  /** The place of a term among those of a table. */
  findTerm(postings: PostingsLayout, term: number): number | undefined {
    const at = this.#firstNumber(postings.terms, 0, postings.count, term);
    return at < postings.count && this.word(postings.terms, at) === term ? at : undefined;
  }

  #firstNumber(at: number, from: number, to: number, number: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.word(at, middle) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Writes the members of a bit set, ascending; gives the end. */
export function readBits(
  words: Uint32Array,
  bits: number,
  blocks: number,
  to: Uint32Array,
  from: number,
): number {
  let end = from;
  for (let i = 0; i < 4 * blocks; i++) {
    for (let word = words[bits / 4 + i]!; word !== 0; word &= word - 1) {
      to[end++] = 32 * i + 31 - Math.clz32(word & -word);
    }
  }
  return end;
}
