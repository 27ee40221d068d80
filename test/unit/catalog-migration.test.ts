import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compileQuery } from '../../src/model/parse-query.ts';
import { elect } from '../../src/registry/election.ts';
import { MIGRATIONS_DIRECTORY } from '../../src/store/migrate.ts';
import { openStore } from '../../src/store/open-store.ts';
import { publish, testOperation } from '../support/publications.ts';
import { openTestRegistry } from '../support/registry.ts';

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'larder-upgrade-'));
  file = join(directory, 'larder.db');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const TABLES = [
  'sources',
  'generations',
  'entry_versions',
  'verdicts',
  'members',
  'elections',
  'changes',
  'api_keys',
  'secrets',
  'write_probe',
] as const;

/** Columns that later schemas added, which are not the first one's rows. */
const ADDED: ReadonlySet<string> = new Set(['trust', 'silent', 'silent_since']);

/** Every row of every table that the first schema has. */
function dump(): Readonly<Record<string, readonly unknown[]>> {
  const database = new BetterSqlite3(file, { readonly: true });
  try {
    return Object.fromEntries(
      TABLES.map((table) => [
        table,
        database
          .prepare(`SELECT * FROM ${table} ORDER BY 1, 2`)
          .all()
          .map((row) => Object.fromEntries(Object.entries(Object(row)).filter(([name]) => !ADDED.has(name)))),
      ]),
    );
  } finally {
    database.close();
  }
}

