import type { Order, OrderField } from '../../model/query.ts';
import { compareTexts } from '../dictionary/text-bytes.ts';
import { isLive } from '../live-segment.ts';
import { NONE, type TextsLayout } from '../segment/layout.ts';
import type { Segment } from '../segment/segment.ts';
import { compilePlace, firstEntries, type Point } from './first-entries.ts';
import type { Matched } from './matched.ts';
import { compareKeys, entryIn, type Position, partOf, positionOf, segmentOf } from './position.ts';
import type { View } from './view.ts';

/**
 * The first `count` matched entries by `order` (not empty), then key; absent values come last in both directions.
 *
 * @param after the key of a live entry of the view: only what follows it
 */
export function takeOrdered(
  view: View,
  matched: readonly Matched[],
  order: readonly Order[],
  count: number,
  after: string | undefined,
): Position[] {
  const last = after === undefined ? undefined : findLive(view, after);
  const found = matched.flatMap((own, part) => {
    const { segment } = own.part.searched;
    const places = order.map((one) => compilePlace(segment, one));
    const point = last === undefined ? undefined : pointIn(segment, order, last);
    return firstEntries(own, places, count, point).map((entry) => positionOf(part, entry));
  });
  return found.sort(compareEntries(matched, order)).slice(0, count);
}

interface LiveEntry {
  readonly segment: Segment;
  readonly entry: number;
}

function findLive(view: View, key: string): LiveEntry {
  for (const { searched, live } of view.parts) {
    const entry = searched.segment.findKey(key);
    if (entry !== undefined && isLive(new Uint32Array(live), entry))
      return { segment: searched.segment, entry };
  }
  throw new RangeError('a page continues after an entry that its view does not have');
}

/** Where an entry of any segment stands, or would stand, in the order of this one. */
function pointIn(segment: Segment, order: readonly Order[], { segment: own, entry }: LiveEntry): Point {
  const key = own.keyAt(entry);
  return {
    places: order.map((one) => {
      const place = compilePlace(own, one)(entry);
      if (segment === own || place === Number.POSITIVE_INFINITY) return place;
      const { field, descending } = one;
      if (field === 'updatedAt' || field === 'firstSeen') return place;
      const texts = field === 'identifier' ? segment.layout.keys : segment.layout.ranked[field];
      const text = field === 'identifier' ? key : own.rankedText(field, entry)!;
      return (descending ? -1 : 1) * placeOfText(segment, texts, text);
    }),
    entry: segment === own ? entry : placeOfText(segment, segment.layout.keys, key),
  };
}

/** The number of a text among ascending ones, or a half less than that of the one it would stand before. */
function placeOfText(segment: Segment, texts: TextsLayout, text: string): number {
  const first = segment.firstText(texts, text);
  return first < texts.count && segment.text(texts, first) === text ? first : first - 0.5;
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
