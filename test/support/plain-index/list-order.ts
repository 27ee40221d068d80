import type { Order, OrderField } from '../../../src/model/query.ts';
import { compareCodeUnits, entryIn, keyAt, type Position, segmentAt } from './position.ts';
import type { Segment } from './segment.ts';
import type { View } from './view.ts';

/** The value that an entry is ordered by and compared with; undefined when it has none. */
export function sortValue(segment: Segment, entry: number, field: OrderField): string | number | undefined {
  switch (field) {
    case 'identifier':
      return segment.keys[entry];
    case 'displayName':
      return segment.displayNames[entry];
    case 'type':
      return segment.types[entry];
    case 'publisher':
      return segment.publishers[entry];
    case 'version':
      return segment.versions[entry];
    case 'updatedAt':
      return instant(segment.updatedAt[entry]!);
    case 'firstSeen':
      return instant(segment.firstSeen[entry]!);
  }
}

function instant(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}

/** Orders entries of a view by `order`, then key; absent values come last in both directions. */
export function compareEntries(view: View, order: readonly Order[]): (a: Position, b: Position) => number {
  return (a, b) => {
    for (const { field, descending } of order) {
      const left = sortValue(segmentAt(view, a), entryIn(a), field);
      const right = sortValue(segmentAt(view, b), entryIn(b), field);
      if (left === right) continue;
      if (left === undefined) return 1;
      if (right === undefined) return -1;
      return left < right !== descending ? -1 : 1;
    }
    return compareCodeUnits(keyAt(view, a), keyAt(view, b));
  };
}
