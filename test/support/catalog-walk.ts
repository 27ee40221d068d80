import fc from 'fast-check';
import { expect } from 'vitest';
import type { JsonObject } from '../../src/model/entry.ts';
import type { RevisionSummary } from '../../src/registry/catalogs.ts';
import type { Store } from '../../src/store/store.ts';
import { CatalogModel, type ModelEntry } from './catalog-model.ts';
import { Oracle } from './oracle.ts';
import { EVERYTHING, publish, testOperation } from './publications.ts';
import {
  manifestText,
  openTestRegistry,
  reopen,
  TEST_BASE_URL,
  type TestRegistry,
  testEntry,
} from './registry.ts';

const CATALOGS = ['x', 'y'] as const;
const REVISIONS = ['one', 'two', 'three'] as const;
const PATHS = ['alpha', 'beta.get', 'beta.put', 'gamma.list'] as const;
const WORDS = ['weather', 'forecast', 'payment'] as const;
/** Identifiers that manifests and catalogs claim. */
const CONTESTED = ['x', 'x:alpha', 'x:beta.get', 'y:alpha', 'other'] as const;
const FACETS = ['kind', 'type', 'metadata.catalog', 'metadata.effect', 'tags'].map((field) => ({
  field,
  limit: 2,
  minCount: 1,
}));

const catalog = fc.constantFrom(...CATALOGS);
const revision = fc.constantFrom(...REVISIONS);
const operation = fc.record({
  path: fc.constantFrom(...PATHS),
  effect: fc.constantFrom('read' as const, 'write' as const),
  description: fc.constantFrom(...WORDS),
  tags: fc.option(fc.constant(['t'] as const), { nil: undefined }),
});
const contents = fc.record({
  catalog,
  revision,
  title: fc.constantFrom(undefined, 'A title'),
  publisher: fc.constantFrom(undefined, 'example.com'),
  operations: fc.uniqueArray(operation, { selector: ({ path }) => path, maxLength: 3 }),
});

const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('publish' as const), contents, activate: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('again' as const), catalog, revision }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('activate' as const),
      catalog,
      revision: fc.option(revision, { freq: 3 }),
      expected: fc.constantFrom('any', 'right', 'wrong'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('import' as const),
      source: fc.constantFrom('a', 'x'),
      names: fc.uniqueArray(fc.constantFrom(...CONTESTED), { maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('remove' as const), source: fc.constantFrom('a', 'x') }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('reopen' as const) }) },
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Series of publications, activations and imports. */
export function catalogWalks(length: number): fc.Arbitrary<readonly Change[]> {
  return fc.array(change, { minLength: 1, maxLength: length, size: 'max' });
}

/** Everything of a revision that was seen when it was published, and has to stay so. */
interface Published {
  readonly summary: Omit<RevisionSummary, 'active'>;
  readonly operations: readonly string[];
}

/** Runs a series against a real registry; after each change it knows what the model knows, and no revision changed. */
export async function runCatalogWalk(changes: readonly Change[]): Promise<void> {
  let test = await openTestRegistry();
  const opened = test;
  const model = new CatalogModel();
  const published = new Map<string, Published>();
  try {
    for (const change of changes) {
      test.clock.now += 1_000;
      if (change.act === 'reopen') test = await reopen(test);
      else await makeChange(test, model, change);
      await compareRevisions(test.store, model, published);
      await compareAnswers(test, model);
    }
    expect(await test.store.checkIntegrity()).toEqual([]);
    expect(test.fatal).toEqual([]);
  } finally {
    if (test !== opened) await test.close();
    await opened.close();
  }
}

