import type { Order, OrderField } from '../../model/query.ts';
import { compareTexts } from '../dictionary/text-bytes.ts';
import { NONE } from '../segment/layout.ts';
import type { Segment } from '../segment/segment.ts';
import { countMatched, type Matched } from './matched.ts';
import {
  compareKeys,
  eachPosition,
  entryIn,
  type Position,
  partOf,
  positionOf,
  segmentOf,
} from './position.ts';
import { eachBit } from './searched-segment.ts';
import { Smallest } from './smallest.ts';
import { takeFirst } from './take-first.ts';

/** The first `count` matched entries by `order` (not empty), then key; absent values come last in both directions. */
export function takeOrdered(matched: readonly Matched[], order: readonly Order[], count: number): Position[] {
  const [first] = order;
  const few = first !== undefined && PREFILTER_SHARE * count < countMatched(matched);
  const items = few ? candidates(matched, first, count) : eachPosition(matched);
  return takeFirst(items, count, compareEntries(matched, order));
}

/** Where a page is a smaller share of the matched entries, most are passed over by one number each. */
const PREFILTER_SHARE = 8;

/** The entries of each part that may be among its first `count` by one field. */
function* candidates(matched: readonly Matched[], order: Order, count: number): Generator<Position> {
  for (const [part, own] of matched.entries()) {
    const { segment } = own.part.searched;
    const placeOf = compilePlace(segment, order);
    const smallest = new Smallest(count);
    const { words } = segment;
    const first = own.bits / 4;
    for (let i = 0; i < 4 * segment.layout.blocks; i++) {
      for (let word = words[first + i]!; word !== 0; word &= word - 1) {
        smallest.add(placeOf(32 * i + 31 - Math.clz32(word & -word)));
      }
    }
    for (const entry of eachBit(words, own.bits, segment.layout.blocks)) {
      if (placeOf(entry) <= smallest.largest) yield positionOf(part, entry);
    }
  }
}

/** A number that orders the entries of one segment by one field; infinite where it is absent. */
function compilePlace(segment: Segment, { field, descending }: Order): (entry: number) => number {
  const direction = descending ? -1 : 1;
  switch (field) {
    case 'identifier':
      return (entry) => direction * entry;
    case 'updatedAt':
    case 'firstSeen': {
      const at = segment.layout[field] / 8;
      return (entry) => {
        const instant = segment.doubles[at + entry]!;
        return Number.isNaN(instant) ? Number.POSITIVE_INFINITY : direction * instant;
      };
    }
    default: {
      const at = segment.layout.ranked[field].ranks / 4;
      return (entry) => {
        const rank = segment.words[at + entry]!;
        return rank === NONE ? Number.POSITIVE_INFINITY : direction * rank;
      };
    }
  }
}

/** Orders matched entries by `order`, then key; absent values come last in both directions. */
function compareEntries(
  matched: readonly Matched[],
  order: readonly Order[],
): (a: Position, b: Position) => number {
  return (a, b) => {
    for (const { field, descending } of order) {
      const compared = compareBy(matched, field, descending ? -1 : 1, a, b);
      if (compared !== 0) return compared;
    }
    return compareKeys(matched, a, b);
  };
}

function compareBy(
  matched: readonly Matched[],
  field: OrderField,
  direction: 1 | -1,
  a: Position,
  b: Position,
): number {
  const left = segmentOf(matched, a);
  const right = segmentOf(matched, b);
  switch (field) {
    case 'identifier':
      return direction * compareKeys(matched, a, b);
    case 'updatedAt':
    case 'firstSeen': {
      const own = left.double(left.layout[field], entryIn(a));
      const other = right.double(right.layout[field], entryIn(b));
      if (Number.isNaN(own) || Number.isNaN(other))
        return Number(Number.isNaN(own)) - Number(Number.isNaN(other));
      return own === other ? 0 : own < other ? -direction : direction;
    }
    default: {
      const own = left.rankAt(field, entryIn(a));
      const other = right.rankAt(field, entryIn(b));
      if (own === NONE || other === NONE) return Number(own === NONE) - Number(other === NONE);
      if (partOf(a) === partOf(b)) return direction * (own - other);
      return (
        direction *
        compareTexts(
          left.textAt(left.layout.ranked[field], own),
          right.textAt(right.layout.ranked[field], other),
        )
      );
    }
  }
}
