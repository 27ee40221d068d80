import { chunkLength, chunkStart } from '../dictionary/chunks.ts';
import { RECORD_WORDS, type StringTableData } from '../dictionary/string-table.ts';
import { bufferOf } from '../segment/memories.ts';
import type { ViewData } from '../view-data.ts';
import { PIECE_BYTES } from './format.ts';

/** The bytes of a version, in the order in which a snapshot has them. Views of the memories themselves. */
export function listSections(view: ViewData): readonly Uint8Array[] {
  return [
    ...tableSections(view.paths),
    ...tableSections(view.values),
    ...tableSections(view.terms),
    ...view.segments.flatMap(({ memory, layout, live }) => [
      new Uint8Array(bufferOf(memory), 0, layout.scratch),
      new Uint8Array(live),
    ]),
  ];
}

/** The same in pieces. */
export function* eachPiece(sections: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const section of sections) {
    for (let from = 0; from < section.length; from += PIECE_BYTES) {
      yield section.subarray(from, from + PIECE_BYTES);
    }
  }
}

function tableSections({ size, arenaEnd, slots, arena, records }: StringTableData): readonly Uint8Array[] {
  return [
    new Uint8Array(slots),
    ...usedChunks(arena, arenaEnd, 1),
    ...usedChunks(records, RECORD_WORDS * size, Uint32Array.BYTES_PER_ELEMENT),
  ];
}

function usedChunks(
  chunks: readonly SharedArrayBuffer[],
  items: number,
  itemBytes: number,
): readonly Uint8Array[] {
  return chunks.map((buffer, chunk) => {
    const used = Math.max(0, Math.min(items - chunkStart(chunk), chunkLength(chunk)));
    return new Uint8Array(buffer, 0, itemBytes * used);
  });
}
