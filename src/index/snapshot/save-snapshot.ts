import type { StringTableData } from '../dictionary/string-table.ts';
import type { ViewData } from '../view-data.ts';
import { checksum } from './checksum.ts';
import {
  CHECKSUM_BYTES,
  FORMAT_VERSION,
  MAGIC,
  PREAMBLE_BYTES,
  readerVersion,
  type SnapshotHeader,
  type TableHeader,
} from './format.ts';
import { eachPiece, listSections } from './sections.ts';

/**
 * A version as bytes: a header, then the sections as they stand in memory, a few megabytes at a time. Only the slots
 * of dictionaries are copied: all else that a version shows never changes.
 */
export function saveSnapshot(view: ViewData): Iterable<Uint8Array> {
  return writeSnapshot({
    ...view,
    paths: withOwnSlots(view.paths),
    values: withOwnSlots(view.values),
    terms: withOwnSlots(view.terms),
  });
}

function withOwnSlots(table: StringTableData): StringTableData {
  return { ...table, slots: table.slots.slice(0) };
}

function* writeSnapshot(view: ViewData): Generator<Uint8Array> {
  const header: SnapshotHeader = {
    seq: view.seq,
    reader: readerVersion(),
    paths: tableHeader(view.paths),
    values: tableHeader(view.values),
    terms: tableHeader(view.terms),
    segments: view.segments.map(({ id, layout, liveCount }) => ({ id, layout, liveCount })),
  };
  const json = Uint8Array.from(Buffer.from(JSON.stringify(header)));
  const preamble = Buffer.alloc(PREAMBLE_BYTES);
  MAGIC.copy(preamble);
  preamble.writeUInt32LE(FORMAT_VERSION, MAGIC.length);
  preamble.writeUInt32LE(json.length, MAGIC.length + 4);
  preamble.writeUInt32LE(checksum(json), MAGIC.length + 8);
  yield preamble;
  yield json;
  for (const piece of eachPiece(listSections(view))) {
    yield piece;
    const sum = Buffer.alloc(CHECKSUM_BYTES);
    sum.writeUInt32LE(checksum(piece));
    yield sum;
  }
}

function tableHeader({ size, arenaEnd, slots }: StringTableData): TableHeader {
  return { size, arenaEnd, slots: slots.byteLength };
}
