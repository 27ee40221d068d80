import { chunkLength, chunksFor } from '../dictionary/chunks.ts';
import { RECORD_WORDS, type StringTableData } from '../dictionary/string-table.ts';
import { layOutScratch } from '../segment/lay-out-scratch.ts';
import { BLOCK_BYTES } from '../segment/layout.ts';
import type { Memories } from '../segment/memories.ts';
import type { ViewData } from '../view-data.ts';
import { checksum } from './checksum.ts';
import {
  CHECKSUM_BYTES,
  FORMAT_VERSION,
  MAGIC,
  MAX_HEADER_BYTES,
  PREAMBLE_BYTES,
  readerVersion,
  SnapshotError,
  type SnapshotHeader,
  type TableHeader,
} from './format.ts';
import { eachPiece, listSections } from './sections.ts';

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Reads a version back into memories of its own. Errors: SnapshotError. */
export async function loadSnapshot(chunks: Chunks, memories: Memories): Promise<ViewData> {
  const source = new ByteSource(chunks);
  const view = allocate(await readHeader(source), memories);
  const sum = Buffer.alloc(CHECKSUM_BYTES);
  for (const piece of eachPiece(listSections(view))) {
    await source.fill(piece);
    await source.fill(sum);
    if (checksum(piece) !== sum.readUInt32LE()) throw damaged('its bytes have changed');
  }
  if (!(await source.isAtEnd())) throw damaged('something follows its end');
  return view;
}

async function readHeader(source: ByteSource): Promise<SnapshotHeader> {
  const preamble = Buffer.alloc(PREAMBLE_BYTES);
  await source.fill(preamble);
  if (!preamble.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged('it does not begin as one');
  const version = preamble.readUInt32LE(MAGIC.length);
  if (version !== FORMAT_VERSION) {
    throw new SnapshotError(
      'version',
      `The snapshot has format ${version}; this is format ${FORMAT_VERSION}.`,
    );
  }
  const length = preamble.readUInt32LE(MAGIC.length + 4);
  if (length > MAX_HEADER_BYTES) throw damaged('its header is too long');
  const json = new Uint8Array(length);
  await source.fill(json);
  if (checksum(json) !== preamble.readUInt32LE(MAGIC.length + 8)) throw damaged('its header has changed');
  // The checksum says that these bytes are what saveSnapshot of this format wrote.
  const header = JSON.parse(Buffer.from(json).toString()) as SnapshotHeader;
  if (header.reader !== readerVersion()) {
    throw new SnapshotError(
      'version',
      `The snapshot was made with ${header.reader}; this is ${readerVersion()}.`,
    );
  }
  return header;
}

function allocate({ seq, paths, values, terms, segments }: SnapshotHeader, memories: Memories): ViewData {
  return {
    seq,
    paths: allocateTable(paths),
    values: allocateTable(values),
    terms: allocateTable(terms),
    segments: segments.map(({ id, layout: saved, liveCount }) => {
      // Scratch is not saved, and may have another size than when it was.
      const layout = { ...saved, bytes: layOutScratch(saved, saved.scratch).end };
      return {
        id,
        layout,
        liveCount,
        memory: memories.create(layout.bytes),
        live: new SharedArrayBuffer(layout.blocks * BLOCK_BYTES),
      };
    }),
    memoryHolders: memories.holders,
  };
}

function allocateTable({ size, arenaEnd, slots }: TableHeader): StringTableData {
  return {
    size,
    arenaEnd,
    slots: new SharedArrayBuffer(slots),
    arena: allocateChunks(arenaEnd, 1),
    records: allocateChunks(RECORD_WORDS * size, Uint32Array.BYTES_PER_ELEMENT),
  };
}

function allocateChunks(items: number, itemBytes: number): SharedArrayBuffer[] {
  return Array.from(
    { length: chunksFor(items) },
    (_, chunk) => new SharedArrayBuffer(itemBytes * chunkLength(chunk)),
  );
}

/** Bytes that come in chunks of any size, taken out in pieces of any other. */
class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(chunks: Chunks) {
    this.#chunks =
      Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  }

  async fill(to: Uint8Array): Promise<void> {
    for (let at = 0; at < to.length; ) {
      if (this.#rest.length === 0 && !(await this.#read())) {
        throw new SnapshotError('truncated', 'The snapshot ends too early.');
      }
      const taken = this.#rest.subarray(0, to.length - at);
      to.set(taken, at);
      at += taken.length;
      this.#rest = this.#rest.subarray(taken.length);
    }
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#rest.length === 0) if (!(await this.#read())) return true;
    return false;
  }

  /** False at the end. */
  async #read(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.#rest = value;
    return true;
  }
}

function damaged(what: string): SnapshotError {
  return new SnapshotError('damaged', `The snapshot is damaged: ${what}.`);
}
