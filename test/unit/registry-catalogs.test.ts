import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createCatalog } from '../../src/forage/forage.ts';
import { EVERYTHING, FIRST_PAGE, listIdentifiers, publish, testOperation } from '../support/publications.ts';
import { openTestRegistry, TEST_BASE_URL, TEST_EPOCH, type TestRegistry } from '../support/registry.ts';

let test: TestRegistry;

beforeEach(async () => {
  test = await openTestRegistry();
});
afterEach(async () => {
  expect(test.fatal).toEqual([]);
  expect(await test.store.checkIntegrity()).toEqual([]);
  await test.close();
});

const OPERATIONS = [
  testOperation('pets.get'),
  testOperation('pets.create', { effect: 'write', tags: ['pets'], capabilityNotes: 'Needs the shop.' }),
  testOperation('shop.open', { description: 'Opens the shop in the morning.' }),
];

describe('publishing', () => {
  it('keeps a revision, and shows nothing of it', async () => {
    const published = await publish(test.registry, 'petstore', 'one', OPERATIONS, {
      title: 'Pets',
      description: 'All about pets.',
      publisher: 'Pets.Example.com',
    });
    const stamp = createCatalog({ revision: 'x', operations: OPERATIONS }).stamp();
    expect(published).toEqual({
      catalog: 'petstore',
      revision: 'one',
      stamp,
      title: 'Pets',
      description: 'All about pets.',
      publisher: 'pets.example.com',
      operations: 3,
      publishedAt: TEST_EPOCH,
      active: false,
      created: true,
    });
    const { created: _, ...summary } = published;
    expect(await test.registry.getRevision('petstore', 'one')).toEqual(summary);
    expect(await test.registry.listRevisions('petstore')).toEqual([summary]);
    const catalog = { name: 'petstore', active: null, revisions: 1, firstPublishedAt: TEST_EPOCH };
    expect(await test.registry.getCatalog('petstore')).toEqual(catalog);
    expect(await test.registry.listCatalogs()).toEqual([catalog]);
    expect(await listIdentifiers(test.registry)).toEqual([]);
    expect(test.registry.seq).toBe(0);
    expect(await test.registry.listSources()).toEqual([]);
  });

  it('changes nothing when the same comes again, and is a conflict with anything else', async () => {
    const about = { title: 'Pets', description: 'About pets.', publisher: 'pets.example.com' };
    const first = await publish(test.registry, 'petstore', 'one', OPERATIONS, about);
    test.clock.now += 1_000;
    const again = await publish(test.registry, 'petstore', 'one', [...OPERATIONS].reverse(), about);
    expect(again).toEqual({ ...first, created: false });
    const others: readonly (readonly [readonly unknown[], Readonly<Record<string, unknown>>, string])[] = [
      [OPERATIONS.slice(1), about, 'operations (the stamp)'],
      [OPERATIONS, { ...about, title: 'Cats' }, 'title'],
      [OPERATIONS, { ...about, title: undefined }, 'title'],
      [OPERATIONS, { ...about, description: 'About cats.' }, 'description'],
      [OPERATIONS, { ...about, publisher: 'cats.example.com' }, 'publisher'],
    ];
    for (const [operations, other, what] of others) {
      await expect(publish(test.registry, 'petstore', 'one', operations, other)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining(what),
      });
    }
    expect(await test.registry.listRevisions('petstore')).toHaveLength(1);
  });

  it('names a revision by its stamp, or as it names itself', async () => {
    const { revision, stamp } = await publish(test.registry, 'petstore', undefined, OPERATIONS);
    expect(revision).toBe(`sha256-${stamp.slice(0, 16)}`);
    const named = await publish(test.registry, 'petstore', undefined, OPERATIONS, { revision: 'own' });
    expect(named.revision).toBe('own');
    await expect(
      publish(test.registry, 'petstore', 'other', OPERATIONS, { revision: 'own' }),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining("'own'") });
    expect((await test.registry.listRevisions('petstore')).map((one) => one.revision)).toEqual([
      'own',
      `sha256-${stamp.slice(0, 16)}`,
    ]);
  });

  it.each([
    ['Pets', '{"operations":[]}', 'catalog name'],
    ['-pets', '{"operations":[]}', 'catalog name'],
    ['pets', '{"operations":[', 'not JSON'],
    ['pets', '[]', 'no JSON object'],
    ['pets', '{}', 'neither `operations` nor `openapi`'],
    ['pets', '{"operations":[],"publisher":"not a domain"}', 'domain name'],
    ['pets', '{"operations":[],"title":"\\ud800"}', 'half a character'],
    ['pets', '{"operations":[],"tilte":"x"}', 'did you mean title'],
    ['pets', '{"operations":[{"path":"then","effect":"read","inputSchema":{}}]}', 'every object or promise'],
    ['pets', '{"openapi":7}', '/openapi'],
    ['pets', '{"openapi":"x","select":[]}', '/select'],
    ['pets', '{"openapi":"swagger: \\"2.0\\""}', '(swagger-2)'],
    ['pets', '{"openapi":"{\\"openapi\\":\\"3.0.0\\",\\"paths\\":{}}"}', 'no operations'],
  ])('refuses %s %s', async (catalog, text, message) => {
    await expect(
      test.registry.publishRevision({ catalog, revision: 'one', text, activate: true }),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(message) });
    expect(await test.registry.listCatalogs()).toEqual([]);
  });

  it.each([
    [undefined, null, 'revision is a string'],
    [undefined, '..', 'step'],
    ['.', undefined, 'step'],
  ])('refuses the name %s of a revision that calls itself %s', async (revision, own, message) => {
    await expect(
      publish(test.registry, 'pets', revision, OPERATIONS, { revision: own }),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(message) });
    expect(await test.registry.listCatalogs()).toEqual([]);
  });

  it('refuses what nests too deep before it is parsed', async () => {
    const text = `{"operations":${'['.repeat(100_000)}`;
    await expect(
      test.registry.publishRevision({ catalog: 'pets', revision: 'one', text, activate: false }),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('nests deeper') });
  });

  it('takes a catalog without operations', async () => {
    await publish(test.registry, 'empty', 'one', [], { activate: true });
    expect(await listIdentifiers(test.registry)).toEqual(['urn:air:agent.localhost:empty']);
    const open = await test.registry.openRevision('empty');
    expect(await open.list()).toMatchObject({ results: [], total: 0 });
  });
});

