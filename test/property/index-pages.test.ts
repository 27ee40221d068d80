import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hit, Page, PageStart, SearchIndex } from '../../src/index/search-index.ts';
import { ORDER_FIELDS } from '../../src/model/query.ts';
import { batches } from '../support/index-arbitraries.ts';
import { IndexModel, walkPages } from '../support/index-model.ts';
import { INDEXES } from '../support/indexes.ts';

const RUNS = 20;
const history = fc.array(batches(40, 25), { minLength: 1, maxLength: 3 });
const writes = fc.array(batches(40, 3), { minLength: 1, maxLength: 30 });
const noFilter = new Map<string, string[]>();

type Ask = (index: SearchIndex, page: { readonly size: number; readonly start: PageStart }) => Promise<Page>;

const walks: readonly [string, Ask][] = [
  ['search with blank text', (index, page) => index.search({ text: ' ', filter: noFilter }, page)],
  [
    'search, ranked',
    (index, page) => index.search({ text: 'book hotels weather forecast', filter: noFilter }, page),
  ],
  ...[true, false].map((descending): [string, Ask] => [
    `list by identifier, ${descending ? 'descending' : 'ascending'}`,
    (index, page) => index.list([], [{ field: 'identifier', descending }], page),
  ]),
  ...ORDER_FIELDS.filter((field) => field !== 'identifier').map((field): [string, Ask] => [
    `list by ${field}`,
    (index, page) => index.list([], [{ field, descending: false }], page),
  ]),
];

describe.each(INDEXES)(
  '%s: an entry that exists during the whole walk appears exactly once',
  (_name, create) => {
    it.each(walks)('%s', async (_name, ask) => {
      await fc.assert(
        fc.asyncProperty(history, writes, fc.integer({ min: 1, max: 4 }), async (changes, between, size) => {
          const model = new IndexModel(create());
          for (const batch of changes) await model.apply(batch);
          const atStart = await keysOf(model.index, ask);
          const throughout = new Set(model.oracle.entries.keys());
          const queue = [...between];
          const { hits } = await walkPages(
            (start) => ask(model.index, { size, start }),
            async () => {
              const batch = queue.shift();
              if (batch === undefined) return;
              await model.apply(batch);
              for (const key of throughout) if (!model.oracle.entries.has(key)) throughout.delete(key);
            },
          );
          const seen = hits.map((hit) => hit.key);
          expect(new Set(seen).size).toBe(seen.length);
          const owed = atStart.filter((key) => throughout.has(key));
          expect(seen).toEqual(expect.arrayContaining(owed));
        }),
        { numRuns: RUNS },
      );
    });

    it('pages of a pinned view are those of one moment', async () => {
      await fc.assert(
        fc.asyncProperty(history, writes, async (changes, between) => {
          const model = new IndexModel(create());
          for (const batch of changes) await model.apply(batch);
          const order = [{ field: 'displayName', descending: false }] as const;
          const before: readonly Hit[] = model.oracle.list([], order);
          const queue = [...between];
          const { hits } = await walkPages(
            (start) => model.index.list([], order, { size: 3, start }),
            async () => {
              const batch = queue.shift();
              if (batch !== undefined) await model.apply(batch);
            },
          );
          expect(hits).toEqual(before);
        }),
        { numRuns: RUNS },
      );
    });
  },
);

async function keysOf(index: SearchIndex, ask: Ask): Promise<string[]> {
  const { hits } = await walkPages((start) => ask(index, { size: 100, start }));
  return hits.map((hit) => hit.key);
}
