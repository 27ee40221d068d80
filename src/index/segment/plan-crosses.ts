import type { PathShape, SegmentShape } from './lay-out.ts';
import { blocksOf, postingsKind } from './layout.ts';

/** Memory for the counts, bytes an entry of the segment: some twenty rows at the million entries of the benchmark. */
export const CROSS_BYTES = 8;

/** However narrow they are: each row is a pass over part of every counted column when the segment is made. */
const MOST_ROWS = 64;

/** Paths with more than one value in so many entries are left out: their counts are mostly 0 and 1, and would fill the room. */
const COUNTED_SHARE = 16;

/**
 * Which counts a segment has ready: how many of the entries of one value have each value of each counted path. Most
 * questions filter by one value of a field that has one (a type, a status, a region); their facets are then
 * answered without a look at any entry.
 */
export interface CrossPlan {
  /** A row of counts for each of these values (by place), ascending. */
  readonly values: Uint32Array;
  /** By path: where its counts stand in a row; undefined where it is not counted. */
  readonly places: readonly (number | undefined)[];
  /** Counts of a row. */
  readonly width: number;
}

/**
 * @param hasColumn what can be counted in one pass
 * @param crossBytes memory for the counts, bytes an entry
 */
export function planCrosses(
  { entries, paths, valueLengths }: SegmentShape,
  hasColumn: (path: PathShape) => boolean,
  crossBytes: number,
): CrossPlan {
  let width = 0;
  const places = paths.map((path) => {
    if (!hasColumn(path) || COUNTED_SHARE * path.values > entries) return undefined;
    const place = width;
    width += path.values;
    return place;
  });
  const room = Math.floor((crossBytes * entries) / (Uint32Array.BYTES_PER_ELEMENT * Math.max(1, width)));
  const blocks = blocksOf(entries);
  const frequent: number[] = [];
  let first = 0;
  for (const path of paths) {
    const end = first + path.values;
    for (let value = first; path.most === 1 && hasColumn(path) && value < end; value++) {
      const length = valueLengths[value]!;
      if (length < entries && postingsKind(length, blocks) === 'bits') frequent.push(value);
    }
    first = end;
  }
  frequent.sort((a, b) => valueLengths[b]! - valueLengths[a]! || a - b);
  const rows = frequent.slice(0, Math.min(room, MOST_ROWS));
  return { values: Uint32Array.from(rows).sort(), places, width };
}
