import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entries, facetRequests, listFilters, orders, queries } from '../support/index-arbitraries.ts';
import { IndexModel, walkPages } from '../support/index-model.ts';
import { INDEXES } from '../support/indexes.ts';
import { createPlainIndex } from '../support/plain-index/plain-index.ts';

const RUNS = 3;
/** Segments of several blocks of bits, with removals in each. */
const batch = fc.record({
  puts: fc.array(entries(900), { minLength: 150, maxLength: 400 }),
  removals: fc.array(fc.nat(1_000), { minLength: 10, maxLength: 60 }),
});
const history = fc.array(batch, { minLength: 4, maxLength: 6 });
const some = { minLength: 6, maxLength: 12 };

describe.each(INDEXES.slice(1))('%s answers as the plain index at some hundred entries', (_name, create) => {
  it('explore, search and list', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(queries, some),
        fc.array(facetRequests, some),
        listFilters,
        orders,
        async (changes, asked, facets, filter, order) => {
          const plain = new IndexModel(createPlainIndex());
          const fast = new IndexModel(create());
          for (const batch of changes) {
            await plain.apply(batch);
            await fast.apply(batch);
          }
          for (const query of asked) {
            expect(await fast.index.explore(query, facets)).toEqual(await plain.index.explore(query, facets));
            expect(await walkPages((start) => fast.index.search(query, { size: 37, start }))).toEqual(
              await walkPages((start) => plain.index.search(query, { size: 37, start })),
            );
          }
          expect(await walkPages((start) => fast.index.list(filter, order, { size: 37, start }))).toEqual(
            await walkPages((start) => plain.index.list(filter, order, { size: 37, start })),
          );
        },
      ),
      { numRuns: RUNS },
    );
  });
});
