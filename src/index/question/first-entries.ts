import type { Order } from '../../model/query.ts';
import { NONE } from '../segment/layout.ts';
import type { Segment } from '../segment/segment.ts';
import type { Matched } from './matched.ts';

/** A number that orders the entries of one segment by one field; infinite where it is absent. */
export type PlaceOf = (entry: number) => number;

/** A point in the order of one segment, on an entry or between two: its place by each field, then its number. */
export interface Point {
  readonly places: readonly number[];
  readonly entry: number;
}

export function compilePlace(segment: Segment, { field, descending }: Order): PlaceOf {
  const direction = descending ? -1 : 1;
  switch (field) {
    case 'identifier':
      return (entry) => direction * entry;
    case 'updatedAt':
    case 'firstSeen': {
      const { doubles } = segment;
      const at = segment.layout[field] / 8;
      return (entry) => {
        const instant = doubles[at + entry]!;
        return Number.isNaN(instant) ? Number.POSITIVE_INFINITY : direction * instant;
      };
    }
    default: {
      const { words } = segment;
      const at = segment.layout.ranked[field].ranks / 4;
      return (entry) => {
        const rank = words[at + entry]!;
        return rank === NONE ? Number.POSITIVE_INFINITY : direction * rank;
      };
    }
  }
}

/**
 * The first `count` matched entries of one part by places, then number, behind a point. One pass that looks at one
 * number of most entries, however far the point is.
 */
export function firstEntries(
  matched: Matched,
  places: readonly PlaceOf[],
  count: number,
  after: Point | undefined,
): number[] {
  const limit = guessLimit(matched, places[0]!, count, after);
  const found = collect(matched, places, count, after, limit);
  const isAll = found.length === count || limit === Number.POSITIVE_INFINITY;
  return isAll ? found : collect(matched, places, count, after, Number.POSITIVE_INFINITY);
}

function collect(
  matched: Matched,
  places: readonly PlaceOf[],
  count: number,
  after: Point | undefined,
  limit: number,
): number[] {
  const { words, layout } = matched.part.searched.segment;
  const bits = matched.bits / 4;
  const placeOf = places[0]!;
  const isOnly = places.length === 1;
  const least = after?.places[0] ?? Number.NEGATIVE_INFINITY;
  const kept: number[] = [];
  let most = limit;
  for (let i = 0; i < 4 * layout.blocks; i++) {
    for (let word = words[bits + i]!; word !== 0; word &= word - 1) {
      const entry = 32 * i + 31 - Math.clz32(word & -word);
      const place = placeOf(entry);
      if (place > most || place < least) continue;
      if (after !== undefined && place === least && !isBehind(places, entry, after)) continue;
      if (kept.length === count) {
        // Of equal entries the later one comes last.
        if (place === most && (isOnly || compare(places, entry, kept[count - 1]!) > 0)) continue;
        kept.pop();
      }
      kept.splice(findPlace(places, kept, entry), 0, entry);
      if (kept.length === count) most = placeOf(kept[count - 1]!);
    }
  }
  return kept;
}

/** Entries that are looked at before the pass. */
const SAMPLE = 2_048;
/** How many times the wanted entries the guess should let through, and how many more of the sample to be sure. */
const MARGIN = 2;
const SPARE = 4;

/**
 * A place that few entries are below, but mostly as many as wanted: without it, each entry of an unlucky order would be
 * kept for a while.
 */
function guessLimit(matched: Matched, placeOf: PlaceOf, count: number, after: Point | undefined): number {
  if (matched.count < MARGIN * SAMPLE) return Number.POSITIVE_INFINITY;
  const { words, layout } = matched.part.searched.segment;
  const bits = matched.bits / 4;
  const step = Math.max(1, Math.floor((4 * layout.blocks) / SAMPLE));
  const least = after?.places[0] ?? Number.NEGATIVE_INFINITY;
  const sample: number[] = [];
  let looked = 0;
  for (let i = 0; i < 4 * layout.blocks; i += step) {
    const word = words[bits + i]!;
    if (word === 0) continue;
    looked++;
    const place = placeOf(32 * i + 31 - Math.clz32(word & -word));
    if (place >= least) sample.push(place);
  }
  const at = Math.ceil((MARGIN * count * looked) / matched.count) + SPARE;
  return Float64Array.from(sample).sort()[at] ?? Number.POSITIVE_INFINITY;
}

function isBehind(places: readonly PlaceOf[], entry: number, after: Point): boolean {
  // The first place is known to be equal.
  for (let i = 1; i < places.length; i++) {
    const place = places[i]!(entry);
    if (place !== after.places[i]!) return place > after.places[i]!;
  }
  return entry > after.entry;
}

function compare(places: readonly PlaceOf[], a: number, b: number): number {
  for (const placeOf of places) {
    const left = placeOf(a);
    const right = placeOf(b);
    if (left !== right) return left < right ? -1 : 1;
  }
  return a - b;
}

/** Where an entry belongs among ordered ones. */
function findPlace(places: readonly PlaceOf[], ordered: readonly number[], entry: number): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(places, ordered[middle]!, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
