import { type CellBytes, noValue } from '../kernel/kernel.ts';
import { MAX_STARTED, startsBytes } from '../kernel/starts.ts';
import { layOutScratch } from './lay-out-scratch.ts';
import {
  BLOCK_BYTES,
  blocksOf,
  NONE,
  PATH_CELL_BYTES,
  PATH_CELLS,
  PATH_COLUMN,
  PATH_CROSS,
  PATH_MOST,
  PATH_ORDER,
  PATH_RECORD,
  PATH_SLICE_COUNT,
  PATH_SLICES,
  PATH_STARTS,
  type PostingsLayout,
  postingsKind,
  RANKED_FIELDS,
  type RankedField,
  type RankedLayout,
  type SegmentLayout,
  type TextsLayout,
} from './layout.ts';
import { planCrosses } from './plan-crosses.ts';

/** A path is dense, and gets a column, when its values are at least 1/128 as many as the entries. */
export const DENSE_SHARE = 128;

/** Most columns need but one or two bytes for a value, and counting over columns waits for memory. */
export const LEAST_CELL: CellBytes = 1;

export interface PathShape {
  readonly number: number;
  readonly values: number;
  readonly cells: number;
  readonly most: number;
}

export interface TextsShape {
  readonly count: number;
  readonly bytes: number;
}

export interface PostingsShape {
  readonly terms: number;
  readonly postings: number;
}

/** All that has to be known of a segment before its memory is made. */
export interface SegmentShape {
  readonly entries: number;
  readonly keyBytes: number;
  readonly ranked: Readonly<Record<RankedField, TextsShape>>;
  readonly paths: readonly PathShape[];
  /** How many entries each value of each path has. */
  readonly valueLengths: Uint32Array;
  readonly terms: PostingsShape;
  readonly passages: number;
  readonly passageTerms: PostingsShape;
}

/** A layout with the tables that follow from the shape alone. */
export interface LaidOut {
  readonly layout: SegmentLayout;
  readonly pathRecords: Uint32Array;
  readonly valuePlaces: Uint32Array;
  readonly crossValues: Uint32Array;
}

const CELLS: readonly CellBytes[] = [1, 2, 4];
const WORD = Uint32Array.BYTES_PER_ELEMENT;
const DOUBLE = Float64Array.BYTES_PER_ELEMENT;

/** Bytes that one memory can address. */
const MAX_SEGMENT_BYTES = 2 ** 32;

/** How columns are made. */
export interface ColumnOptions {
  /** A path gets a column when its values are at least one in this many of the entries. */
  readonly denseShare: number;
  /** The fewest bytes that a value has in a column; it has more where they cannot tell all values and none apart. */
  readonly leastCell: CellBytes;
  /** Memory for counts that are ready, bytes an entry; 0 for none. See `planCrosses`. */
  readonly crossBytes: number;
}

/** Gives every section its place; sizes are final. */
export function layOutSegment(
  shape: SegmentShape,
  { denseShare, leastCell, crossBytes }: ColumnOptions,
): LaidOut {
  const { entries, valueLengths } = shape;
  const blocks = blocksOf(entries);
  const bitSet = blocks * BLOCK_BYTES;
  let end = BLOCK_BYTES;
  const take = (bytes: number): number => {
    const at = end;
    end = Math.ceil((end + bytes) / BLOCK_BYTES) * BLOCK_BYTES;
    return at;
  };
  const takeTexts = ({ count, bytes }: TextsShape): TextsLayout => ({
    count,
    offsets: take(WORD * (count + 1)),
    bytes: take(bytes),
  });
  const takeRanked = (texts: TextsShape): RankedLayout => ({
    ...takeTexts(texts),
    ranks: take(WORD * entries),
  });
  const takePostings = ({ terms, postings }: PostingsShape): PostingsLayout => ({
    count: terms,
    terms: take(WORD * terms),
    starts: take(WORD * terms),
    lengths: take(WORD * terms),
    owners: take(WORD * postings),
    impacts: take(postings),
  });

  const places = placeValues(valueLengths, blocks);
  const hasColumn = ({ cells, most }: PathShape) => cells * denseShare >= entries && most <= MAX_STARTED;
  const cross = planCrosses(shape, hasColumn, crossBytes);
  const pathRecords = new Uint32Array(PATH_RECORD * shape.paths.length);
  const sections = {
    entries,
    blocks,
    keys: takeTexts({ count: entries, bytes: shape.keyBytes }),
    versionIds: take(DOUBLE * entries),
    updatedAt: take(DOUBLE * entries),
    firstSeen: take(DOUBLE * entries),
    ranked: Object.fromEntries(
      RANKED_FIELDS.map((field) => [field, takeRanked(shape.ranked[field])]),
    ) as Record<RankedField, RankedLayout>,
    paths: shape.paths.length,
    pathNumbers: take(WORD * shape.paths.length),
    pathValues: take(WORD * (shape.paths.length + 1)),
    pathRecords: take(WORD * pathRecords.length),
    values: valueLengths.length,
    valueNumbers: take(WORD * valueLengths.length),
    valueLengths: take(WORD * valueLengths.length),
    valuePlaces: take(WORD * valueLengths.length),
    lists: take(WORD * places.listed),
    bitSets: take(bitSet * places.bitSets),
    mostValues: shape.paths.reduce((most, { values }) => Math.max(most, values), 0),
    crossRows: cross.values.length,
    crossValues: take(WORD * cross.values.length),
    crossWidth: cross.width,
    crosses: take(WORD * cross.width * cross.values.length),
    terms: takePostings(shape.terms),
    passages: shape.passages,
    passageEntries: take(WORD * shape.passages),
    passageTerms: takePostings(shape.passageTerms),
  };
  for (const [path, pathShape] of shape.paths.entries()) {
    const { values, cells, most } = pathShape;
    const record = pathRecords.subarray(PATH_RECORD * path, PATH_RECORD * (path + 1));
    record[PATH_MOST] = most;
    record[PATH_CELLS] = cells;
    record[PATH_ORDER] = values === cells ? 0 : take(WORD * values);
    record[PATH_CROSS] = (cross.places[path] ?? -1) + 1;
    if (!hasColumn(pathShape)) continue;
    const cellBytes = CELLS.find((cell) => cell >= leastCell && values <= noValue(cell))!;
    record[PATH_CELL_BYTES] = cellBytes;
    const slices = 32 - Math.clz32(most);
    record[PATH_COLUMN] = take(cellBytes * (most === 1 ? entries : cells));
    record[PATH_STARTS] = most === 1 ? 0 : take(startsBytes(entries));
    record[PATH_SLICES] = take(bitSet * slices);
    record[PATH_SLICE_COUNT] = slices;
  }
  const scratch = end;
  const bytes = layOutScratch(sections, scratch).end;
  if (bytes > MAX_SEGMENT_BYTES) {
    throw new RangeError(`a segment of ${entries} entries would need ${bytes} bytes; 4 GiB can be addressed`);
  }
  return {
    layout: { ...sections, scratch, bytes },
    pathRecords,
    valuePlaces: places.places,
    crossValues: cross.values,
  };
}

function placeValues(lengths: Uint32Array, blocks: number) {
  const places = new Uint32Array(lengths.length);
  let listed = 0;
  let bitSets = 0;
  for (let value = 0; value < lengths.length; value++) {
    const length = lengths[value]!;
    const kind = postingsKind(length, blocks);
    if (kind === 'one') places[value] = NONE;
    else if (kind === 'bits') places[value] = bitSets++;
    else {
      places[value] = listed;
      listed += length;
    }
  }
  return { places, listed, bitSets };
}
