import BetterSqlite3 from 'better-sqlite3';
import { LarderError } from '../errors.ts';

/** Seconds until a caller may try again after a write that the disk refused; an operator has to act first. */
const DISK_RETRY_SECONDS = 30;
/** Seconds until a caller may try again after a lock was held for the whole busy timeout. */
const BUSY_RETRY_SECONDS = 1;

/**
 * The error a caller sees for a failure inside SQLite, on the database `file`: UNAVAILABLE where trying again can
 * help (a full or failing disk, a lock held too long), INTERNAL_ERROR with the cause for everything else, worded for
 * the operator, who alone gets to read it. Errors of other kinds come back as they are.
 */
export function storeError(error: unknown, file: string): unknown {
  if (!(error instanceof BetterSqlite3.SqliteError)) return error;
  const code = error.code;
  if (code === 'SQLITE_FULL') {
    return unavailable('The disk that holds the database is full; nothing was written.', error);
  }
  if (code.startsWith('SQLITE_IOERR')) {
    return unavailable('The disk that holds the database failed; nothing was written.', error);
  }
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN')) {
    return unavailable('The database cannot be written: its file or directory is read-only.', error);
  }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new LarderError('UNAVAILABLE', 'The database is locked by another process; try again.', {
      cause: error,
      retryAfterSeconds: BUSY_RETRY_SECONDS,
    });
  }
  return new LarderError('INTERNAL_ERROR', describeFailure(error, file), { cause: error });
}

function describeFailure(
  { code, message }: { readonly code: string; readonly message: string },
  file: string,
): string {
  if (code === 'SQLITE_NOTADB') return `${file} is not a SQLite database; name another file with --db.`;
  if (code.startsWith('SQLITE_CORRUPT')) {
    return `The database ${file} is damaged (${message}); put a backup in its place, or import into a new one.`;
  }
  return `The database ${file} failed: ${message}.`;
}

/** True when `error` is SQLite's with a primary code that starts so, e.g. `SQLITE_BUSY`. */
export function isSqliteError(error: unknown, code: string): boolean {
  return error instanceof BetterSqlite3.SqliteError && error.code.startsWith(code);
}

/** A write was refused by the disk; nothing of it is stored. */
export function unavailable(message: string, cause?: unknown): LarderError {
  return new LarderError('UNAVAILABLE', message, { cause, retryAfterSeconds: DISK_RETRY_SECONDS });
}
