import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchIndex } from '../../src/index/search-index.ts';
import { batches, facetRequests, queries } from '../support/index-arbitraries.ts';
import { IndexModel, walkPages } from '../support/index-model.ts';
import { INDEXES } from '../support/indexes.ts';

const RUNS = 40;
const history = fc.array(batches(60, 30), { minLength: 1, maxLength: 4 });

async function modelOf(
  create: () => SearchIndex,
  changes: readonly Parameters<IndexModel['apply']>[0][],
): Promise<IndexModel> {
  const model = new IndexModel(create());
  for (const batch of changes) await model.apply(batch);
  return model;
}

describe.each(INDEXES)('laws of the matched set: %s', (_name, create) => {
  it('search paged to its end yields exactly the set that explore counts', async () => {
    await fc.assert(
      fc.asyncProperty(history, queries, fc.integer({ min: 1, max: 20 }), async (changes, query, size) => {
        const { index } = await modelOf(create, changes);
        const { hits } = await walkPages((start) => index.search(query, { size, start }));
        const explored = await index.explore(query, [{ field: 'identifier', limit: 1_000, minCount: 1 }]);
        expect(explored.total).toBe(hits.length);
        expect(explored.facets[0]?.buckets.map((bucket) => bucket.value).sort()).toEqual(
          hits.map((hit) => hit.key).sort(),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('a filter never adds an entry, and changes no score', async () => {
    await fc.assert(
      fc.asyncProperty(history, queries, async (changes, query) => {
        const { index } = await modelOf(create, changes);
        const page = { size: 100, start: { by: 'start' } } as const;
        const unfiltered = (await index.search({ ...query, filter: new Map() }, page)).hits;
        expect(unfiltered).toEqual(expect.arrayContaining([...(await index.search(query, page)).hits]));
      }),
      { numRuns: RUNS },
    );
  });

  it("filtering on a bucket's value gives exactly the bucket's count", async () => {
    await fc.assert(
      fc.asyncProperty(history, queries, facetRequests, async (changes, query, facet) => {
        fc.pre(!query.filter.has(facet.field));
        const { index } = await modelOf(create, changes);
        const { facets } = await index.explore(query, [facet]);
        for (const { value, count } of facets[0]?.buckets ?? []) {
          const filter = new Map([...query.filter, [facet.field, [value]]]);
          expect((await index.explore({ text: query.text, filter }, [])).total).toBe(count);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
