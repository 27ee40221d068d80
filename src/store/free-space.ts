import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { unavailable } from './sqlite-errors.ts';

/**
 * Writes are refused below this, before they start: on a full disk SQLite cannot even delete, and what is
 * left is needed to fold the write-ahead log back into the database.
 */
const MIN_FREE_BYTES = 1024 * 1024;

/** Throws UNAVAILABLE when the disk that holds `file` is (nearly) full. */
export function checkFreeSpace(file: string): void {
  const { bavail, blocks, bsize } = statfsSync(dirname(file));
  // Some network and overlay file systems report no sizes at all; there the write itself has to tell.
  if (blocks === 0) return;
  if (bavail * bsize < MIN_FREE_BYTES) {
    throw unavailable('The disk that holds the database is full; nothing was written.');
  }
}
