import { describe, expect, it } from 'vitest';
import { createIndex } from '../../src/index/create-index.ts';
import { PIN_LIFETIME_MS } from '../../src/index/question/pinned-views.ts';
import type { IndexChange, SearchIndex } from '../../src/index/search-index.ts';
import type { JsonObject } from '../../src/model/entry.ts';

const noFilter = new Map<string, string[]>();
const start = { by: 'start' } as const;

function put(name: string, members: JsonObject = {}, versionId = 1): IndexChange {
  const key = `urn:air:a.example:${name}`;
  const entry = { identifier: key, displayName: name, type: 'application/mcp-server-card+json', ...members };
  return { key, entry: { key, versionId, firstSeen: 0, entry } };
}

async function indexOf(changes: readonly IndexChange[]): Promise<SearchIndex> {
  const index = createIndex();
  await index.apply(1, changes);
  return index;
}

async function namesFor(index: SearchIndex, text: string, filter = noFilter): Promise<string[]> {
  const { hits } = await index.search({ text, filter }, { size: 10_000, start });
  return hits.map((hit) => hit.key.replace('urn:air:a.example:', ''));
}

describe('apply', () => {
  it('answers from nothing', async () => {
    const index = createIndex();
    const facet = { field: 'type', limit: 20, minCount: 1 };
    expect(await index.explore({ text: 'rain', filter: noFilter }, [facet])).toEqual({
      seq: 0,
      total: 0,
      facets: [{ field: 'type', buckets: [], otherCount: 0 }],
    });
    expect((await index.search({ text: '', filter: noFilter }, { size: 10, start })).hits).toEqual([]);
    expect((await index.list([], [], { size: 10, start })).total).toBe(0);
  });

  it('takes the last of several changes of one key', async () => {
    const { key } = put('x');
    const index = await indexOf([put('x', {}, 1), { key, entry: null }, put('x', {}, 3)]);
    const { hits } = await index.list([], [], { size: 10, start });
    expect(hits.map((hit) => hit.versionId)).toEqual([3]);
    await index.apply(2, [put('x', {}, 4), { key, entry: null }]);
    expect((await index.list([], [], { size: 10, start })).total).toBe(0);
    await index.apply(3, [put('x', {}, 5)]);
    expect((await index.list([], [], { size: 10, start })).hits[0]?.versionId).toBe(5);
  });

  it('publishes the whole batch or nothing', async () => {
    const index = await indexOf([put('x', { tags: ['old'] })]);
    const broken = put('broken');
    Object.defineProperty(broken.entry?.entry, 'description', {
      enumerable: true,
      get: () => {
        throw new Error('unreadable');
      },
    });
    const { key } = put('x');
    await expect(index.apply(2, [put('y'), { key, entry: null }, broken])).rejects.toThrow('unreadable');
    expect(index.seq).toBe(1);
    const { facets, total } = await index.explore({ text: '', filter: noFilter }, [
      { field: 'tags', limit: 20, minCount: 1 },
    ]);
    expect(total).toBe(1);
    expect(facets[0]?.buckets).toEqual([{ value: 'old', count: 1 }]);
  });

  it('refuses to go back', async () => {
    const index = createIndex();
    await index.apply(5, []);
    await expect(index.apply(4, [])).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
  });
});

describe('text', () => {
  it('separates a rare word from a common one in texts of equal length', async () => {
    const fillers = (i: number, count: number) =>
      Array.from({ length: count }, (_, j) => `filler${String.fromCharCode(97 + ((i + j) % 26))}x`);
    const text = (i: number) => {
      const words = [...(i % 4 === 0 ? ['common'] : []), ...(i % 240 === 0 || i % 400 === 1 ? ['rare'] : [])];
      return [...words, ...fillers(i, 12 - words.length)].join(' ');
    };
    const count = 2_400;
    const index = await indexOf(
      Array.from({ length: count }, (_, i) => put(`e${i}`, { description: text(i) })),
    );
    const all = Array.from({ length: count }, (_, i) => i);
    const rare = all.filter((i) => text(i).includes('rare')).length;
    const common = all.filter((i) => text(i).includes('common')).length;
    expect(rare).toBeGreaterThanOrEqual(10);
    expect(rare / count).toBeLessThan(0.01);
    expect(common / count).toBeGreaterThan(0.2);
    const found = new Set(await namesFor(index, 'common rare'));
    expect(found).toEqual(new Set(all.filter((i) => text(i).includes('rare')).map((i) => `e${i}`)));
  });

  it.each([
    ['book', 'booking'],
    ['booking', 'book'],
    ['hotels', 'hotel'],
  ])('ranks the very form %s above its relative %s', async (form, relative) => {
    for (const [first, second] of [
      [form, relative],
      [relative, form],
    ] as const) {
      const index = await indexOf([
        put('1', { description: `a ${first}` }),
        put('2', { description: `a ${second}` }),
      ]);
      const names = await namesFor(index, form);
      expect(names).toEqual(first === form ? ['1', '2'] : ['2', '1']);
    }
  });

  it('finds words of tags, capabilities, publisher, inline tools and representative queries', async () => {
    const index = await indexOf([
      put('t', { tags: ['astronomy'] }),
      put('c', { capabilities: ['translate'] }),
      put('m', { data: { tools: [{ name: 'sendInvoice', description: 'bills a customer' }] } }),
      put('s', { data: { skills: [{ name: 'gardening' }] } }),
      put('q', { representativeQueries: ['how tall is this mountain'] }),
    ]);
    expect(await namesFor(index, 'astronomy')).toEqual(['t']);
    expect(await namesFor(index, 'translation')).toEqual(['c']);
    expect(await namesFor(index, 'invoice')).toEqual(['m']);
    expect(await namesFor(index, 'customers')).toEqual(['m']);
    expect(await namesFor(index, 'garden')).toEqual(['s']);
    expect(await namesFor(index, 'mountains')).toEqual(['q']);
    expect((await namesFor(index, 'a.example')).length).toBe(5);
  });

  it('matches nothing when a text that is not blank has no words', async () => {
    const index = await indexOf([put('x')]);
    expect(await namesFor(index, '?!')).toEqual([]);
    expect(await namesFor(index, 'the of')).toEqual([]);
    expect(await namesFor(index, ' \n')).toEqual(['x']);
  });
});

describe('pinned views', () => {
  const page = (index: SearchIndex, from: Parameters<SearchIndex['list']>[2]['start']) =>
    index.list([], [{ field: 'displayName', descending: false }], { size: 1, start: from });

  async function pinned(options: Parameters<typeof createIndex>[0]) {
    const index = createIndex(options);
    await index.apply(1, [put('a'), put('b'), put('c')]);
    const { next } = await page(index, start);
    await index.apply(2, [put('a', {}, 2)]);
    if (next === undefined) throw new Error('there has to be a second page');
    return { index, next };
  }

  it('are kept for their lifetime, and no longer', async () => {
    let now = 0;
    const { index, next } = await pinned({ now: () => now });
    now = PIN_LIFETIME_MS - 1;
    expect((await page(index, next)).hits[0]?.key).toContain(':b');
    // The page above gave out a token, which keeps the view for another lifetime.
    now += PIN_LIFETIME_MS;
    await expect(page(index, next)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('go when memory is short', async () => {
    const { index, next } = await pinned({ maxPinnedBytes: 0 });
    await expect(page(index, next)).rejects.toThrow(/Start again without pageToken/);
  });

  it('that never were are gone', async () => {
    const index = await indexOf([put('a')]);
    await expect(page(index, { by: 'view', seq: 7, offset: 1 })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });
});
