import { PROJECTION_VERSION } from '../../model/field-path.ts';
import { ANALYSER_VERSION } from '../../text/analyse.ts';
import type { SegmentLayout } from '../segment/layout.ts';

/** What every snapshot begins with. */
export const MAGIC = Buffer.from('LARDERIX', 'latin1');

/** Counts up whenever the bytes of a snapshot mean something else: this file, `SegmentLayout`, string tables. */
export const FORMAT_VERSION = 4;

/** Bytes before the header's JSON: the magic, the version of the format, the JSON's length and its checksum (u32 each). */
export const PREAMBLE_BYTES = MAGIC.length + 12;

/** Sections follow the header in pieces of this many bytes, each with its checksum (u32) behind it. */
export const PIECE_BYTES = 4 * 1024 * 1024;
export const CHECKSUM_BYTES = 4;

/** Bytes of a header's JSON: a kilobyte a segment, of which there are sixteen. */
export const MAX_HEADER_BYTES = 1024 * 1024;

export interface TableHeader {
  readonly size: number;
  readonly arenaEnd: number;
  readonly slots: number;
}

export interface SegmentHeader {
  readonly id: number;
  readonly layout: SegmentLayout;
  readonly liveCount: number;
}

export interface SnapshotHeader {
  readonly seq: number;
  /** What the entries were read with; see `readerVersion`. */
  readonly reader: string;
  readonly paths: TableHeader;
  readonly values: TableHeader;
  readonly terms: TableHeader;
  readonly segments: readonly SegmentHeader[];
}

/** Names all that turns an entry into what is indexed; word boundaries and case folding come with the engine. */
export function readerVersion(): string {
  const { icu = '', unicode = '' } = process.versions;
  return `analyser ${ANALYSER_VERSION}, projection ${PROJECTION_VERSION}, icu ${icu}, unicode ${unicode}`;
}

/** A snapshot that cannot be used; the index has to be built from the store. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
  readonly reason: 'damaged' | 'truncated' | 'version';

  constructor(reason: SnapshotError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
