import { realpathSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Before the bytes of the index: what the file is, the change that it goes up to, and the mark of the history that it
 * was made from. Bytes: magic 8, seq 8 (f64), mark 32.
 */
const MAGIC = Buffer.from('LARDERX1', 'latin1');
const MARK_BYTES = 32;
const HEADER_BYTES = MAGIC.length + 8 + MARK_BYTES;

/** Read at a time. */
const READ_BYTES = 4 * 1024 * 1024;
/** Entries of an index are the owner's business, as the database is. */
const OWNER_ONLY = 0o600;

/** From which history of which database a snapshot is. */
export interface SnapshotOrigin {
  readonly seq: number;
  /** `Store.markHistory(seq)`. */
  readonly mark: Uint8Array;
}

export interface SnapshotReader {
  readonly origin: SnapshotOrigin;
  /** The bytes of the index, once. */
  readonly chunks: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** The snapshot that belongs to a database; the same for every spelling of its name. The database has to be there. */
export function snapshotOf(database: string): string {
  return `${realpathSync(database)}.index`;
}

/**
 * Writes a snapshot beside the old one and puts it in its place when it is durable, so that the file is always a whole
 * one. Gives false, and leaves the old one, when `goOn` says so after any chunk. Errors: those of the file system.
 */
export async function writeSnapshot(
  file: string,
  origin: SnapshotOrigin,
  chunks: Iterable<Uint8Array>,
  goOn: () => boolean,
): Promise<boolean> {
  const temporary = temporaryOf(file);
  try {
    const handle = await open(temporary, 'w', OWNER_ONLY);
    try {
      await handle.writeFile(headerOf(origin));
      for (const chunk of chunks) {
        if (!goOn()) {
          await rm(temporary, { force: true });
          return false;
        }
        await handle.writeFile(chunk);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    await syncDirectory(dirname(file));
    return true;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Opens a snapshot; undefined when there is none, or a reason why the file is none of ours. */
export async function openSnapshot(file: string): Promise<SnapshotReader | string | undefined> {
  const handle = await openIfThere(file);
  if (handle === undefined) return undefined;
  const header = Buffer.alloc(HEADER_BYTES);
  try {
    await handle.read(header, 0, HEADER_BYTES, 0);
  } catch (error) {
    await handle.close();
    throw error;
  }
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) {
    await handle.close();
    return 'it is no snapshot of this format';
  }
  // Of a file that is cut short in its header, the mark fits nothing.
  return {
    origin: { seq: header.readDoubleLE(MAGIC.length), mark: header.subarray(MAGIC.length + 8) },
    chunks: readChunks(handle),
    close: () => handle.close(),
  };
}

/** Takes away what a killed writer left half-written. */
export async function removeUnfinished(file: string): Promise<void> {
  await rm(temporaryOf(file), { force: true });
}

function temporaryOf(file: string): string {
  return `${file}.tmp`;
}

function headerOf({ seq, mark }: SnapshotOrigin): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeDoubleLE(seq, MAGIC.length);
  header.set(mark, MAGIC.length + 8);
  return header;
}

async function* readChunks(handle: FileHandle): AsyncIterable<Uint8Array> {
  for (let position = HEADER_BYTES; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Makes the new name durable. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
