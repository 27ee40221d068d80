/**
 * A growable run of items in shared memory. Chunk 0 holds the first 2^FIRST_BITS items, and each further one as
 * many as all before it; so nothing is ever moved, and a reader that knows the older chunks goes on. Memory that was
 * not written to yet is not resident.
 */
const FIRST_BITS = 14;

/** The chunk in which an item stands. */
export function chunkOf(index: number): number {
  return 32 - Math.clz32(index >>> FIRST_BITS);
}

/** The first item of a chunk. */
export function chunkStart(chunk: number): number {
  return chunk === 0 ? 0 : (1 << (FIRST_BITS - 1 + chunk)) >>> 0;
}

/** Items of a chunk. */
export function chunkLength(chunk: number): number {
  return chunk === 0 ? 2 ** FIRST_BITS : chunkStart(chunk);
}

/** Chunks that hold this many items. */
export function chunksFor(items: number): number {
  return items === 0 ? 0 : chunkOf(items - 1) + 1;
}
