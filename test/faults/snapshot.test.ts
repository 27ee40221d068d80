import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { elect } from '../../src/registry/election.ts';
import { loadIndex } from '../../src/registry/load-index.ts';
import { openRegistry } from '../../src/registry/open-registry.ts';
import { snapshotOf } from '../../src/registry/snapshot-file.ts';
import { openStore } from '../../src/store/open-store.ts';
import { makeTemporaryDirectory } from '../support/larder.ts';
import { manifestText, openTestRegistry, TEST_BASE_URL, testEntry } from '../support/registry.ts';
import { answersOf } from '../support/registry-answers.ts';

let file: string;
let snapshot: string;

beforeEach(async () => {
  file = join(makeTemporaryDirectory(), 'larder.db');
  await importRevision(file, 1);
  snapshot = snapshotOf(file);
});

/** Imports a revision of some entries; closing leaves a snapshot. */
async function importRevision(database: string, revision: number): Promise<void> {
  const test = await openTestRegistry({ file: database });
  test.clock.now += revision;
  for (const source of ['a', 'b', 'c']) {
    const entries = Array.from({ length: 10 }, (_, at) =>
      testEntry(`${source}-${at + revision}`, { tags: [`revision ${revision}`, `tag ${at}`] }),
    );
    await test.registry.importManifest({
      source,
      text: manifestText(entries),
      origin: 'ard.json',
      allowEmpty: false,
    });
  }
  await test.close();
}

/** What a process answers that reads beside a writer, and why it did not use the snapshot. */
async function readWith(database: string, path: string) {
  const store = await openStore({ file: database, elect, readonly: true });
  const reasons: string[] = [];
  const registry = await openRegistry({
    store,
    snapshot: path,
    readonly: true,
    baseUrl: () => TEST_BASE_URL,
    now: Date.now,
    onWarning: ({ reason }) => reasons.push(reason),
    onFatal: (error) => {
      throw error;
    },
  });
  const answers = await answersOf(registry);
  await registry.close();
  return { answers, reasons };
}

/** How the next start goes: in any case it answers what an index does that was built from the store. */
async function restart(database = file) {
  const path = snapshotOf(database);
  const bytes = await readFile(path).catch(() => undefined);
  const { answers, reasons } = await readWith(database, path);
  expect(await readFile(path).catch(() => undefined), 'a reader leaves the snapshot alone').toEqual(bytes);
  expect(await readWith(database, `${database}.none`)).toEqual({ answers, reasons: [] });
  const store = await openStore({ file: database, elect, readonly: true });
  const { snapshotSeq, unusable } = await loadIndex(store, path);
  await store.close();
  expect(reasons).toEqual(unusable === undefined ? [] : [unusable]);
  return { snapshotSeq, unusable, total: answers.listed.total };
}

/** Runs SQL on the closed database, past the store. */
function alter(database: string, sql: string): void {
  const connection = new Database(database);
  connection.exec(sql);
  connection.close();
}

describe('a snapshot', () => {
  it('is where the next start begins, for its owner alone', async () => {
    expect(await restart()).toEqual({ snapshotSeq: 30, unusable: undefined, total: 30 });
    expect((await stat(snapshot)).mode & 0o777).toBe(0o600);
  });

  it('is followed by the changes after it', async () => {
    const old = `${file}.old`;
    await copyFile(snapshot, old);
    await importRevision(file, 2);
    await copyFile(old, snapshot);
    expect(await restart()).toMatchObject({ snapshotSeq: 30, unusable: undefined, total: 30 });
  });

  it('is not missed', async () => {
    expect(await restart()).toMatchObject({ unusable: undefined });
    await rm(snapshot);
    expect(await restart()).toEqual({ snapshotSeq: undefined, unusable: undefined, total: 30 });
  });

  it('is not written for an empty history', async () => {
    const empty = await openTestRegistry({ file: join(dirname(file), 'empty.db') });
    await empty.close();
    expect(existsSync(snapshotOf(empty.file))).toBe(false);
  });

  it('is not written again when little has changed', async () => {
    const before = await stat(snapshot);
    const test = await openTestRegistry({ file });
    await test.close();
    expect((await stat(snapshot)).mtimeMs).toBe(before.mtimeMs);
  });
});

