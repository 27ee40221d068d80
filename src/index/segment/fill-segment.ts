import { type CreateKernel, noValue } from '../kernel/kernel.ts';
import { fillStarts } from '../kernel/starts.ts';
import { type ColumnOptions, layOutSegment, type SegmentShape } from './lay-out.ts';
import {
  BLOCK_BYTES,
  NONE,
  PATH_CELLS,
  PATH_COLUMN,
  PATH_ORDER,
  PATH_SLICE_COUNT,
  PATH_SLICES,
  PATH_STARTS,
  RANKED_FIELDS,
  type RankedField,
  type TextsLayout,
} from './layout.ts';
import type { Memories } from './memories.ts';
import { Segment } from './segment.ts';
import type { Ranked, Texts } from './texts.ts';

export interface SegmentOptions extends ColumnOptions {
  readonly memories: Memories;
  /** Counts what a segment has ready. */
  readonly createKernel: CreateKernel;
}

/** Makes a segment, with what its shape says already written. */
export function createSegment(
  shape: SegmentShape,
  valueNumbers: Uint32Array,
  { memories, ...columns }: SegmentOptions,
): Segment {
  const { layout, pathRecords, valuePlaces, crossValues } = layOutSegment(shape, columns);
  const segment = new Segment(memories.create(layout.bytes), layout);
  segment.numbers(layout.pathRecords, pathRecords.length).set(pathRecords);
  segment.numbers(layout.valueNumbers, layout.values).set(valueNumbers);
  segment.numbers(layout.valueLengths, layout.values).set(shape.valueLengths);
  segment.numbers(layout.valuePlaces, layout.values).set(valuePlaces);
  segment.numbers(layout.crossValues, layout.crossRows).set(crossValues);
  const numbers = segment.numbers(layout.pathNumbers, layout.paths);
  const firstValues = segment.numbers(layout.pathValues, layout.paths + 1);
  let value = 0;
  for (const [path, { number, values }] of shape.paths.entries()) {
    numbers[path] = number;
    firstValues[path] = value;
    value += values;
  }
  firstValues[layout.paths] = value;
  return segment;
}

export function fillTexts(segment: Segment, to: TextsLayout, { offsets, bytes }: Texts): void {
  segment.numbers(to.offsets, offsets.length).set(offsets);
  segment.bytes.set(bytes, to.bytes);
}

export function fillRanked(segment: Segment, ranked: Readonly<Record<RankedField, Ranked>>): void {
  for (const field of RANKED_FIELDS) {
    const to = segment.layout.ranked[field];
    fillTexts(segment, to, ranked[field].texts);
    segment.numbers(to.ranks, segment.layout.entries).set(ranked[field].ranks);
  }
}

/** Writes the entries of a value: `length` of them, ascending, from the start of `entries`. */
export function fillValue(segment: Segment, value: number, entries: Uint32Array, length: number): void {
  const bits = segment.valueBits(value);
  const { words } = segment;
  if (bits === undefined) {
    const list = segment.valueList(value) / 4;
    for (let i = 0; i < length; i++) words[list + i] = entries[i]!;
    return;
  }
  for (let i = 0; i < length; i++) {
    const entry = entries[i]!;
    words[bits / 4 + (entry >>> 5)]! |= 1 << (entry & 31);
  }
}

/** Makes what follows from the lists of a path: the order of its values, its column and its bit slices. */
export function deriveColumn(segment: Segment, path: number, room: Uint32Array): void {
  const first = segment.firstValue(path);
  const values = segment.valuesOf(path);
  orderValues(segment, path, first, values);
  const column = segment.pathField(path, PATH_COLUMN);
  if (column === 0) return;
  const { entries } = segment.layout;
  const cell = segment.cellBytes(path);
  const starts = segment.pathField(path, PATH_STARTS);
  if (starts === 0) {
    const none = noValue(cell);
    const cells = segment.cells(column, entries, cell).fill(none);
    for (let value = 0; value < values; value++) {
      const length = segment.readValue(first + value, room, 0);
      for (let i = 0; i < length; i++) cells[room[i]!] = value;
    }
    fillSlices(segment, path, (entry) => (cells[entry] === none ? 0 : 1));
    return;
  }
  const counts = new Uint32Array(entries);
  for (let value = 0; value < values; value++) {
    const length = segment.readValue(first + value, room, 0);
    for (let i = 0; i < length; i++) counts[room[i]!]!++;
  }
  fillSlices(segment, path, (entry) => counts[entry]!);
  fillStarts(segment, starts, counts);
  const cells = segment.cells(column, segment.pathField(path, PATH_CELLS), cell);
  // From here on the place of the next value of each entry.
  const next = counts;
  let end = 0;
  for (let entry = 0; entry < entries; entry++) {
    const count = counts[entry]!;
    next[entry] = end;
    end += count;
  }
  for (let value = 0; value < values; value++) {
    const length = segment.readValue(first + value, room, 0);
    for (let i = 0; i < length; i++) cells[next[room[i]!]!++] = value;
  }
}

function orderValues(segment: Segment, path: number, first: number, values: number): void {
  const at = segment.pathField(path, PATH_ORDER);
  if (at === 0) return;
  const order = segment.numbers(at, values);
  // Sorted as one number each, the longest first: a comparison function is ten times as slow.
  const keys = new Float64Array(values);
  for (let value = 0; value < values; value++) {
    keys[value] = (NONE - segment.valueLength(first + value)) * 2 ** 21 + (value & 0x1fffff);
  }
  if (values <= 1 << 21) {
    keys.sort();
    for (let i = 0; i < values; i++) order[i] = keys[i]! % 2 ** 21;
    return;
  }
  for (let value = 0; value < values; value++) order[value] = value;
  order.sort((a, b) => segment.valueLength(first + b) - segment.valueLength(first + a));
}

function fillSlices(segment: Segment, path: number, valuesOf: (entry: number) => number): void {
  const { entries, blocks } = segment.layout;
  const slices = segment.pathField(path, PATH_SLICES) / 4;
  const sliceCount = segment.pathField(path, PATH_SLICE_COUNT);
  const words = (blocks * BLOCK_BYTES) / 4;
  for (let entry = 0; entry < entries; entry++) {
    const count = valuesOf(entry);
    for (let slice = 0; slice < sliceCount; slice++) {
      if (((count >>> slice) & 1) === 1) {
        segment.words[slices + slice * words + (entry >>> 5)]! |= 1 << (entry & 31);
      }
    }
  }
}
