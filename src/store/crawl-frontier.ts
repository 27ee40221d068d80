import { closeSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Database, openDatabase } from './database.ts';
import { MIGRATIONS_DIRECTORY, migrate, readMigrations } from './migrate.ts';

/** A document that a crawl found, as it was when it last answered with a manifest. */
export interface KnownDocument {
  readonly url: string;
  /** The source that it is imported as. */
  readonly source: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Epoch milliseconds. */
  readonly lastGoodAt: number;
}

/** A target and when it is to be crawled next; times are epoch milliseconds. */
export interface FrontierTarget {
  readonly name: string;
  readonly addedAt: number;
  readonly nextAt: number;
  readonly lastAt: number | null;
  /** Crawls in a row without a manifest. */
  readonly failures: number;
}

/** What a crawl of a target leaves. */
export interface CrawlOutcome {
  readonly target: string;
  readonly finishedAt: number;
  readonly nextAt: number;
  readonly failures: number;
  /** The report as JSON. */
  readonly report: string;
  /** Documents that answered. */
  readonly good: readonly KnownDocument[];
  /** Addresses of documents to be forgotten. */
  readonly gone: readonly string[];
}

/**
 * What is to be crawled, and what is known of it. Each call is one transaction: whoever is killed in between crawls a
 * target again and finds the same.
 */
export interface Frontier {
  /** Adds targets that are not there yet, due at once. Gives how many were new. */
  add(names: readonly string[], now: number): number;
  /** By name. */
  list(): readonly FrontierTarget[];
  find(name: string): FrontierTarget | undefined;
  /** The target that has been due the longest; undefined when none is due. */
  findDue(now: number): FrontierTarget | undefined;
  /** When the next one is due, epoch milliseconds; undefined without targets. */
  nextDueAt(): number | undefined;
  /** The report of the last crawl of a target, as JSON. */
  findReport(name: string): string | undefined;
  documentsOf(target: string): readonly KnownDocument[];
  finish(outcome: CrawlOutcome): void;
  close(): void;
}

/** Where the frontier of a database is: beside it. */
export function frontierOf(file: string): string {
  return `${file}.crawl`;
}

/**
 * Opens the frontier, a SQLite file of its own; made when missing. Errors: CONFLICT (another program's file, a newer
 * schema), UNAVAILABLE (the disk).
 */
export function openFrontier(file: string): Frontier {
  mkdirSync(dirname(file), { recursive: true });
  closeSync(openSync(file, 'a', 0o600));
  const database = openDatabase({ file: realpathSync(file), readonly: false });
  try {
    migrate(database, readMigrations(join(MIGRATIONS_DIRECTORY, 'crawl')));
    return prepareFrontier(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

const TARGET_COLUMNS = 'name, added_at AS addedAt, next_at AS nextAt, last_at AS lastAt, failures';

function prepareFrontier(database: Database): Frontier {
  const insert = database.prepare<[string, number, number]>(
    'INSERT INTO targets (name, added_at, next_at) VALUES (?, ?, ?)',
  );
  const selectAll = database.prepare<[], FrontierTarget>(
    `SELECT ${TARGET_COLUMNS} FROM targets ORDER BY name`,
  );
  const selectOne = database.prepare<[string], FrontierTarget>(
    `SELECT ${TARGET_COLUMNS} FROM targets WHERE name = ?`,
  );
  const selectDue = database.prepare<[], FrontierTarget>(
    `SELECT ${TARGET_COLUMNS} FROM targets ORDER BY next_at, name LIMIT 1`,
  );
  const selectReport = database.prepare<[string], { readonly report: string | null }>(
    'SELECT report FROM targets WHERE name = ?',
  );
  const update = database.prepare<[number, number, number, string, string]>(
    'UPDATE targets SET last_at = ?, next_at = ?, failures = ?, report = ? WHERE name = ?',
  );
  const selectDocuments = database.prepare<[string], KnownDocument>(
    `SELECT url, source, etag, last_modified AS lastModified, last_good_at AS lastGoodAt
     FROM documents WHERE target = ? ORDER BY url`,
  );
  const upsertDocument = database.prepare<[string, string, string, string | null, string | null, number]>(
    `INSERT INTO documents (url, target, source, etag, last_modified, last_good_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (url) DO UPDATE SET target = excluded.target, source = excluded.source, etag = excluded.etag,
       last_modified = excluded.last_modified, last_good_at = excluded.last_good_at`,
  );
  const deleteDocument = database.prepare<[string]>('DELETE FROM documents WHERE url = ?');

  return {
    add: (names, now) =>
      database.write(() => {
        const added = names.filter(
          (name, at) => selectOne.get(name) === undefined && names.indexOf(name) === at,
        );
        for (const name of added) insert.run(name, now, now);
        return added.length;
      }),
    list: () => selectAll.all(),
    find: (name) => selectOne.get(name),
    findDue: (now) => {
      const first = selectDue.get();
      return first === undefined || first.nextAt > now ? undefined : first;
    },
    nextDueAt: () => selectDue.get()?.nextAt,
    findReport: (name) => selectReport.get(name)?.report ?? undefined,
    documentsOf: (target) => selectDocuments.all(target),
    finish: ({ target, finishedAt, nextAt, failures, report, good, gone }) =>
      database.write(() => {
        update.run(finishedAt, nextAt, failures, report, target);
        for (const { url, source, etag, lastModified, lastGoodAt } of good) {
          upsertDocument.run(url, target, source, etag, lastModified, lastGoodAt);
        }
        for (const url of gone) deleteDocument.run(url);
      }),
    close: () => database.close(),
  };
}
