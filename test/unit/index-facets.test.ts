import { describe, expect, it } from 'vitest';
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
