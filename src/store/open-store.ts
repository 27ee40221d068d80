import { closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { LarderError } from '../errors.ts';
import { prepareActivations } from './activations.ts';
import { prepareCatalogs, summariseRevision } from './catalogs.ts';
import { prepareChanges } from './changes.ts';
import { prepareClock } from './commit-clock.ts';
import { type Database, openDatabase, type StatementHook } from './database.ts';
import { prepareElections } from './elections.ts';
import { prepareEntries, readElected } from './entries.ts';
import { checkFreeSpace } from './free-space.ts';
import { type EntryTables, prepareGenerations } from './generations.ts';
import { prepareHistory } from './history.ts';
import { findProblems } from './integrity.ts';
import { prepareKeys } from './keys.ts';
import { makeFolder } from './make-folder.ts';
import { prepareMembers } from './members.ts';
import { checkSchema, MIGRATIONS_DIRECTORY, type Migration, migrate, readMigrations } from './migrate.ts';
import { prepareRevisions } from './revisions.ts';
import { ensureTokenSecret, getTokenSecret } from './secrets.ts';
import { prepareSourceRows } from './source-rows.ts';
import { prepareSources } from './sources.ts';
import type { Elect, Store } from './store.ts';
import { prepareVersions } from './versions.ts';
import { takeWriterLock, type WriterLock } from './writer-lock.ts';

export interface StoreOptions {
  /** The database file; made, with its directory, unless `readonly`. */
  readonly file: string;
  /** Ask beside a running writer: takes no lock and changes nothing. */
  readonly readonly?: boolean;
  /** The rule of elections; `registry/election.ts` has ours. */
  readonly elect: Elect;
  /** Where the numbered migrations are; the package's own unless a test brings others. */
  readonly migrations?: string;
  /** Called after each statement that ran; tests throw here. */
  readonly onStatement?: StatementHook;
}

/**
 * Opens the store. A writer takes the one writer's lock and brings the schema up to date; a reader needs a
 * database that is up to date already.
 * Errors: CONFLICT (another writer, a newer or altered schema, another program's file), NOT_FOUND (a reader
 * without a file), UNAVAILABLE (the disk).
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const migrations = readMigrations(options.migrations ?? MIGRATIONS_DIRECTORY);
  if (options.readonly === true) {
    const database = openExisting(options);
    try {
      if (checkSchema(database, migrations) < migrations.length) {
        throw new LarderError(
          'CONFLICT',
          `The database ${options.file} has an older schema. Start \`larder serve\` on it once to bring it up to date.`,
        );
      }
      return prepareStore(database, options.elect, undefined);
    } catch (error) {
      database.close();
      throw error;
    }
  }
  const file = createFile(options.file);
  const lock = takeWriterLock(file);
  let database: Database | undefined;
  try {
    lookAtSchema(file, migrations);
    database = openDatabase({ file, readonly: false, onStatement: options.onStatement });
    migrate(database, migrations);
    ensureTokenSecret(database);
    return prepareStore(database, options.elect, lock);
  } catch (error) {
    database?.close();
    lock.release();
    throw error;
  }
}

function openExisting(options: StoreOptions): Database {
  if (!existsSync(options.file)) {
    throw new LarderError(
      'NOT_FOUND',
      `There is no database ${options.file}. Name another one with --db, or make it with \`larder import\` or \`larder serve\`.`,
    );
  }
  return openDatabase({ file: realpathSync(options.file), readonly: true, onStatement: options.onStatement });
}

/** Refuses what is not ours before it is touched: opening for writing alone changes the journal mode in the file. */
export function lookAtSchema(file: string, migrations: readonly Migration[]): void {
  if (statSync(file).size === 0) return;
  const reader = openDatabase({ file, readonly: true });
  try {
    checkSchema(reader, migrations);
  } finally {
    reader.close();
  }
}

/** The real path, so that every spelling of a file has the same lock. Keys and secrets are the owner's business. */
function createFile(file: string): string {
  makeFolder(dirname(file));
  closeSync(openSync(file, 'a', 0o600));
  return realpathSync(file);
}

/** The use cases are async by contract (`Store` may live elsewhere one day); here each is one synchronous step. */
function prepareStore(database: Database, elect: Elect, lock: WriterLock | undefined): Store {
  const elections = prepareElections(database, elect);
  const inOrder = prepareClock(database);
  const tables: EntryTables = {
    sources: prepareSourceRows(database),
    versions: prepareVersions(database),
    members: prepareMembers(database),
    elections,
    inOrder,
  };
  const generations = prepareGenerations(database, tables);
  const catalogs = prepareCatalogs(database);
  const activations = prepareActivations(database, catalogs, tables);
  const revisions = prepareRevisions(database, catalogs, activations, tables);
  const sources = prepareSources(database);
  const entries = prepareEntries(database);
  const changes = prepareChanges(database);
  const keys = prepareKeys(database);
  const secret = getTokenSecret(database);
  const history = prepareHistory(database, secret);
  const probe = database.prepare<[]>('UPDATE write_probe SET writes = writes + 1 WHERE id = 1');

  const write = <T>(work: () => T): T => {
    if (lock === undefined) {
      throw new LarderError('UNAVAILABLE', `The database ${database.file} is open for reading only.`);
    }
    checkFreeSpace(database.file);
    return work();
  };

  return {
    commitGeneration: async (generation) => write(() => generations.commit(generation)),
    recordTrust: async (name, results, now) => write(() => generations.recordTrust(name, results, now)),
    recordSilence: async (name, since, now) => write(() => generations.recordSilence(name, since, now)),
    removeSource: async (name, now) => write(() => generations.remove(name, now)),
    publishRevision: async (revision) =>
      write(() => database.write(() => revisions.publish({ ...revision, now: inOrder(revision.now) }))),
    activateRevision: async (activation) =>
      write(() =>
        database.write(() => activations.activate({ ...activation, now: inOrder(activation.now) })),
      ),
    listCatalogs: async () => catalogs.list(),
    getCatalog: async (name) => catalogs.summarise(catalogs.get(name)),
    listRevisions: async (name) => catalogs.listRevisions(catalogs.get(name)),
    getRevision: async (name, revision) => {
      const catalog = catalogs.get(name);
      return summariseRevision(catalog, catalogs.getRevision(catalog, revision));
    },
    readOperations: async (name, revision, positions) =>
      catalogs.readOperations(catalogs.getRevision(catalogs.get(name), revision).id, positions),
    listSources: async () => sources.list(),
    getSource: async (name) => sources.get(name),
    findEntry: async (key) => entries.find(key),
    readVersions: async (versionIds) => entries.readVersions(versionIds),
    currentSeq: async () => elections.currentSeq(),
    readElected: (visit) => withReader(database, (reader) => readElected(reader, visit)),
    readChanges: async (after, limit) => changes.readAfter(after, limit),
    markHistory: async (seq) => history.mark(seq),
    createKey: async (key) => write(() => keys.create(key)),
    findKey: async (digest) => keys.find(digest),
    listKeys: async () => keys.list(),
    revokeKey: async (id, now) => write(() => keys.revoke(id, now)),
    tokenSecret: async () => secret,
    checkWritable: async () => {
      write(() => database.write(() => probe.run()));
    },
    checkIntegrity: () => withReader(database, async (reader) => findProblems(reader, elect)),
    close: async () => {
      database.close();
      lock?.release();
    },
  };
}

async function withReader<T>(database: Database, work: (reader: Database) => Promise<T>): Promise<T> {
  const reader = database.openReader();
  try {
    return await work(reader);
  } finally {
    reader.close();
  }
}