describe('activating', () => {
  it('shows the catalog and its operations, as entries that are whole', async () => {
    await publish(test.registry, 'petstore', 'one', OPERATIONS, { title: 'Pets', activate: true });
    const { stamp } = await test.registry.getRevision('petstore', 'one');
    const { items } = await test.registry.list([], [], FIRST_PAGE);
    expect(items).toEqual([
      {
        identifier: 'urn:air:agent.localhost:petstore',
        displayName: 'Pets',
        type: 'application/vnd.forage.catalog+json',
        capabilities: ['pets', 'shop'],
        url: `${TEST_BASE_URL}/catalogs/petstore`,
        metadata: { catalog: 'petstore', revision: 'one', stamp, operations: 3, textOrigin: 'owner' },
      },
      ...['pets.create', 'pets.get', 'shop.open'].map((path) =>
        expect.objectContaining({
          identifier: `urn:air:agent.localhost:petstore:${path}`,
          displayName: path,
          type: 'application/vnd.forage.operation+json',
          url: `${TEST_BASE_URL}/catalogs/petstore/describe?path=${path}`,
          metadata: expect.objectContaining({ revision: 'one', path, namespace: path.split('.')[0] }),
        }),
      ),
    ]);
    expect(items[1]).toMatchObject({
      description: 'What pets.create does.',
      tags: ['pets'],
      capabilities: ['Needs the shop.'],
      metadata: { effect: 'write', textOrigin: 'owner' },
    });
    const { results } = await test.registry.search({ text: 'open the shop', filter: new Map() }, FIRST_PAGE);
    expect(results[0]?.entry).toEqual(items[3]);
    expect(JSON.parse(results[0]?.json ?? '')).toEqual(items[3]);
    const retrieved = await test.registry.retrieve('urn:air:agent.localhost:petstore:shop.open');
    expect(retrieved.entry).toEqual(items[3]);
    const facets = ['kind', 'metadata.namespace', 'metadata.effect', 'metadata.catalog'].map((field) => ({
      field,
      limit: 10,
      minCount: 1,
    }));
    const { facets: counted } = await test.registry.explore(EVERYTHING, facets);
    expect(counted.map(({ buckets }) => buckets.map(({ value, count }) => `${value} ${count}`))).toEqual([
      ['operation 3', 'catalog 1'],
      ['pets 2', 'shop 1'],
      ['read 2', 'write 1'],
      ['petstore 4'],
    ]);
  });

  it('stores nothing of the address that the registry has', async () => {
    await publish(test.registry, 'petstore', 'one', OPERATIONS, { activate: true });
    const before = await test.registry.retrieve('urn:air:agent.localhost:petstore:shop.open');
    await test.registry.search(EVERYTHING, FIRST_PAGE);
    await test.registry.close();
    const folder = dirname(test.file);
    onTestFinished(() => rm(folder, { recursive: true }));
    const names = await readdir(folder);
    expect(names).toContain('larder.db.index');
    for (const name of names) {
      expect((await readFile(join(folder, name))).includes('registry.example'), name).toBe(false);
    }
    const { file } = test;
    test = await openTestRegistry({ file, baseUrl: 'https://moved.example' });
    const after = await test.registry.retrieve('urn:air:agent.localhost:petstore:shop.open');
    expect(after.entry.url).toBe('https://moved.example/catalogs/petstore/describe?path=shop.open');
    expect(after.digest).not.toBe(before.digest);
  });

  it('swaps revisions, and goes back', async () => {
    await publish(test.registry, 'petstore', 'one', OPERATIONS, { activate: true });
    await publish(test.registry, 'petstore', 'two', [testOperation('pets.get'), testOperation('cats.get')]);
    expect(await listIdentifiers(test.registry)).toHaveLength(4);
    test.clock.now += 1_000;
    const two = await test.registry.activateRevision({
      catalog: 'petstore',
      revision: 'two',
      expected: 'one',
    });
    expect(two).toMatchObject({ name: 'petstore', revisions: 2, active: { revision: 'two', active: true } });
    const names = (await listIdentifiers(test.registry)).map((one) => one.split(':').at(-1));
    expect(names).toEqual(['petstore', 'cats.get', 'pets.get']);
    await expect(
      test.registry.activateRevision({ catalog: 'petstore', revision: 'one', expected: 'one' }),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining("'two', not 'one'") });
    await test.registry.activateRevision({ catalog: 'petstore', revision: 'one', expected: undefined });
    expect(await listIdentifiers(test.registry)).toHaveLength(4);
    const before = test.registry.seq;
    await test.registry.activateRevision({ catalog: 'petstore', revision: 'one', expected: 'one' });
    expect(test.registry.seq).toBe(before);
    expect((await test.registry.getRevision('petstore', 'two')).active).toBe(false);
  });

  it('takes a catalog out of discovery', async () => {
    await publish(test.registry, 'petstore', 'one', OPERATIONS, { activate: true });
    await expect(test.registry.deactivateCatalog('petstore', 'two')).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await test.registry.deactivateCatalog('petstore', 'one')).toMatchObject({ active: null });
    expect(await test.registry.deactivateCatalog('petstore')).toMatchObject({ active: null, revisions: 1 });
    expect(await listIdentifiers(test.registry)).toEqual([]);
    await expect(test.registry.openRevision('petstore')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('no active revision'),
    });
    expect((await test.registry.openRevision('petstore', 'one')).about.active).toBe(false);
    await test.registry.activateRevision({ catalog: 'petstore', revision: 'one', expected: null });
    expect(await listIdentifiers(test.registry)).toHaveLength(4);
  });

  it('names what is not there, and what was meant', async () => {
    await publish(test.registry, 'petstore', 'release-1', OPERATIONS);
    const missing = { code: 'NOT_FOUND' };
    await expect(test.registry.getCatalog('petstor')).rejects.toMatchObject({
      ...missing,
      message: "There is no catalog 'petstor'. Did you mean 'petstore'?",
    });
    const activation = { catalog: 'petstore', revision: 'release-2', expected: undefined };
    await expect(test.registry.activateRevision(activation)).rejects.toMatchObject({
      ...missing,
      message: "The catalog 'petstore' has no revision 'release-2'. Did you mean 'release-1'?",
    });
    await expect(test.registry.listRevisions('none')).rejects.toMatchObject(missing);
    await expect(test.registry.openRevision('petstore', 'none')).rejects.toMatchObject(missing);
    await expect(test.registry.deactivateCatalog('none')).rejects.toMatchObject(missing);
  });
});

