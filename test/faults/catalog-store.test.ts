import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { elect } from '../../src/registry/election.ts';
import { openStore } from '../../src/store/open-store.ts';
import { publish, testOperation } from '../support/publications.ts';
import { openTestRegistry } from '../support/registry.ts';

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'larder-catalogs-'));
  file = join(directory, 'larder.db');
  const { registry, close } = await openTestRegistry({ file });
  await publish(registry, 'pets', 'one', [testOperation('a.get'), testOperation('b.get')], {
    activate: true,
  });
  await publish(registry, 'pets', 'two', [testOperation('a.get')]);
  await close();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function alter(sql: string): void {
  const database = new BetterSqlite3(file);
  database.pragma('recursive_triggers = ON');
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

async function check(): Promise<readonly string[]> {
  const store = await openStore({ file, elect, readonly: true });
  const problems = await store.checkIntegrity();
  await store.close();
  return problems;
}

describe('what is published', () => {
  it.each(['revisions', 'revision_operations', 'revision_entries', 'activations'])(
    'stays: %s refuses to change or lose a row',
    (table) => {
      const database = new BetterSqlite3(file, { readonly: true });
      const [row] = database.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`).all();
      database.close();
      const [column = ''] = Object.keys(row ?? {});
      const refusal = `${table} is insert-only`;
      expect(() => alter(`UPDATE ${table} SET ${column} = ${column}`)).toThrow(refusal);
      expect(() => alter(`DELETE FROM ${table}`)).toThrow(refusal);
      expect(() => alter(`REPLACE INTO ${table} SELECT * FROM ${table}`)).toThrow(refusal);
    },
  );
});

describe('integrity', () => {
  it('finds nothing in a sound store', async () => {
    expect(await check()).toEqual([]);
  });

  const allow = (table: string) =>
    `DROP TRIGGER ${table}_keep_update; DROP TRIGGER ${table}_keep_delete; PRAGMA foreign_keys = OFF;`;
  it.each([
    [
      'an altered operation',
      `${allow('revision_operations')} UPDATE revision_operations SET prepared = replace(prepared, 'What b', 'What c')`,
      "The revision 'one' of the catalog 'pets': its operations are not what its stamp says.",
    ],
    [
      'an operation under another path',
      `${allow('revision_operations')} UPDATE revision_operations SET path = 'c.get' WHERE path = 'b.get'`,
      'its operation at 1 is not the next one',
    ],
    [
      'operations in another order',
      `${allow('revision_operations')} UPDATE revision_operations SET position = 7 WHERE revision_id = 1 AND position = 0`,
      'its operation at 1 is not the next one',
    ],
    [
      'a lost operation',
      `${allow('revision_operations')} DELETE FROM revision_operations WHERE path = 'b.get'`,
      'it has 1 operations instead of 2, and 1 more.',
    ],
    [
      'a lost entry',
      `${allow('revision_entries')} DELETE FROM revision_entries WHERE revision_id = 2 AND position = 1`,
      'it has 1 entries instead of 2',
    ],
    [
      'a pointer to an older activation',
      'INSERT INTO activations (catalog_id, number, revision_id, committed_at) VALUES (1, 2, 2, 9)',
      "The catalog 'pets' points at activation 1; the newest is 2.",
    ],
    [
      'entries of another revision',
      `INSERT INTO activations (catalog_id, number, revision_id, committed_at) VALUES (1, 2, 2, 9);
       UPDATE catalogs SET activation = 2`,
      "5 entries of the catalog 'pets' are not those of its active revision.",
    ],
  ])('finds %s', async (_name, sql, problem) => {
    alter(sql);
    expect((await check()).join('\n')).toContain(problem);
  });
});
