import type { Order, OrderField } from '../../model/query.ts';
import { compareTexts } from '../dictionary/text-bytes.ts';
import { NONE } from '../segment/layout.ts';
import type { Matched } from './matched.ts';
import { compareKeys, entryIn, type Position, partOf, segmentOf } from './position.ts';

/** Orders matched entries by `order`, then key; absent values come last in both directions. */
export function compareEntries(
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
