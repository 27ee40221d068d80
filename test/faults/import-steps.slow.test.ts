import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFastIndex, type FastIndex } from '../../src/index/fast-index.ts';
import { createIndexWriter } from '../../src/index/index-writer.ts';
import { elect } from '../../src/registry/election.ts';
import { joinRegistry } from '../../src/registry/join-registry.ts';
import { loadIndex } from '../../src/registry/load-index.ts';
import { INLINE_PREPARER } from '../../src/registry/preparer/inline-preparer.ts';
import type { Registry } from '../../src/registry/registry.ts';
import { snapshotOf } from '../../src/registry/snapshot-file.ts';
import { openWriter } from '../../src/registry/writer/open-writer.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { publish, testOperation } from '../support/publications.ts';
import { manifestText, openTestRegistry, TEST_BASE_URL, testEntry } from '../support/registry.ts';

let directory: string;
/** A store with two sources, one of them partly shadowed; each try works on a copy. */
let template: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'larder-steps-'));
  template = join(directory, 'template.db');
  file = join(directory, 'larder.db');
  const test = await openTestRegistry({ file: template });
  await importEntries(test.registry, 'a', [testEntry('one'), testEntry('two'), testEntry('three')]);
  test.clock.now += 1;
  await importEntries(test.registry, 'b', [testEntry('one', { displayName: 'Claimed' }), testEntry('four')]);
  await publish(test.registry, 'pets', 'one', [testOperation('get'), testOperation('old')], {
    activate: true,
  });
  await publish(test.registry, 'pets', 'two', [testOperation('get'), testOperation('new')]);
  await test.close();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const importEntries = (registry: Registry, source: string, entries: readonly unknown[]) =>
  registry.importManifest({ source, text: manifestText(entries), origin: 'ard.json', allowEmpty: false });

/** The writes that are broken off after each of their statements. */
const WRITES: readonly (readonly [string, (registry: Registry) => Promise<unknown>])[] = [
  [
    'an import that adds, changes and orphans',
    (registry) =>
      importEntries(registry, 'a', [testEntry('two', { displayName: 'Two' }), testEntry('five'), { bad: 1 }]),
  ],
  [
    'an import of a new source',
    (registry) => importEntries(registry, 'c', [testEntry('six'), testEntry('one')]),
  ],
  [
    'the same import again',
    (registry) =>
      importEntries(registry, 'b', [testEntry('one', { displayName: 'Claimed' }), testEntry('four')]),
  ],
  ['a removal', (registry) => registry.removeSource('a')],
  ['a publication', (registry) => publish(registry, 'pets', 'three', [testOperation('get')])],
  [
    'a publication that is activated at once, of a new catalog with a contested identifier',
    (registry) =>
      publish(registry, 'two', 'one', [testOperation('x')], { activate: true, publisher: 'example.com' }),
  ],
  [
    'an activation',
    (registry) => registry.activateRevision({ catalog: 'pets', revision: 'two', expected: 'one' }),
  ],
  ['a deactivation', (registry) => registry.deactivateCatalog('pets')],
];

/** Everything that a caller can see of a store, through an index from the snapshot, or built where there is none. */
async function answersOf(path: string, snapshot = `${path}.none`) {
  const store = await openStore({ file: path, elect });
  const loaded = await loadIndex(store, snapshot);
  expect(loaded.snapshotSeq === undefined).toBe(snapshot === `${path}.none`);
  const index = createFastIndex();
  index.adopt(loaded.view);
  const answers = await answersFrom(store, index);
  expect(await store.checkIntegrity()).toEqual([]);
  await store.close();
  return answers;
}

async function answersFrom(store: Store, index: FastIndex) {
  const all = { text: '', filter: new Map<string, readonly string[]>() };
  const start = { size: 100, start: { by: 'start' } as const };
  const listed = await index.search(all, start);
  const sources = await store.listSources();
  const catalogs = await store.listCatalogs();
  return {
    seq: index.seq,
    listed: await store.readVersions(listed.hits.map((hit) => hit.versionId)),
    ranked: await index.search({ text: 'entry two claimed', filter: new Map() }, start),
    facets: await index.explore(all, [{ field: 'displayName', limit: 100, minCount: 1 }]),
    sources: await Promise.all(sources.map((source) => store.getSource(source.name))),
    catalogs,
    revisions: await Promise.all(catalogs.map((catalog) => readRevisions(store, catalog.name))),
  };
}

