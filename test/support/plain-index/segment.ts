import { type PostingTable, tableBytes } from './posting-table.ts';

/**
 * The values of one field path in a segment: one cell for each entry and value, sorted by entry. An entry has
 * a value at most once.
 */
export interface Column {
  readonly entries: Uint32Array;
  /** Numbers in the path's dictionary. */
  readonly values: Uint32Array;
}

/**
 * An immutable batch of entries. Entries are numbered in key order, so order by number is order by key.
 * Which of them are live is not the segment's business but a view's.
 */
export interface Segment {
  readonly size: number;
  readonly keys: readonly string[];
  readonly versionIds: Float64Array;
  readonly displayNames: readonly string[];
  readonly types: readonly string[];
  readonly publishers: readonly (string | undefined)[];
  readonly versions: readonly (string | undefined)[];
  /** Epoch milliseconds, NaN where absent. */
  readonly updatedAt: Float64Array;
  readonly firstSeen: Float64Array;
  readonly columns: ReadonlyMap<string, Column>;
  /** By term: each entry that has it anywhere; impact 0 when it stands in representative queries only. */
  readonly own: PostingTable;
  /** By term: each passage that has it. */
  readonly passages: PostingTable;
  /** The entry of each passage. */
  readonly passageEntries: Uint32Array;
}

/** The number of the first entry whose key is not below `key`. */
export function firstFrom(segment: Segment, key: string): number {
  let low = 0;
  let high = segment.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (segment.keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of the entry with this key, live or not. */
export function findKey(segment: Segment, key: string): number | undefined {
  const number = firstFrom(segment, key);
  return segment.keys[number] === key ? number : undefined;
}

/** Mean bytes of the strings that an entry keeps in a segment, headers included: an estimate. */
const STRING_BYTES_AN_ENTRY = 400;

/** Bytes that a segment holds, near enough for a memory budget. */
export function segmentBytes(segment: Segment): number {
  let bytes = tableBytes(segment.own) + tableBytes(segment.passages) + segment.passageEntries.byteLength;
  for (const { entries, values } of segment.columns.values()) bytes += entries.byteLength + values.byteLength;
  return bytes + segment.size * (3 * Float64Array.BYTES_PER_ELEMENT + STRING_BYTES_AN_ENTRY);
}
