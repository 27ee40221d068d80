import { afterEach, beforeEach, expect, it } from 'vitest';
import { OpenRevisions } from '../../src/registry/open-revisions.ts';
import { publish, testOperation } from '../support/publications.ts';
import { openTestRegistry, type TestRegistry } from '../support/registry.ts';

let test: TestRegistry;
/** Times that operations were read. */
let reads = 0;
let failing = false;

beforeEach(async () => {
  reads = 0;
  failing = false;
  test = await openTestRegistry({
    onStatement: (sql) => {
      if (!sql.includes('JOIN revision_operations')) return;
      reads++;
      if (failing) throw new Error('injected');
    },
  });
  for (const revision of ['one', 'two', 'three']) {
    await publish(test.registry, 'pets', revision, [testOperation(`get.${revision}`)], { activate: true });
  }
});
afterEach(() => test.close());

const open = async (revisions: OpenRevisions, revision?: string) => {
  const { list } = await revisions.open('pets', revision);
  return (await list()).results.map(({ path }) => path);
};

it('a revision is read once, however many ask for it', async () => {
  const revisions = new OpenRevisions(test.store);
  const answers = await Promise.all(
    ['one', 'three', undefined, 'one'].map((revision) => open(revisions, revision)),
  );
  expect(answers).toEqual([['get.one'], ['get.three'], ['get.three'], ['get.one']]);
  expect(reads).toBe(2);
});

it.each([
  ['many', { revisions: 2, size: 1e9 }],
  ['large', { revisions: 9, size: 1_000 }],
])('the least recently asked is closed when they are too %s', async (_name, bounds) => {
  const { length } = (await test.store.readOperations('pets', 'one', [0]))[0] ?? '';
  expect(length).toBeGreaterThan(350);
  expect(length).toBeLessThan(450);
  reads = 0;
  const revisions = new OpenRevisions(test.store, bounds);
  for (const revision of ['one', 'two', 'one', 'three', 'one']) await open(revisions, revision);
  expect(reads).toBe(3);
  await open(revisions, 'two');
  expect(reads).toBe(4);
});

it('one that is larger than the bound is kept as long as it is asked alone', async () => {
  const revisions = new OpenRevisions(test.store, { revisions: 2, size: 1 });
  for (const revision of ['one', 'one', 'two', 'two']) await open(revisions, revision);
  expect(reads).toBe(2);
});

it('a failure is not kept', async () => {
  const revisions = new OpenRevisions(test.store);
  failing = true;
  await expect(open(revisions, 'one')).rejects.toThrow('injected');
  failing = false;
  expect(await Promise.all([open(revisions, 'one'), open(revisions, 'two')])).toEqual([
    ['get.one'],
    ['get.two'],
  ]);
});

it('what is active is looked up at each question', async () => {
  const revisions = new OpenRevisions(test.store);
  expect(await open(revisions)).toEqual(['get.three']);
  await test.registry.activateRevision({ catalog: 'pets', revision: 'one', expected: 'three' });
  expect(await open(revisions)).toEqual(['get.one']);
  expect((await revisions.open('pets', 'three')).about.active).toBe(false);
});