async function makeChange(
  { registry, clock }: TestRegistry,
  model: CatalogModel,
  change: Exclude<Change, { readonly act: 'reopen' }>,
): Promise<void> {
  if (change.act === 'publish' || change.act === 'again') {
    const found = change.act === 'again' ? model.find(change.catalog, change.revision) : undefined;
    if (change.act === 'again' && found === undefined) return;
    const wanted =
      change.act === 'publish'
        ? {
            ...change.contents,
            operations: change.contents.operations.map((one) => testOperation(one.path, one)),
          }
        : found!;
    const { catalog, revision, operations, title, publisher } = wanted;
    const activate = change.act === 'publish' && change.activate;
    const publishing = publish(registry, catalog, revision, operations, { activate, title, publisher });
    const created = model.publish(wanted);
    if (created === undefined) {
      await expect(publishing).rejects.toMatchObject({ code: 'CONFLICT' });
      return;
    }
    expect(await publishing).toMatchObject({ created, catalog, revision, operations: operations.length });
    if (activate) model.activate(catalog, revision, clock.now);
  } else if (change.act === 'activate') {
    const active = model.catalogs.get(change.catalog)?.active ?? null;
    const expected = { any: undefined, right: active, wrong: 'another' }[change.expected];
    const { catalog, revision } = change;
    const known = model.catalogs.has(catalog) && (revision === null || model.find(catalog, revision));
    const activating =
      revision === null
        ? registry.deactivateCatalog(catalog, expected ?? undefined)
        : registry.activateRevision({ catalog, revision, expected });
    const outcome = await activating.then(
      (summary) => summary.active?.revision ?? null,
      (error: { readonly code: string }) => ({ code: error.code }),
    );
    if (model.catalogs.has(catalog) && expected === 'another') expect(outcome).toEqual({ code: 'CONFLICT' });
    else if (!known) expect(outcome).toEqual({ code: 'NOT_FOUND' });
    else {
      expect(outcome).toBe(revision);
      model.activate(catalog, revision, clock.now);
    }
  } else if (change.act === 'import') {
    const { source, names } = change;
    const entries = names.map((name) => testEntry(name, { description: `${WORDS[0]} of ${source}` }));
    const text = manifestText(entries);
    await registry.importManifest({ source, text, origin: 'x', allowEmpty: true });
    model.import(source, text, entries, clock.now);
  } else {
    const removing = registry.removeSource(change.source);
    if (model.remove(change.source)) await removing;
    else await expect(removing).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
}

async function compareRevisions(
  store: Store,
  model: CatalogModel,
  published: Map<string, Published>,
): Promise<void> {
  const names = [...model.catalogs.keys()].sort();
  const catalogs = await store.listCatalogs();
  expect(catalogs.map(({ name, active }) => [name, active?.revision ?? null])).toEqual(
    names.map((name) => [name, model.catalogs.get(name)?.active ?? null]),
  );
  for (const name of names) {
    const { revisions, active } = model.catalogs.get(name)!;
    const stored = await store.listRevisions(name);
    expect(stored.map(({ revision }) => revision)).toEqual([...revisions.keys()].reverse());
    for (const { active: isActive, ...summary } of stored) {
      expect(isActive).toBe(summary.revision === active);
      expect(summary.stamp).toBe(revisions.get(summary.revision)?.stamp);
      const positions = Array.from({ length: summary.operations }, (_, at) => at);
      const operations = await store.readOperations(name, summary.revision, positions);
      const key = `${name}/${summary.revision}`;
      const first = published.get(key);
      if (first === undefined) published.set(key, { summary, operations });
      else expect({ summary, operations }).toEqual(first);
    }
  }
}

async function compareAnswers({ registry }: TestRegistry, model: CatalogModel): Promise<void> {
  const { answering } = model;
  const oracle = new Oracle();
  for (const [versionId, { key, entry, firstSeen }] of answering.entries()) {
    oracle.put({ key, versionId, firstSeen, entry: JSON.parse(JSON.stringify(entry)) });
  }
  const page = { size: 100, token: undefined };
  const shown = new Map(answering.map((one) => [one.key, shownOf(one)]));
  expect((await registry.list([], [], page)).items).toEqual([...shown.values()]);
  for (const name of CONTESTED) {
    const key = `urn:air:example.com:${name}`;
    const retrieving = registry.retrieve(key);
    if (shown.has(key)) expect((await retrieving).entry).toEqual(shown.get(key));
    else await expect(retrieving).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  for (const text of ['', 'weather', 'alpha forecast']) {
    const query = { ...EVERYTHING, text };
    const { results, total } = await registry.search(query, page);
    const expected = oracle.search(query);
    expect(results.map(({ json, score }) => [JSON.parse(json), score])).toEqual(
      expected.map(({ key, score }) => [shown.get(key), score]),
    );
    expect(total).toBe(expected.length);
    expect(await registry.explore(query, FACETS)).toEqual(oracle.explore(query, FACETS));
  }
}

/** As answers show it: with the address that the registry has for it. */
function shownOf({ entry }: ModelEntry): JsonObject {
  const { catalog, path } = Object(entry.metadata) as { readonly catalog?: string; readonly path?: string };
  if (catalog === undefined) return entry;
  const describe = path === undefined ? '' : `/describe?path=${path}`;
  return { ...entry, url: `${TEST_BASE_URL}/catalogs/${catalog}${describe}` };
}
