import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { elect } from '../../src/registry/election.ts';
import { MIGRATIONS_DIRECTORY } from '../../src/store/migrate.ts';
import { openStore } from '../../src/store/open-store.ts';

let directory: string;
let file: string;
let migrations: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'larder-migrate-'));
  file = join(directory, 'larder.db');
  migrations = join(directory, 'migrations');
  await cp(MIGRATIONS_DIRECTORY, migrations, { recursive: true });
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const openAndClose = async () => (await openStore({ file, elect, migrations })).close();
const add = (name: string, sql: string) => writeFile(join(migrations, name), sql);

function query<T>(sql: string): T[] {
  const database = new BetterSqlite3(file, { readonly: true });
  try {
    return database.prepare<[], T>(sql).all();
  } finally {
    database.close();
  }
}

const tables = () =>
  query<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").map(
    (row) => row.name,
  );
const applied = () => query<{ version: number }>('SELECT version FROM migrations').map((row) => row.version);

describe('migrations', () => {
  it('make every table of the schema strict', async () => {
    await openAndClose();
    const loose = query(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
    );
    expect(loose).toEqual([]);
    expect(tables()).toContain('entry_versions');
  });

  it('are applied once, in order, onto what is there', async () => {
    await openAndClose();
    const first = applied();
    const next = String(first.length + 1).padStart(4, '0');
    await add(`${next}_more.sql`, 'CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT;');
    await openAndClose();
    await openAndClose();
    expect(applied()).toEqual([...first, first.length + 1]);
    expect(tables()).toContain('more');
  });

  it('leave the schema before when one fails half-way', async () => {
    await openAndClose();
    const before = { tables: tables(), applied: applied() };
    const next = String(before.applied.length + 1).padStart(4, '0');
    await add(
      `${next}_half.sql`,
      'CREATE TABLE half (id INTEGER PRIMARY KEY) STRICT; DROP TABLE changes; CREATE TABL x;',
    );
    await expect(openAndClose()).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
    expect({ tables: tables(), applied: applied() }).toEqual(before);
    await rm(join(migrations, `${next}_half.sql`));
    await openAndClose();
  });

  it('leave the schema before when they break a reference', async () => {
    await openAndClose();
    const before = applied();
    const next = String(before.length + 1).padStart(4, '0');
    await add(
      `${next}_dangling.sql`,
      "INSERT INTO members (key, source_id, version_id, first_seen) VALUES ('urn:air:x:y', 9, 9, 0);",
    );
    await expect(openAndClose()).rejects.toThrow(/refer to rows which do not exist/);
    expect(applied()).toEqual(before);
  });

  it('are refused when a released one was altered', async () => {
    await openAndClose();
    const path = join(migrations, '0001_registry.sql');
    await writeFile(path, `${await readFile(path, 'utf8')}\n-- harmless?\n`);
    await expect(openAndClose()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('0001_registry.sql differs'),
    });
  });

  it('do not mind the line ends of a checkout', async () => {
    await openAndClose();
    const path = join(migrations, '0001_registry.sql');
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll('\n', '\r\n'));
    await openAndClose();
  });

  it('refuse a newer schema, and leave it alone', async () => {
    const next = String(1 + (await openAndClose().then(applied)).length).padStart(4, '0');
    await add(`${next}_future.sql`, 'CREATE TABLE future (id INTEGER PRIMARY KEY) STRICT;');
    await openAndClose();
    await rm(join(migrations, `${next}_future.sql`));
    for (const readonly of [false, true]) {
      await expect(openStore({ file, elect, migrations, readonly })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('newer than'),
      });
    }
    expect(tables()).toContain('future');
  });

  it.each([
    ['CREATE TABLE notes (text TEXT)', ['notes']],
    ['PRAGMA application_id = 7', []],
  ])('refuse a database of another program, and change no byte of it: %s', async (sql, left) => {
    const other = new BetterSqlite3(file);
    other.exec(sql);
    other.close();
    const before = await readFile(file);
    await expect(openAndClose()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('another program'),
    });
    expect((await readFile(file)).equals(before)).toBe(true);
    expect(tables()).toEqual(left);
  });

  it('refuse a file that is no database', async () => {
    await writeFile(file, 'not a database, but long enough to be looked at as one '.repeat(100));
    await expect(openAndClose()).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
      message: `${file} is not a SQLite database; name another file with --db.`,
    });
  });

  it('refuse a damaged database by its name', async () => {
    await openAndClose();
    await truncate(file, 8_192);
    await expect(openAndClose()).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
      message: expect.stringContaining(`The database ${file} is damaged`),
    });
  });

  it('refuse a gap in the numbers', async () => {
    await add('0099_late.sql', 'SELECT 1;');
    await expect(openAndClose()).rejects.toThrow(/0099_late\.sql .* out of order/);
  });
});

describe('a reader', () => {
  it('needs a database that is there and up to date', async () => {
    const reading = () => openStore({ file, elect, migrations, readonly: true });
    await expect(reading()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await openAndClose();
    const count = applied().length;
    await add(
      `${String(count + 1).padStart(4, '0')}_more.sql`,
      'CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT;',
    );
    await expect(reading()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('older schema'),
    });
    expect(applied()).toHaveLength(count);
  });
});
