import { eachBit } from './entry-set.ts';
import { MAX_OWNERS } from './posting-table.ts';
import type { Segment } from './segment.ts';
import type { EntrySet, View } from './view.ts';

/** An entry of a view as one number: its part, and its number there. */
export type Position = number;

export function partOf(position: Position): number {
  return Math.floor(position / MAX_OWNERS);
}

export function entryIn(position: Position): number {
  return position % MAX_OWNERS;
}

export function positionOf(part: number, entry: number): Position {
  return part * MAX_OWNERS + entry;
}

export function segmentAt(view: View, position: Position): Segment {
  return view.parts[partOf(position)]!.segment;
}

export function keyAt(view: View, position: Position): string {
  return segmentAt(view, position).keys[entryIn(position)]!;
}

export function* eachPosition(set: EntrySet): Generator<Position> {
  for (const [part, bits] of set.entries()) {
    for (const entry of eachBit(bits)) yield positionOf(part, entry);
  }
}

/** Below zero when `a` comes first, by UTF-16 code unit. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The first `count` of `items` in order; most of a large input is only ever compared with the last one kept. */
export function takeFirst<T>(items: Iterable<T>, count: number, compare: (a: T, b: T) => number): T[] {
  if (count === 0) return [];
  const kept: T[] = [];
  let last: T | undefined;
  for (const item of items) {
    if (last !== undefined && compare(item, last) >= 0) continue;
    kept.push(item);
    if (kept.length >= 2 * count) {
      kept.sort(compare).length = count;
      last = kept[count - 1];
    }
  }
  return kept.sort(compare).slice(0, count);
}