describe('a snapshot that cannot be used', () => {
  it('is told from a good one whichever byte was damaged', async () => {
    const good = await readFile(snapshot);
    // Every byte of what stands before the sections, and some of these.
    const places = [
      ...Array.from({ length: 80 }, (_, at) => at),
      ...Array.from({ length: 40 }, (_, at) => Math.floor((good.length * at) / 40) + (at % 7)),
      good.length - 1,
    ];
    const store = await openStore({ file, elect, readonly: true });
    for (const at of places) {
      const bad = Buffer.from(good);
      bad[at] = bad[at]! ^ 0x10;
      await writeFile(snapshot, bad);
      expect(await loadIndex(store, snapshot), `byte ${at}`).toMatchObject({
        snapshotSeq: undefined,
        unusable: expect.any(String),
        view: { seq: 30 },
      });
    }
    await store.close();
    expect(await restart()).toMatchObject({ unusable: expect.stringContaining('damaged'), total: 30 });
  });

  it('is told by its length, too short or too long', async () => {
    const good = await readFile(snapshot);
    for (const length of [0, 1, 47, 48, 60, 300, good.length >> 1, good.length - 1]) {
      await writeFile(snapshot, good.subarray(0, length));
      expect(await restart()).toMatchObject({ unusable: expect.any(String), total: 30 });
    }
    await writeFile(snapshot, Buffer.concat([good, Buffer.alloc(1)]));
    expect(await restart()).toMatchObject({ unusable: expect.any(String), total: 30 });
  });

  it('may be of another format', async () => {
    const other = await readFile(snapshot);
    other.write('LARDERX0', 'latin1');
    await writeFile(snapshot, other);
    expect(await restart()).toMatchObject({ unusable: 'it is no snapshot of this format', total: 30 });
  });

  it('may be no file', async () => {
    await rm(snapshot);
    await mkdir(snapshot);
    expect(await restart()).toMatchObject({ unusable: expect.stringContaining('EISDIR'), total: 30 });
  });

  it('may belong to another database', async () => {
    const other = join(dirname(file), 'other.db');
    await importRevision(other, 2);
    await copyFile(snapshotOf(other), snapshot);
    expect(await restart()).toMatchObject({ unusable: expect.stringContaining('another'), total: 30 });
  });

  it('may be newer than a database that was restored, also after it went on', async () => {
    const backup = `${file}.backup`;
    await copyFile(file, backup);
    await importRevision(file, 2);
    await copyFile(backup, file);
    expect(await restart()).toMatchObject({ unusable: expect.stringContaining('another'), total: 30 });
    const newer = await readFile(snapshot);
    await importRevision(file, 3);
    await writeFile(snapshot, newer);
    expect(await restart()).toMatchObject({ unusable: expect.stringContaining('another'), total: 30 });
  });

  it('may lack changes that the database no longer has', async () => {
    const old = await readFile(snapshot);
    await importRevision(file, 2);
    await writeFile(snapshot, old);
    alter(file, 'DROP TRIGGER changes_keep_delete; DELETE FROM changes WHERE seq = 33');
    expect(await restart()).toMatchObject({ unusable: expect.stringContaining('every change after 30') });
  });

  it('is replaced at the next close', async () => {
    await truncate(snapshot, 100);
    const test = await openTestRegistry({ file });
    expect(test.warnings).toHaveLength(1);
    await test.close();
    expect(await restart()).toMatchObject({ snapshotSeq: 30, unusable: undefined });
  });
});

describe('a disk that refuses a snapshot', () => {
  it('harms nothing, and is told', async () => {
    const test = await openTestRegistry({ file });
    await rm(snapshot);
    await mkdir(snapshot);
    await test.registry.removeSource('a');
    await test.close();
    expect(test.warnings).toMatchObject([{ message: expect.stringContaining('could not be written') }]);
    expect(test.fatal).toEqual([]);
    expect(existsSync(`${snapshot}.tmp`)).toBe(false);
    await rm(snapshot, { recursive: true });
    expect(await restart()).toMatchObject({ snapshotSeq: undefined, unusable: undefined, total: 20 });
  });
});
