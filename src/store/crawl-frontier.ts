import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LarderError } from '../errors.ts';
import { type CrawlRefusals, prepareCrawlRefusals } from './crawl-refusals.ts';
import { type CrawlRests, prepareCrawlRests } from './crawl-rests.ts';
import { type Database, openDatabase } from './database.ts';
import { makeFolder } from './make-folder.ts';
import { checkSchema, MIGRATIONS_DIRECTORY, migrate, readMigrations } from './migrate.ts';

/** A document that a crawl found, as it was when it last answered with a manifest; times are epoch milliseconds. */
export interface KnownDocument {
  readonly url: string;
  /** The source that it is imported as. */
  readonly source: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Addresses of the manifests that its entries stand for; null where that was never kept. */
  readonly nested: readonly string[] | null;
  readonly lastGoodAt: number;
  /** When a crawl first found it without a manifest since then; null while it answers. */
  readonly silentSince: number | null;
}

/** A target and when it is to be crawled next; times are epoch milliseconds. */
export interface FrontierTarget {
  readonly name: string;
  readonly addedAt: number;
  readonly nextAt: number;
  readonly lastAt: number | null;
  /** Crawls in a row without a manifest. */
  readonly failures: number;
  /** When the lease of a submitted target ends; null for a target that an operator added. */
  readonly leasedUntil: number | null;
  /** The text at the domain that keeps the lease; null without a lease. */
  readonly challenge: string | null;
}

/** A target with the report of its last crawl, as JSON; null before the first one. */
export type ReportedTarget = FrontierTarget & { readonly report: string | null };

/** For how long a submitted target is crawled, and what renews that. */
export interface Lease {
  /** Epoch milliseconds. */
  readonly until: number;
  readonly challenge: string;
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
  /** Addresses of documents that were found without a manifest. */
  readonly silent: readonly string[];
  /** Addresses of documents to be forgotten. */
  readonly gone: readonly string[];
}

/**
 * What is to be crawled, and what is known of it. Each call is one transaction: whoever is killed in between crawls a
 * target again and finds the same.
 */
