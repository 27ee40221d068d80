import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batches, facetRequests, listFilters, orders, queries } from '../support/index-arbitraries.ts';
import { IndexModel, walkPages } from '../support/index-model.ts';
import { INDEXES } from '../support/indexes.ts';

const RUNS = 40;
const history = fc.array(batches(40, 12), { minLength: 1, maxLength: 8 });

describe.each(INDEXES)('the %s answers as the oracle, after adds, changes and removals', (_name, create) => {
  it('explore: totals, buckets with their values and order, otherCount', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(queries, { minLength: 1, maxLength: 4 }),
        fc.array(facetRequests, { minLength: 1, maxLength: 6 }),
        async (changes, asked, facets) => {
          const model = new IndexModel(create());
          for (const batch of changes) {
            await model.apply(batch);
            for (const query of asked) {
              const { total, facets: counted } = await model.index.explore(query, facets);
              expect({ total, facets: counted }).toEqual(model.oracle.explore(query, facets));
            }
          }
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('search: hits, order, versions and scores, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(queries, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 7 }),
        async (changes, asked, size) => {
          const model = new IndexModel(create());
          for (const batch of changes) {
            await model.apply(batch);
            for (const query of asked) {
              const { hits, totals } = await walkPages((start) => model.index.search(query, { size, start }));
              expect(hits).toEqual(model.oracle.search(query));
              expect(new Set(totals)).toEqual(new Set([hits.length]));
            }
          }
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('list: conditions and orders, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        listFilters,
        orders,
        fc.integer({ min: 1, max: 7 }),
        async (changes, filter, order, size) => {
          const model = new IndexModel(create());
          for (const batch of changes) await model.apply(batch);
          const { hits, totals } = await walkPages((start) =>
            model.index.list(filter, order, { size, start }),
          );
          expect(hits).toEqual(model.oracle.list(filter, order));
          expect(new Set(totals)).toEqual(new Set([hits.length]));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('does not depend on how the entries were batched', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        queries,
        fc.array(facetRequests, { maxLength: 4 }),
        async (changes, query, facets) => {
          const grown = new IndexModel(create());
          for (const batch of changes) await grown.apply(batch);
          const whole = new IndexModel(create());
          await whole.apply({ puts: [...grown.oracle.entries.values()], removals: [] });
          const page = { size: 100, start: { by: 'start' } } as const;
          const [a, b] = [await grown.index.explore(query, facets), await whole.index.explore(query, facets)];
          expect(a.facets).toEqual(b.facets);
          expect((await grown.index.search(query, page)).hits).toEqual(
            (await whole.index.search(query, page)).hits,
          );
        },
      ),
      { numRuns: RUNS },
    );
  });
});
