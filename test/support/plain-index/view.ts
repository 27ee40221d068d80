import { type Bits, clearBit, countBits, hasBit } from './entry-set.ts';
import { findKey, type Segment } from './segment.ts';

/** A segment as one view sees it. */
export interface Part {
  readonly segment: Segment;
  readonly live: Bits;
}

/** One consistent version of the index, never changed once it is published. */
export interface View {
  readonly seq: number;
  readonly parts: readonly Part[];
}

/** A set of entries of a view: the bits of each of its parts. */
export type EntrySet = readonly Bits[];

export function liveEntries(view: View): EntrySet {
  return view.parts.map((part) => part.live);
}

export function countEntries(set: EntrySet): number {
  return set.reduce((count, bits) => count + countBits(bits), 0);
}

/** The parts without these keys; what does not change is shared. */
export function withoutKeys(parts: readonly Part[], keys: Iterable<string>): Part[] {
  const copies = new Map<Part, Bits>();
  for (const key of keys) {
    for (const part of parts) {
      const number = findKey(part.segment, key);
      if (number === undefined || !hasBit(copies.get(part) ?? part.live, number)) continue;
      const bits = copies.get(part) ?? part.live.slice();
      copies.set(part, bits);
      clearBit(bits, number);
      break;
    }
  }
  return parts.map((part) => {
    const live = copies.get(part);
    return live === undefined ? part : { segment: part.segment, live };
  });
}
