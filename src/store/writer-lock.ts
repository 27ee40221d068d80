import { closeSync, openSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { LarderError } from '../errors.ts';
import { isSqliteError, storeError } from './sqlite-errors.ts';

/** A process that is just ending gets this long to let go. */
const LOCK_WAIT_MS = 500;

export interface WriterLock {
  release(): void;
}

/**
 * Takes the one writer's place beside the database: an exclusive transaction on `<file>.lock`. The operating
 * system drops it when the process ends, however it ends, so there is no stale lock to clean up; the file
 * itself stays. Errors: CONFLICT when another process writes.
 */
export function takeWriterLock(file: string): WriterLock {
  const path = `${file}.lock`;
  let connection: BetterSqlite3.Database | undefined;
  try {
    // Whoever may read a file may hold it against us.
    closeSync(openSync(path, 'a', 0o600));
    connection = new BetterSqlite3(path, { timeout: LOCK_WAIT_MS });
    connection.pragma('journal_mode = MEMORY');
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection?.close();
    if (!isSqliteError(error, 'SQLITE_BUSY')) throw storeError(error, path);
    throw new LarderError(
      'CONFLICT',
      `The database ${file} is open for writing in another process, which holds ${path}. ` +
        'Reach that process with --url http://HOST:PORT, or stop it first.',
      { cause: error },
    );
  }
  const held = connection;
  return {
    release: () => {
      held.close();
    },
  };
}
