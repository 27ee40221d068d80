import BetterSqlite3 from 'better-sqlite3';
import { LarderError } from '../errors.ts';
import { storeError } from './sqlite-errors.ts';

/** How long a statement waits for a lock before it gives up: longer than any of our own commits. */
const BUSY_TIMEOUT_MS = 5_000;
/** A write-ahead log that grew beyond this (one very large import) is cut back after its checkpoint. */
const MAX_IDLE_WAL_BYTES = 64 * 1024 * 1024;

/** Called after each statement that ran; tests throw here to fail between any two statements. */
export type StatementHook = (sql: string) => void;

/**
 * A prepared statement. The row type is stated where the SQL is written and held by the STRICT tables, so
 * rows are not checked a second time.
 */
export interface Statement<P extends unknown[], R = never> {
  /** Returns the row id of the last insert. */
  run(...parameters: P): number;
  get(...parameters: P): R | undefined;
  all(...parameters: P): R[];
}

export interface Database {
  readonly file: string;
  prepare<P extends unknown[], R = never>(sql: string): Statement<P, R>;
  /** Runs statements that return nothing. */
  execute(sql: string): void;
  /** The single value of a pragma, e.g. `user_version`. */
  pragma(source: string): unknown;
  /** Runs `work` in one transaction that takes the write lock first: all of it is durable, or nothing is. */
  write<T>(work: () => T): T;
  /** Opens a further connection that only reads, e.g. for a long consistent read. The caller closes it. */
  openReader(): Database;
  close(): void;
}

export interface DatabaseOptions {
  readonly file: string;
  readonly readonly: boolean;
  readonly onStatement?: StatementHook | undefined;
}

/**
 * Opens a connection with the pragmas that our promises rest on. `synchronous = FULL` is set explicitly:
 * better-sqlite3 is compiled so that a database in WAL mode falls back to NORMAL, which loses acknowledged
 * commits in a power cut.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { file, readonly, onStatement } = options;
  const guard = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw storeError(error, file);
    }
  };
  const connection = guard(
    () => new BetterSqlite3(file, { readonly, fileMustExist: readonly, timeout: BUSY_TIMEOUT_MS }),
  );

  const ran = (sql: string): void => onStatement?.(sql);
  const execute = (sql: string): void => {
    guard(() => connection.exec(sql));
    ran(sql);
  };
  const pragma = (source: string): unknown => guard(() => connection.pragma(source, { simple: true }));

  try {
    if (!readonly) {
      const mode = pragma('journal_mode = WAL');
      if (mode !== 'wal') {
        throw new LarderError(
          'INTERNAL_ERROR',
          `The database ${file} cannot use a write-ahead log (journal mode is ${String(mode)}); put it on a local disk.`,
        );
      }
      pragma('synchronous = FULL');
      pragma(`journal_size_limit = ${MAX_IDLE_WAL_BYTES}`);
      // Without it, REPLACE deletes rows unseen by the triggers that keep insert-only tables.
      pragma('recursive_triggers = ON');
    }
    pragma('foreign_keys = ON');
    pragma('trusted_schema = OFF');
  } catch (error) {
    connection.close();
    throw error;
  }

  return {
    file,
    execute,
    pragma,
    prepare<P extends unknown[], R = never>(sql: string): Statement<P, R> {
      const statement = guard(() => connection.prepare<unknown[], R>(sql));
      const after = <T>(result: T): T => {
        ran(sql);
        return result;
      };
      return {
        run: (...parameters) => after(guard(() => Number(statement.run(...parameters).lastInsertRowid))),
        get: (...parameters) => after(guard(() => statement.get(...parameters))),
        all: (...parameters) => after(guard(() => statement.all(...parameters))),
      };
    },
    write<T>(work: () => T): T {
      execute('BEGIN IMMEDIATE');
      try {
        const result = work();
        execute('COMMIT');
        return result;
      } catch (error) {
        // SQLite may have rolled back by itself (a full disk); after a COMMIT there is nothing to take back.
        if (connection.inTransaction) guard(() => connection.exec('ROLLBACK'));
        throw error;
      }
    },
    openReader: () => openDatabase({ file, readonly: true }),
    close: () => {
      connection.close();
    },
  };
}
