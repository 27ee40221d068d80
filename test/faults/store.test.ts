import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { elect } from '../../src/registry/election.ts';
import { openStore } from '../../src/store/open-store.ts';
import { manifestText, openTestRegistry, testEntry } from '../support/registry.ts';

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'larder-faults-'));
  file = join(directory, 'larder.db');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function fillStore(): Promise<void> {
  const test = await openTestRegistry({ file });
  await test.registry.importManifest({
    source: 'a',
    text: manifestText([testEntry('one'), testEntry('two')]),
    origin: 'ard.json',
    allowEmpty: false,
  });
  await test.close();
}

describe('insert-only tables', () => {
  const tables = ['generations', 'entry_versions', 'verdicts', 'changes'];

  it.each(tables)('%s refuses to change or lose a row', async (table) => {
    await fillStore();
    const database = new BetterSqlite3(file);
    database.pragma('recursive_triggers = ON');
    const [row] = database.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`).all();
    const [column = ''] = Object.keys(row ?? {});
    expect(column).not.toBe('');
    expect(() => database.exec(`UPDATE ${table} SET ${column} = ${column}`)).toThrow(
      `${table} is insert-only`,
    );
    expect(() => database.exec(`DELETE FROM ${table}`)).toThrow(`${table} is insert-only`);
    expect(() => database.exec(`REPLACE INTO ${table} SELECT * FROM ${table}`)).toThrow(
      `${table} is insert-only`,
    );
    database.close();
  });
});

describe('integrity', () => {
  const damages: readonly (readonly [string, string, RegExp])[] = [
    ['a lost election', 'DELETE FROM elections', /should be answered by source "a"/],
    [
      'an altered version',
      "DROP TRIGGER entry_versions_keep_update; UPDATE entry_versions SET json = replace(json, 'Entry', 'Other')",
      /not what its digest says/,
    ],
    [
      'a lost change',
      'DROP TRIGGER changes_keep_delete; DELETE FROM changes WHERE seq = 1',
      /1 changes are numbered up to 2/,
    ],
    [
      'an election that no change tells of',
      'DROP TRIGGER changes_keep_delete; DELETE FROM changes WHERE seq = 2',
      /last change of .* differs/,
    ],
    [
      'an orphan that is elected',
      'UPDATE members SET last_seen = 1',
      /have an election, 0 have a live entry/,
    ],
  ];

  it.each(damages)('finds %s', async (_name, sql, problem) => {
    await fillStore();
    const database = new BetterSqlite3(file);
    database.exec(sql);
    database.close();
    const store = await openStore({ file, elect, readonly: true });
    expect((await store.checkIntegrity()).join('\n')).toMatch(problem);
    await store.close();
  });

  it('finds nothing in a sound store', async () => {
    await fillStore();
    const store = await openStore({ file, elect, readonly: true });
    expect(await store.checkIntegrity()).toEqual([]);
    await store.close();
  });
});

describe('a second writer', () => {
  it('is refused with what to do, under any spelling of the file, and may come after the first', async () => {
    const first = await openStore({ file, elect });
    await symlink(directory, `${directory}-link`);
    try {
      for (const spelling of [file, join(`${directory}-link`, 'larder.db')]) {
        await expect(openStore({ file: spelling, elect })).rejects.toMatchObject({
          code: 'CONFLICT',
          message: expect.stringMatching(/larder\.db\.lock.*--url.*stop it first/s),
        });
      }
      await first.checkWritable();
      await first.close();
      await (await openStore({ file, elect })).close();
    } finally {
      await rm(`${directory}-link`);
    }
  });

  it('may come when the first was killed', async () => {
    const child = startHolder();
    await saysReady(child);
    await expect(openStore({ file, elect })).rejects.toMatchObject({ code: 'CONFLICT' });
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
    const store = await openStore({ file, elect });
    expect(await store.checkIntegrity()).toEqual([]);
    await store.close();
  });

  it('does not keep readers out, who cannot write', async () => {
    const writer = await openTestRegistry({ file });
    const reader = await openStore({ file, elect, readonly: true });
    await writer.registry.importManifest({
      source: 'a',
      text: manifestText([testEntry('one')]),
      origin: 'ard.json',
      allowEmpty: false,
    });
    expect((await reader.listSources()).map((source) => source.name)).toEqual(['a']);
    await expect(reader.checkWritable()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(reader.removeSource('a', 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await reader.close();
    await writer.close();
  });
});

function startHolder(): ChildProcess {
  const loader = resolve(import.meta.dirname, '../support/typescript-loader.mjs');
  const holder = resolve(import.meta.dirname, '../support/import-loop.ts');
  return spawn(process.execPath, ['--import', loader, holder, file, '1', 'hold'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

function saysReady(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    child.once('exit', (code) => fail(new Error(`the child ended with ${code}`)));
    child.stdout?.once('data', () => done());
  });
}
