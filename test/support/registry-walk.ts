import fc from 'fast-check';
import { expect } from 'vitest';
import type { FacetRequest, FacetResult, ListFilter, Order, Query } from '../../src/model/query.ts';
import type { Registry } from '../../src/registry/registry.ts';
import { Oracle } from './oracle.ts';
import { manifestText, openTestRegistry, reopen } from './registry.ts';
import { type Answering, type ModelEntry, RegistryModel, SERVED_FROM } from './registry-model.ts';

const SOURCES = Object.keys(SERVED_FROM);
const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'] as const;
const WORDS = ['weather', 'forecast', 'payment', 'invoice', 'translate', 'map'] as const;
const TYPES = [
  'application/mcp-server-card+json',
  'application/ai-skill+md',
  'application/openapi+json',
] as const;

/** The field paths that questions use, and the plain way to read each. */
const PATHS: Readonly<Record<string, (one: Answering) => readonly string[]>> = {
  type: ({ entry }) => [entry.type],
  tags: ({ entry }) => entry.tags,
  'metadata.region': ({ entry }) => [entry.metadata.region],
  'metadata.level': ({ entry }) => [String(entry.metadata.level)],
  version: ({ entry }) => (entry.version === undefined ? [] : [entry.version]),
  'source.status': ({ silent }) => [silent ? 'silent' : 'live'],
  absent: () => [],
};

const entry: fc.Arbitrary<ModelEntry> = fc
  .record({
    nid: fc.constantFrom('air', 'air', 'ai'),
    name: fc.constantFrom(...NAMES),
    displayName: fc.constantFrom('Bee', 'ant', 'Ant', 'cat'),
    type: fc.constantFrom(...TYPES),
    description: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }),
    tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
    version: fc.option(fc.constantFrom('1.0', '2.0', '10.0')),
    region: fc.constantFrom('eu', 'us'),
    level: fc.constantFrom(1, 2, 1.5),
  })
  .map(({ nid, name, displayName, type, description, tags, version, region, level }) => ({
    identifier: `urn:${nid}:example.com:${name}`,
    displayName,
    type,
    url: `https://example.com/${name}`,
    description: description.join(' '),
    tags,
    ...(version === null ? {} : { version }),
    metadata: { region, level },
  }));

const query: fc.Arbitrary<Query> = fc.record({
  text: fc.oneof(
    fc.constant(''),
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
  ),
  filter: fc
    .uniqueArray(
      fc.tuple(
        fc.constantFrom(...Object.keys(PATHS)),
        fc.uniqueArray(fc.constantFrom('x', 'y', 'eu', 'us', '1', '1.5', '1.0', 'live', ...TYPES), {
          maxLength: 3,
        }),
      ),
      { maxLength: 2, selector: ([path]) => path },
    )
    .map((pairs) => new Map(pairs)),
});

const facet: fc.Arbitrary<FacetRequest> = fc.record({
  field: fc.constantFrom(...Object.keys(PATHS)),
  limit: fc.constantFrom(0, 1, 2, 20),
  minCount: fc.constantFrom(1, 2),
});

const order: fc.Arbitrary<Order> = fc.record({
  field: fc.constantFrom('identifier', 'displayName', 'version', 'firstSeen', 'type'),
  descending: fc.boolean(),
});

const change = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('import' as const),
      source: fc.constantFrom(...SOURCES),
      entries: fc.array(fc.option(entry, { freq: 8 }), { maxLength: 6 }),
      allowEmpty: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('again' as const), source: fc.constantFrom(...SOURCES) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('remove' as const), source: fc.constantFrom(...SOURCES) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('silence' as const),
      source: fc.constantFrom(...SOURCES),
      since: fc.constantFrom(1, 1, null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('reopen' as const) }) },
);