/** A database as the first released schema left it: two sources, one removed, a shadowed entry, an orphan, a key. */
async function makeFirstDatabase(): Promise<void> {
  const sql = await readFile(join(MIGRATIONS_DIRECTORY, '0001_registry.sql'), 'utf8');
  const database = new BetterSqlite3(file);
  database.pragma('journal_mode = WAL');
  database.exec(
    `CREATE TABLE migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL,
       applied_at INTEGER NOT NULL) STRICT; ${sql}`,
  );
  const digest = (text: string) => createHash('sha256').update(text).digest();
  database
    .prepare('INSERT INTO migrations VALUES (1, ?, ?, 1)')
    .run('0001_registry.sql', digest(sql).toString('hex'));
  const entry = (name: string) =>
    JSON.stringify({
      displayName: name,
      identifier: `urn:air:example.com:${name}`,
      type: 'application/json',
      url: 'https://example.com/',
    });
  const insertVersion = database.prepare(
    'INSERT INTO entry_versions (id, key, publisher, digest, json) VALUES (?, ?, ?, ?, ?)',
  );
  for (const [at, name] of ['one', 'two', 'three'].entries()) {
    insertVersion.run(at + 1, `urn:air:example.com:${name}`, 'example.com', digest(entry(name)), entry(name));
  }
  const zeros = Buffer.alloc(32);
  database.exec('BEGIN');
  const insertSource = database.prepare(
    `INSERT INTO sources (id, name, kind, origin, served_from, generation, first_seen, last_seen, removed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  insertSource.run(1, 'acme', 'operator', 'ard.json', null, 2, 10, 20, null);
  insertSource.run(2, 'beta', 'crawled', 'https://example.com/', 'example.com', 1, 15, 15, null);
  insertSource.run(5, 'gone', 'operator', 'http', null, 1, 12, 12, 18);
  const insertGeneration = database.prepare(
    `INSERT INTO generations (source_id, number, kind, origin, served_from, digest, reading, ok, warning, error, committed_at)
     VALUES (?, ?, 'operator', 'x', NULL, ?, ?, 1, 0, 0, ?)`,
  );
  for (const [source, number, at] of [
    [1, 1, 10],
    [1, 2, 20],
    [2, 1, 15],
    [5, 1, 12],
  ]) {
    insertGeneration.run(source, number, zeros, zeros, at);
  }
  database.exec(`
    INSERT INTO verdicts (source_id, generation, position, pointer, identifier, level, findings, version_id)
    VALUES (1, 2, 0, '/entries/0', 'urn:air:example.com:one', 'ok', '[]', 1), (1, 2, 1, '/entries/1', NULL, 'error', '[]', NULL);
    INSERT INTO members (key, source_id, version_id, first_seen, last_seen) VALUES
      ('urn:air:example.com:one', 1, 1, 10, NULL), ('urn:air:example.com:one', 2, 1, 15, NULL),
      ('urn:air:example.com:two', 1, 2, 10, 15), ('urn:air:example.com:three', 2, 3, 15, NULL);
    INSERT INTO elections (key, source_id, version_id) VALUES ('urn:air:example.com:one', 1, 1), ('urn:air:example.com:three', 2, 3);
    INSERT INTO changes (seq, key, version_id, first_seen, committed_at) VALUES
      (1, 'urn:air:example.com:one', 1, 10, 10), (2, 'urn:air:example.com:two', 2, 10, 10),
      (3, 'urn:air:example.com:three', 3, 15, 15), (4, 'urn:air:example.com:two', NULL, NULL, 20);
    INSERT INTO api_keys (id, name, scope, digest, created_at, revoked_at) VALUES ('key_1', 'ops', 'admin', zeroblob(32), 5, NULL);
    INSERT INTO secrets (name, value) VALUES ('page-token', zeroblob(32));
  `);
  database.exec('COMMIT');
  database.close();
}

it('a database of the first schema keeps every row, and works on', async () => {
  await makeFirstDatabase();
  const before = dump();
  const store = await openStore({ file, elect });
  expect(await store.checkIntegrity()).toEqual([]);
  await store.close();
  expect(dump()).toEqual(before);

  const test = await openTestRegistry({ file });
  expect((await test.registry.listSources()).map(({ name, kind }) => [name, kind])).toEqual([
    ['acme', 'operator'],
    ['beta', 'crawled'],
  ]);
  // Nobody was silent before silence was kept.
  const { facets } = await test.registry.explore(compileQuery({}), [
    { field: 'source.status', limit: 20, minCount: 1 },
  ]);
  expect(facets[0]?.buckets).toEqual([{ value: 'live', count: 2 }]);
  await test.registry.recordSilence('beta', 30);
  const { results } = await test.registry.search(
    compileQuery({ text: '', filter: [['source.status', 'silent']] }),
    { size: 10, token: undefined },
  );
  expect(results.map(({ entry }) => entry.displayName)).toEqual(['three']);
  // A catalog and a source of one name never meet.
  await publish(test.registry, 'acme', 'one', [testOperation('get')], { activate: true });
  expect(await test.registry.removeSource('acme')).toEqual({ orphaned: 1 });
  expect((await test.registry.getCatalog('acme')).active?.revision).toBe('one');
  await expect(test.registry.removeSource('catalog:acme')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(test.registry.getSource('catalog:acme')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { items } = await test.registry.list([], [], { size: 10, token: undefined });
  expect(items.map(({ identifier }) => identifier)).toEqual([
    'urn:air:agent.localhost:acme',
    'urn:air:agent.localhost:acme:get',
    'urn:air:example.com:one',
    'urn:air:example.com:three',
  ]);
  expect(await test.store.checkIntegrity()).toEqual([]);
  await test.close();
});

it('a database of the first schema that fails to migrate stays as it was, whatever statement fails', async () => {
  await makeFirstDatabase();
  const before = dump();
  let statements = 0;
  for (let failing = 1; ; failing++) {
    let count = 0;
    const onStatement = (): void => {
      count++;
      if (count === failing) throw new Error('injected');
    };
    const outcome = await openStore({ file, elect, onStatement }).then(
      (store) => store.close().then(() => 'opened'),
      () => 'failed',
    );
    expect(dump()).toEqual(before);
    if (outcome === 'opened') {
      statements = count;
      break;
    }
  }
  expect(statements).toBeGreaterThan(3);
});
