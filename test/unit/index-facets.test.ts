import { beforeAll, describe, expect, it } from 'vitest';
import { createIndex } from '../../src/index/create-index.ts';
import type { IndexChange } from '../../src/index/search-index.ts';
import type { FacetRequest, Query } from '../../src/model/query.ts';
import { Oracle } from '../support/oracle.ts';

const ENTRIES = 6_000;

/** Nearly every entry has a value of its own at some paths; a few values come back in other segments. */
function put(number: number, revision: number): IndexChange & { readonly entry: object } {
  const key = `urn:air:a.example:n${(number * 7_919) % ENTRIES}`;
  const entry = {
    identifier: key,
    displayName: `name ${number % (ENTRIES - 40)}`,
    type: number % 3 === 0 ? 'text/x' : 'text/y',
    url: `https://a.example/${revision}/${(number * 31) % ENTRIES}`,
    tags: [`tag${number % 7}`],
  };
  return { key, entry: { key, versionId: number, firstSeen: 0, entry } };
}

const facetsOf = (...fields: string[]): FacetRequest[] =>
  fields.flatMap((field) => [
    { field, limit: 20, minCount: 1 },
    { field, limit: 3, minCount: 2 },
    { field, limit: 0, minCount: 1 },
  ]);
const queryOf = (text: string, ...types: string[]): Query => ({
  text,
  filter: types.length === 0 ? new Map() : new Map([['type', types]]),
});

describe.each(['forward', undefined] as const)(
  'facets over values that mostly differ, counted %s',
  (counting) => {
    const facets = facetsOf('identifier', 'displayName', 'url', 'tags');
    const queries = [queryOf(''), queryOf('', 'text/x'), queryOf('', 'text/y'), queryOf('name 77 8')];

    it('have the first values in order, though questions take turns', async () => {
      const oracle = new Oracle();
      const index = createIndex({ turnMs: 0, ...(counting === undefined ? {} : { counting }) });
      const batches = [
        Array.from({ length: ENTRIES }, (_, i) => put(i, 0)),
        Array.from({ length: 60 }, (_, i) => put(i * 90, 1)),
        Array.from({ length: 60 }, (_, i) => put(i * 80, 2)),
      ];
      for (const [seq, changes] of batches.entries()) {
        for (const { entry } of changes) oracle.put(entry);
        await index.apply(seq + 1, changes);
      }
      const expected = queries.map((query) => oracle.explore(query, facets));
      const answered = await Promise.all([
        ...queries.map((query) => index.explore(query, facets)),
        index.search(queryOf('name 5', 'text/x'), { size: 10, start: { by: 'start' } }),
        index.list([], [{ field: 'displayName', descending: true }], { size: 10, start: { by: 'start' } }),
      ]);
      for (const [i, { total, facets }] of expected.entries()) {
        expect(answered[i]).toEqual({ seq: 3, total, facets });
      }
    });
  },
);

describe('walks down the values of a path', () => {
  const MANY = 40_000;
  const TAGS = 260;
  /** Tag t stands in every t-th entry: past 1/64 of the entries as bits, from there on as lists of up to 625. */
  const put = (number: number, revision: number): IndexChange => {
    const key = `urn:air:a.example:n${number}`;
    const tags = Array.from({ length: TAGS }, (_, t) => t + 1).filter((t) => (number + revision) % t === 0);
    const type = (number * 7_919) % 1_000 < 300 ? 'text/x' : 'text/y';
    const entry = {
      identifier: key,
      displayName: 'n',
      type,
      url: 'https://a.example/',
      tags: tags.map(String),
    };
    return { key, entry: { key, versionId: number, firstSeen: 0, entry } };
  };
  const batches = [
    Array.from({ length: MANY }, (_, i) => put(i, 0)),
    Array.from({ length: 500 }, (_, i) => put(i * 70, 1)),
    Array.from(
      { length: 200 },
      (_, i): IndexChange => ({ key: `urn:air:a.example:n${i * 110}`, entry: null }),
    ),
  ];

  const index = createIndex({ counting: 'inverse' });
  const found = new Map<string, readonly string[]>();

  beforeAll(async () => {
    for (const [seq, changes] of batches.entries()) {
      await index.apply(seq + 1, changes);
      for (const { key, entry } of changes) {
        if (entry?.entry.type === 'text/x') found.set(key, entry.entry.tags as string[]);
        else found.delete(key);
      }
    }
  });

  it.each([
    [100, 1],
    [30, 1],
    [100, 90],
    [300, 40],
  ])(
    'count those that matter exactly, and leave the others early: limit %i, minCount %i',
    async (limit, minCount) => {
      const counts = new Map<string, number>();
      for (const value of [...found.values()].flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
      const ordered = [...counts]
        .map(([value, count]) => ({ value, count }))
        .filter(({ count }) => count >= minCount)
        .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
      const otherCount = ordered.slice(limit).reduce((sum, { count }) => sum + count, 0);
      const { facets } = await index.explore(queryOf('', 'text/x'), [{ field: 'tags', limit, minCount }]);
      expect(facets).toEqual([{ field: 'tags', buckets: ordered.slice(0, limit), otherCount }]);
    },
  );
});