/** A change of the registry, and a question that is asked after it. */
const step = fc.record({
  change,
  query,
  facet,
  order,
  size: fc.constantFrom(1, 2, 100),
  path: fc.constantFrom(...Object.keys(PATHS)),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Series of changes and questions. */
export function walks(length: { readonly min: number; readonly max: number }): fc.Arbitrary<readonly Step[]> {
  return fc.array(step, { minLength: length.min, maxLength: length.max, size: 'max' });
}

/** Runs a series against a real registry and compares every report and answer with the model's. */
export async function runWalk(steps: readonly Step[]): Promise<void> {
  let test = await openTestRegistry();
  const opened = test;
  const model = new RegistryModel();
  const texts = new Map<string, readonly (ModelEntry | null)[]>();
  try {
    for (const { change, ...question } of steps) {
      test.clock.now += 1_000;
      if (change.act === 'reopen') test = await reopen(test);
      else if (change.act === 'silence') {
        const recording = test.registry.recordSilence(change.source, change.since);
        if (model.silence(change.source, change.since)) await recording;
        else await expect(recording).rejects.toMatchObject({ code: 'NOT_FOUND' });
      } else if (change.act === 'remove') {
        const expected = model.remove(change.source);
        const removal = test.registry.removeSource(change.source);
        if (expected === undefined) await expect(removal).rejects.toMatchObject({ code: 'NOT_FOUND' });
        else expect(await removal).toEqual({ orphaned: expected });
      } else {
        const entries = change.act === 'again' ? (texts.get(change.source) ?? []) : change.entries;
        const allowEmpty = change.act === 'import' && change.allowEmpty;
        const text = manifestText(entries.map((one) => one ?? { displayName: 'no identifier' }));
        const expected = model.import(change.source, text, entries, allowEmpty, test.clock.now);
        const servedFrom = SERVED_FROM[change.source];
        const importing = test.registry.importManifest({
          source: change.source,
          text,
          origin: 'x',
          ...(servedFrom === undefined ? {} : { servedFrom }),
          allowEmpty,
        });
        if (expected === undefined) await expect(importing).rejects.toMatchObject({ code: 'CONFLICT' });
        else {
          expect(await importing).toMatchObject(expected);
          texts.set(change.source, entries);
        }
      }
      await compare(test.registry, model, question);
    }
    expect(await test.store.checkIntegrity()).toEqual([]);
    expect(test.fatal).toEqual([]);
  } finally {
    if (test !== opened) await test.close();
    await opened.close();
  }
}

async function compare(
  registry: Registry,
  model: RegistryModel,
  question: Omit<Step, 'change'>,
): Promise<void> {
  const { query, facet, order, size, path } = question;
  expect(registry.seq).toBe(model.seq);
  expect((await registry.listSources()).map((source) => source.name)).toEqual(model.sourceNames);
  const all = [...model.answering.values()];

  const matched = matchedBy(query, all);
  const found = await pages(
    (token) => registry.search(query, { size, token }),
    (answer) => answer.results.map(({ entry, score }) => ({ entry, score })),
  );
  expect(found).toEqual(matched.map(({ key, score }) => ({ entry: model.answering.get(key)?.entry, score })));

  const entries = matched.map(({ key }) => model.answering.get(key)).filter((one) => one !== undefined);
  const explored = await registry.explore(query, [facet]);
  expect(explored).toEqual({ total: entries.length, facets: [countFacet(facet, entries)] });

  const filter: ListFilter = [{ kind: 'equals', path, values: ['x', 'eu', '2', '1.0', TYPES[0]] }];
  const listed = all
    .filter((one) => PATHS[path]?.(one).some((value) => ['x', 'eu', '2', '1.0', TYPES[0]].includes(value)))
    .sort((a, b) => compareBy(order, a, b));
  const items = await pages(
    (token) => registry.list(filter, [order], { size, token }),
    (answer) => answer.items,
  );
  expect(items).toEqual(listed.map((one) => one.entry));

  for (const name of NAMES) {
    const key = `urn:air:example.com:${name}`;
    const expected = model.answering.get(key);
    const retrieving = registry.retrieve(key);
    if (expected === undefined) await expect(retrieving).rejects.toMatchObject({ code: 'NOT_FOUND' });
    else expect((await retrieving).entry).toEqual(expected.entry);
  }
}

/** What a query matches: text as the oracle judges it, the filter by loops over the model's own entries. */
function matchedBy(query: Query, all: readonly Answering[]) {
  const passing = new Set(
    all
      .filter((one) =>
        [...query.filter].every(([path, values]) =>
          PATHS[path]?.(one).some((value) => values.includes(value)),
        ),
      )
      .map(({ key }) => key),
  );
  const oracle = new Oracle();
  for (const [versionId, { key, entry, firstSeen, silent }] of all.entries()) {
    const status = silent ? 'silent' : 'live';
    oracle.put({ key, versionId, firstSeen, status, entry: JSON.parse(JSON.stringify(entry)) });
  }
  return oracle.search({ text: query.text, filter: new Map() }).filter((hit) => passing.has(hit.key));
}

function countFacet({ field, limit, minCount }: FacetRequest, entries: readonly Answering[]): FacetResult {
  const counts = new Map<string, number>();
  for (const one of entries) {
    for (const value of new Set(PATHS[field]?.(one))) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const buckets = [...counts]
    .map(([value, count]) => ({ value, count }))
    .filter(({ count }) => count >= minCount)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const otherCount = buckets.slice(limit).reduce((sum, { count }) => sum + count, 0);
  return { field, buckets: buckets.slice(0, limit), otherCount };
}

function compareBy({ field, descending }: Order, a: Answering, b: Answering): number {
  const value = ({ key, entry, firstSeen }: Answering) => {
    if (field === 'identifier') return key;
    if (field === 'firstSeen') return firstSeen;
    return field === 'displayName' || field === 'version' ? entry[field] : entry.type;
  };
  const [left, right] = [value(a), value(b)];
  if (left !== right) {
    if (left === undefined) return 1;
    if (right === undefined) return -1;
    return left < right !== descending ? -1 : 1;
  }
  return a.key < b.key ? -1 : 1;
}

/** All items of a walk through the pages; each page but the last is full, and totals stay the same. */
async function pages<A extends { readonly total: number; readonly pageToken: string | undefined }, T>(
  ask: (token: string | undefined) => Promise<A>,
  itemsOf: (answer: A) => readonly T[],
): Promise<readonly T[]> {
  const items: T[] = [];
  let token: string | undefined;
  do {
    const answer = await ask(token);
    items.push(...itemsOf(answer));
    token = answer.pageToken;
    if (token === undefined) expect(items).toHaveLength(answer.total);
  } while (token !== undefined);
  return items;
}