describe('an open revision', () => {
  it('answers as createCatalog does', async () => {
    const operations = [
      ...OPERATIONS,
      testOperation('pets.again', { description: 'What pets.get does.' }),
      testOperation('\ufb00.x'),
      testOperation('\u{1d400}.x'),
    ];
    await publish(test.registry, 'petstore', 'one', operations);
    await publish(test.registry, 'petstore', 'two', [testOperation('other')], { activate: true });
    const catalog = createCatalog({ revision: 'one', operations });
    const open = await test.registry.openRevision('petstore', 'one');
    expect(open.about).toEqual(await test.registry.getRevision('petstore', 'one'));
    const first = await open.list({ limit: 4 });
    expect(first).toEqual(catalog.list({ limit: 4 }));
    const cursor = first.nextCursor ?? '';
    expect(await open.list({ limit: 4, cursor })).toEqual(catalog.list({ limit: 4, cursor }));
    for (const query of ['what does pets', 'shop morning', 'id', 'nothing of it']) {
      expect(await open.search({ query })).toEqual(catalog.search({ query }));
    }
    expect(await open.describe({ path: 'pets.create' })).toEqual(catalog.describe({ path: 'pets.create' }));
    expect(await open.describe({ namespace: 'pets' })).toEqual(catalog.describe({ namespace: 'pets' }));
    const some = { namespace: 'pets', methods: ['get'] };
    expect(await open.describe(some)).toEqual(catalog.describe(some));
    await expect(open.describe({ path: 'pets.gett' })).rejects.toMatchObject({ reason: 'operation-unknown' });
    await expect(open.list({ cursor: 'x' })).rejects.toMatchObject({ reason: 'cursor-malformed' });
  });
});
