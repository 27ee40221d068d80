/** Where a table of texts stands: `offsets` has one u32 more than there are texts. */
export interface TextsLayout {
  readonly count: number;
  readonly offsets: number;
  readonly bytes: number;
}

/** A field that entries are ordered by: its distinct texts, ascending by UTF-16 code unit, and each entry's rank. */
export interface RankedLayout extends TextsLayout {
  /** u32 an entry: the number of its text, or NONE. */
  readonly ranks: number;
}

/**
 * Postings by term: `terms` ascending numbers, where the postings of each start and how many there are; `owners`
 * (u32, ascending inside a term) and `impacts` (u8) stand beside each other. Terms with equal postings share them.
 */
export interface PostingsLayout {
  readonly count: number;
  readonly terms: number;
  readonly starts: number;
  readonly lengths: number;
  readonly owners: number;
  readonly impacts: number;
}

/** Texts that entries are ordered by, beside their key. */
export const RANKED_FIELDS = ['displayName', 'type', 'publisher', 'version'] as const;
export type RankedField = (typeof RANKED_FIELDS)[number];

/** Stands for no text, no value. */
export const NONE = 0xffffffff;

/**
 * Where everything stands in a segment's memory: byte addresses, and numbers of items. Entries are numbered in key
 * order, so order by number is order by key.
 */
export interface SegmentLayout {
  readonly entries: number;
  /** 16-byte blocks of a bit set over the entries. */
  readonly blocks: number;
  readonly keys: TextsLayout;
  readonly versionIds: number;
  /** Epoch milliseconds (f64), NaN where absent. */
  readonly updatedAt: number;
  readonly firstSeen: number;
  readonly ranked: Readonly<Record<RankedField, RankedLayout>>;

  readonly paths: number;
  /** u32 a path, ascending. */
  readonly pathNumbers: number;
  /** u32 a path and one more: its first value. */
  readonly pathValues: number;
  /** Nine u32 a path, see `PATH_RECORD`. */
  readonly pathRecords: number;

  /** All values of all paths. */
  readonly values: number;
  /** u32 a value, ascending inside a path. */
  readonly valueNumbers: number;
  /** u32 a value: how many entries have it. */
  readonly valueLengths: number;
  /** u32 a value: its entry, if it has but one; the place of its list in `lists`; or the number of its bit set. */
  readonly valuePlaces: number;
  readonly lists: number;
  readonly bitSets: number;
  /** Most values that a path has: counters needed. */
  readonly mostValues: number;

  /** Rows of counts, see `CrossPlan`: u32 a row, ascending, its value; counts of a row; and the rows, one after the other. */
  readonly crossRows: number;
  readonly crossValues: number;
  readonly crossWidth: number;
  readonly crosses: number;

  readonly terms: PostingsLayout;
  readonly passages: number;
  /** u32 a passage, ascending: its entry. */
  readonly passageEntries: number;
  readonly passageTerms: PostingsLayout;

  /** End of what a snapshot keeps; scratch follows. */
  readonly scratch: number;
  /** Size of the memory. */
  readonly bytes: number;
}

/**
 * u32 of a path's record. Column, starts and slices are 0 where a path is sparse, or some entry has more than MAX_STARTED
 * values of it: it then has none of them.
 */
export const PATH_RECORD = 9;
/** Most values that one entry has at the path. */
export const PATH_MOST = 0;
/** Lengths of all its lists together. */
export const PATH_CELLS = 1;
/** Single-valued: the value of each entry (numbered inside the path), or none. Many-valued: those of all entries. */
export const PATH_COLUMN = 2;
/** Many-valued: where the values of each entry start in the column, see `kernel/starts.ts`. Single-valued: 0. */
export const PATH_STARTS = 3;
/** Bit slices of the number of values that an entry has; slice i is worth 2^i. */
export const PATH_SLICES = 4;
export const PATH_SLICE_COUNT = 5;
/**
 * u32 a value: the values (numbered inside the path) by descending length. 0 where each has one entry, as identifiers and
 * addresses do: then any order is right.
 */
export const PATH_ORDER = 6;
/** Bytes of one value in the column, see `CellBytes`. */
export const PATH_CELL_BYTES = 7;
/** One more than the place of its counts in a row of `crosses`; 0 where it has none there. */
export const PATH_CROSS = 8;

/** Bytes of a block of bits. */
export const BLOCK_BYTES = 16;
/** Entries of a block of bits. */
export const BLOCK_ENTRIES = 128;

export function blocksOf(entries: number): number {
  return Math.ceil(entries / BLOCK_ENTRIES);
}

/** How the entries of a value stand: a lone one in place, many as bits, others as a list. */
export function postingsKind(length: number, blocks: number): 'one' | 'list' | 'bits' {
  if (length <= 1) return 'one';
  return length >= bitsFrom(blocks) ? 'bits' : 'list';
}

/**
 * The number of entries from which a value's stand as bits: from 1/64 of a segment's on. A list would be half as
 * large there, but takes up to twice as long to count.
 */
export function bitsFrom(blocks: number): number {
  return (blocks * BLOCK_ENTRIES) / 64;
}