export interface Frontier {
  /** From which challenges are derived, and with which page tokens are sealed, 32 bytes. */
  readonly secret: Uint8Array;
  /** Domains that an operator refuses. */
  readonly refusals: CrawlRefusals;
  readonly rests: CrawlRests;
  /** Adds an operator's targets that are not there yet, due at once; submitted ones lose their lease. Gives how many were new. */
  add(names: readonly string[], now: number): number;
  /** Adds a submitted target, due at once, or renews its lease. A target of an operator stays as it is. */
  lease(name: string, lease: Lease, now: number): void;
  /** Forgets a target and its documents. */
  remove(name: string): void;
  /** By name. */
  list(): readonly FrontierTarget[];
  /** At most `limit` whose names come after `after`, by name, with the reports of their last crawls. */
  listReported(after: string, limit: number): readonly ReportedTarget[];
  count(): number;
  /** Those with a lease, by name. */
  listLeased(): readonly FrontierTarget[];
  find(name: string): FrontierTarget | undefined;
  /** The target that has been due the longest, an operator's before submitted ones; undefined when none is due. */
  findDue(now: number): FrontierTarget | undefined;
  /** When the next one is due, epoch milliseconds; undefined without targets. */
  nextDueAt(): number | undefined;
  /** The report of the last crawl of a target, as JSON. */
  findReport(name: string): string | undefined;
  documentsOf(target: string): readonly KnownDocument[];
  /**
   * Keeps what a crawl found; nothing where the target was removed meanwhile. A submitted target does not take over a
   * document of another target.
   */
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
  makeFolder(dirname(file));
  closeSync(openSync(file, 'a', 0o600));
  const database = openDatabase({ file: realpathSync(file), readonly: false });
  try {
    migrate(database, readMigrations(join(MIGRATIONS_DIRECTORY, 'crawl')));
    return prepareFrontier(database, ensureSecret(database));
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens a frontier to look at it, beside a server that may have it open too. Errors: NOT_FOUND without one, CONFLICT
 * (another program's file, another schema).
 */
export function openFrontierReadonly(file: string): Frontier {
  if (!existsSync(file)) {
    throw new LarderError('NOT_FOUND', `There is no frontier ${file}: nothing was crawled or refused yet.`);
  }
  const database = openDatabase({ file: realpathSync(file), readonly: true });
  try {
    const migrations = readMigrations(join(MIGRATIONS_DIRECTORY, 'crawl'));
    if (checkSchema(database, migrations) < migrations.length) {
      throw new LarderError(
        'CONFLICT',
        `The frontier ${file} has an older schema. Start \`larder serve\` on its database once to bring it up to date.`,
      );
    }
    return prepareFrontier(database, getSecret(database));
  } catch (error) {
    database.close();
    throw error;
  }
}

type DocumentRow = Omit<KnownDocument, 'nested'> & { readonly nested: string | null };
type DocumentColumns = [
  url: string,
  target: string,
  source: string,
  etag: string | null,
  lastModified: string | null,
  nested: string | null,
  lastGoodAt: number,
];

const TARGET_COLUMNS = `name, added_at AS addedAt, next_at AS nextAt, last_at AS lastAt, failures,
  leased_until AS leasedUntil, challenge`;
/** As long as the SHA-256 that it keys. */
const SECRET_BYTES = 32;

function prepareFrontier(database: Database, secret: Uint8Array): Frontier {
  const insert = database.prepare<[string, number, number]>(
    'INSERT INTO targets (name, added_at, next_at) VALUES (?, ?, ?)',
  );
  const selectAll = database.prepare<[], FrontierTarget>(
    `SELECT ${TARGET_COLUMNS} FROM targets ORDER BY name`,
  );
  const selectReported = database.prepare<[string, number], ReportedTarget>(
    `SELECT ${TARGET_COLUMNS}, report FROM targets WHERE name > ? ORDER BY name LIMIT ?`,
  );
  const count = database.prepare<[], { readonly count: number }>('SELECT count(*) AS count FROM targets');
  const selectOne = database.prepare<[string], FrontierTarget>(
    `SELECT ${TARGET_COLUMNS} FROM targets WHERE name = ?`,
  );
  const selectLeased = database.prepare<[], FrontierTarget>(
    `SELECT ${TARGET_COLUMNS} FROM targets WHERE leased_until IS NOT NULL ORDER BY name`,
  );
  const selectDue = database.prepare<[number], FrontierTarget>(
    `SELECT ${TARGET_COLUMNS} FROM targets WHERE next_at <= ?
     ORDER BY leased_until IS NOT NULL, next_at, name LIMIT 1`,
  );
  const selectNextDue = database.prepare<[], { readonly at: number | null }>(
    'SELECT min(next_at) AS at FROM targets',
  );
  const deleteTarget = database.prepare<[string]>('DELETE FROM targets WHERE name = ?');
  const dropLease = database.prepare<[string]>(
    'UPDATE targets SET leased_until = NULL, challenge = NULL WHERE name = ?',
  );
  const upsertLease = database.prepare<[string, number, number, number, string]>(
    `INSERT INTO targets (name, added_at, next_at, leased_until, challenge) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET leased_until = excluded.leased_until, challenge = excluded.challenge
       WHERE leased_until IS NOT NULL`,
  );
  const selectReport = database.prepare<[string], { readonly report: string | null }>(
    'SELECT report FROM targets WHERE name = ?',
  );
  const update = database.prepare<[number, number, number, string, string]>(
    'UPDATE targets SET last_at = ?, next_at = ?, failures = ?, report = ? WHERE name = ?',
  );
  const selectDocuments = database.prepare<[string], DocumentRow>(
    `SELECT url, source, etag, last_modified AS lastModified, nested, last_good_at AS lastGoodAt, silent_since AS silentSince
     FROM documents WHERE target = ? ORDER BY url`,
  );
  const upsertDocument = database.prepare<DocumentColumns>(
    `INSERT INTO documents (url, target, source, etag, last_modified, nested, last_good_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (url) DO UPDATE SET target = excluded.target, source = excluded.source, etag = excluded.etag,
       last_modified = excluded.last_modified, nested = excluded.nested, last_good_at = excluded.last_good_at,
       silent_since = NULL
     WHERE target = excluded.target
       OR (SELECT leased_until FROM targets WHERE name = excluded.target) IS NULL`,
  );
  const markSilent = database.prepare<[number, string, string]>(
    'UPDATE documents SET silent_since = coalesce(silent_since, ?) WHERE url = ? AND target = ?',
  );
  const deleteDocument = database.prepare<[string, string]>(
    'DELETE FROM documents WHERE url = ? AND target = ?',
  );

  return {
    secret,
    refusals: prepareCrawlRefusals(database),
    rests: prepareCrawlRests(database),
    add: (names, now) =>
      database.write(() => {
        for (const name of names) dropLease.run(name);
        const added = names.filter(
          (name, at) => selectOne.get(name) === undefined && names.indexOf(name) === at,
        );
        for (const name of added) insert.run(name, now, now);
        return added.length;
      }),
    lease: (name, { until, challenge }, now) =>
      database.write(() => {
        upsertLease.run(name, now, now, until, challenge);
      }),
    remove: (name) =>
      database.write(() => {
        deleteTarget.run(name);
      }),
    list: () => selectAll.all(),
    listReported: (after, limit) => selectReported.all(after, limit),
    count: () => count.get()?.count ?? 0,
    listLeased: () => selectLeased.all(),
    find: (name) => selectOne.get(name),
    findDue: (now) => selectDue.get(now),
    nextDueAt: () => selectNextDue.get()?.at ?? undefined,
    findReport: (name) => selectReport.get(name)?.report ?? undefined,
    documentsOf: (target) =>
      selectDocuments.all(target).map((row) => ({ ...row, nested: row.nested && JSON.parse(row.nested) })),
    finish: ({ target, finishedAt, nextAt, failures, report, good, silent, gone }) =>
      database.write(() => {
        if (selectOne.get(target) === undefined) return;
        update.run(finishedAt, nextAt, failures, report, target);
        for (const { url, source, etag, lastModified, nested, lastGoodAt } of good) {
          const pointers = nested && JSON.stringify(nested);
          upsertDocument.run(url, target, source, etag, lastModified, pointers, lastGoodAt);
        }
        for (const url of silent) markSilent.run(finishedAt, url, target);
        for (const url of gone) deleteDocument.run(url, target);
      }),
    close: () => database.close(),
  };
}

function ensureSecret(database: Database): Uint8Array {
  const insert = database.prepare<[Buffer]>(
    "INSERT INTO secrets (name, value) VALUES ('challenge', ?) ON CONFLICT DO NOTHING",
  );
  return database.write(() => {
    insert.run(randomBytes(SECRET_BYTES));
    return getSecret(database);
  });
}

function getSecret(database: Database): Uint8Array {
  const row = database
    .prepare<[], { readonly value: Buffer }>("SELECT value FROM secrets WHERE name = 'challenge'")
    .get();
  if (row === undefined) throw new LarderError('INTERNAL_ERROR', 'The frontier has no secret.');
  return new Uint8Array(row.value);
}