async function readRevisions(store: Store, catalog: string) {
  const revisions = await store.listRevisions(catalog);
  return Promise.all(
    revisions.map(async (about) => {
      const positions = Array.from({ length: about.operations }, (_, at) => at);
      return { about, operations: await store.readOperations(catalog, about.revision, positions) };
    }),
  );
}

describe.each(WRITES)('%s, failing after its n-th statement', (_name, write) => {
  it('is fully old or fully new, for every n', async () => {
    const before = await answersOf(template);
    await cp(template, file);
    const whole = await openTestRegistry({ file });
    await write(whole.registry);
    await whole.close();
    const after = await answersOf(file);
    expect(after).not.toEqual(before);

    let statements = 0;
    for (let failing = 1; ; failing++) {
      await rm(file);
      await cp(template, file);
      let armed = false;
      let count = 0;
      let committed = false;
      const test = await openTestRegistry({
        file,
        onStatement: (sql) => {
          if (!armed) return;
          count++;
          if (sql === 'COMMIT') committed = true;
          if (count === failing) throw new Error('injected');
        },
      });
      test.clock.now += 10;
      armed = true;
      const outcome = await write(test.registry).then(
        () => 'done',
        (error: unknown) => error,
      );
      armed = false;
      if (outcome === 'done') {
        statements = count;
        await test.close();
        break;
      }
      // Only a failure after the commit leaves the view behind, and then the process has to go.
      const behind = committed && after.seq !== before.seq;
      expect(test.fatal).toHaveLength(behind ? 1 : 0);
      // The snapshot of the view before plus the changes equals what a new index is built from.
      await test.close();
      const caughtUp = await answersOf(file, snapshotOf(template));
      const reopened = await answersOf(file);
      expect(withoutTimes(reopened)).toEqual(withoutTimes(committed ? after : before));
      expect(caughtUp).toEqual(reopened);
    }
    expect(statements).toBeGreaterThan(5);
  });
});

function withoutTimes<T>(answers: T): unknown {
  return JSON.parse(JSON.stringify(answers, (name, value) => (/(Seen|At)$/.test(name) ? undefined : value)));
}

describe('making a database, failing after the n-th statement', () => {
  it('leaves a file that the next start completes, for every n', async () => {
    let statements = 0;
    for (let failing = 1; ; failing++) {
      await rm(file, { force: true });
      let count = 0;
      const onStatement = () => {
        count++;
        if (count === failing) throw new Error('injected');
      };
      const outcome = await openStore({ file, elect, onStatement }).then(
        (store) => store.close().then(() => 'done'),
        () => 'failed',
      );
      if (outcome === 'done') {
        statements = count;
        break;
      }
      const store = await openStore({ file, elect });
      expect(await store.checkIntegrity()).toEqual([]);
      expect(await store.tokenSecret()).toHaveLength(32);
      await store.close();
    }
    expect(statements).toBeGreaterThan(5);
  });
});

describe('a failure between commit and view', () => {
  it('ends the process, and the next one answers the new state', async () => {
    const store = await openStore({ file, elect });
    let broken = false;
    const fatal: unknown[] = [];
    const answering = createFastIndex();
    const writer = await openWriter({
      store,
      snapshot: snapshotOf(file),
      readonly: false,
      createIndex: createIndexWriter,
      now: () => 1,
      publish: (view) => {
        if (broken) throw new Error('injected');
        answering.adopt(view);
      },
      onWarning: (warning) => fatal.push(warning),
      onFatal: (error) => fatal.push(error),
    });
    const registry = joinRegistry({
      reader: store,
      index: answering,
      writer,
      preparer: INLINE_PREPARER,
      baseUrl: () => TEST_BASE_URL,
    });
    await importEntries(registry, 'a', [testEntry('one')]);
    broken = true;
    await expect(importEntries(registry, 'a', [testEntry('two')])).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
    });
    expect(fatal).toHaveLength(1);
    await expect(importEntries(registry, 'a', [testEntry('three')])).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    await expect(registry.checkReady()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(fatal).toHaveLength(1);
    await registry.close();

    const next = await openTestRegistry({ file });
    const listed = await next.registry.list([], [], { size: 10, token: undefined });
    expect(listed.items.map((item) => item.displayName)).toEqual(['Entry two']);
    await next.close();
  });
});
