import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LarderError } from '../errors.ts';
import type { Database } from './database.ts';

/** `migrations/` of the package, whether this file runs from `src/` or from a build. */
export const MIGRATIONS_DIRECTORY = findMigrations(dirname(fileURLToPath(import.meta.url)));

/** 'LARD' as a 32-bit number: tells our databases from those of other programs. */
const APPLICATION_ID = 0x4c415244;

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text with line ends as LF, lower-case hex. */
  readonly checksum: string;
}

interface AppliedRow {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

/** The migrations of a directory, `0001_name.sql` upwards without gaps. */
export function readMigrations(directory: string): readonly Migration[] {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    const version = Number(name.slice(0, 4));
    if (version !== index + 1 || name[4] !== '_') {
      throw new LarderError(
        'INTERNAL_ERROR',
        `Migration ${name} in ${directory} is out of order: its name should start with ${String(index + 1).padStart(4, '0')}_.`,
      );
    }
    const sql = readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n');
    return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/**
 * Brings a database to the newest schema, each migration in one transaction of its own: a failed one leaves
 * the schema before it. Returns how many were applied.
 * Errors: CONFLICT for a database of another program, a newer schema, or a migration that was altered after it was applied.
 */
export function migrate(database: Database, migrations: readonly Migration[]): number {
  const pending = migrations.slice(checkSchema(database, migrations));
  if (pending.length === 0) return 0;
  // Rebuilding a table needs foreign keys off, which no transaction may switch; they are checked before the commit.
  database.pragma('foreign_keys = OFF');
  try {
    for (const migration of pending) apply(database, migration);
  } finally {
    database.pragma('foreign_keys = ON');
  }
  return pending.length;
}

/**
 * Checks that the migrations applied to a database are the first ones of ours, unaltered, and returns how
 * many they are. Errors as `migrate`.
 */
export function checkSchema(database: Database, migrations: readonly Migration[]): number {
  const { file } = database;
  const applied = readApplied(database);
  for (const [index, row] of applied.entries()) {
    const known = migrations[index];
    if (known === undefined) {
      throw new LarderError(
        'CONFLICT',
        `The database ${file} has schema ${applied.length}, newer than the ${migrations.length} of this Larder. ` +
          'Run the Larder that wrote it or a later one, or restore a backup.',
      );
    }
    if (row.version !== known.version || row.checksum !== known.checksum) {
      throw new LarderError(
        'CONFLICT',
        `Migration ${known.name} differs from the one that was applied to ${file} as ${row.name}. ` +
          'Released migrations never change: put the original file back, and write a new one for what has to change.',
      );
    }
  }
  return applied.length;
}

function apply(database: Database, migration: Migration): void {
  database.write(() => {
    if (migration.version === 1) {
      database.execute(
        'CREATE TABLE migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT',
      );
    }
    database.execute(migration.sql);
    database
      .prepare<[number, string, string]>(
        'INSERT INTO migrations (version, name, checksum, applied_at) VALUES (?, ?, ?, unixepoch() * 1000)',
      )
      .run(migration.version, migration.name, migration.checksum);
    const broken = database.prepare<[], unknown>('PRAGMA foreign_key_check').all();
    if (broken.length > 0) {
      throw new LarderError(
        'INTERNAL_ERROR',
        `Migration ${migration.name} left ${broken.length} rows that refer to rows which do not exist.`,
      );
    }
  });
}

function readApplied(database: Database): readonly AppliedRow[] {
  const tables = database
    .prepare<[], { readonly name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all();
  const application = database.pragma('application_id');
  if (tables.length === 0 && (application === 0 || application === APPLICATION_ID)) return [];
  if (application !== APPLICATION_ID || !tables.some((table) => table.name === 'migrations')) {
    throw new LarderError(
      'CONFLICT',
      `${database.file} is a SQLite database of another program; name another file with --db.`,
    );
  }
  return database
    .prepare<[], AppliedRow>('SELECT version, name, checksum FROM migrations ORDER BY version')
    .all();
}

/** The nearest `migrations` folder beside one of the folders above. */
function findMigrations(from: string): string {
  const candidate = join(from, 'migrations');
  if (existsSync(candidate)) return candidate;
  const parent = dirname(from);
  if (parent === from)
    throw new LarderError('INTERNAL_ERROR', 'The folder migrations of the package is missing.');
  return findMigrations(parent);
}
