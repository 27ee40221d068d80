import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListFilter, Order, Query } from '../../src/model/query.ts';
import type { Registry } from '../../src/registry/registry.ts';
import { manifestText, openTestRegistry, type TestRegistry, testEntry } from '../support/registry.ts';

/** Pinned views live for five minutes. */
const PIN_LIFETIME_MS = 5 * 60_000;

let test: TestRegistry;

beforeEach(async () => {
  test = await openTestRegistry();
});
afterEach(() => test.close());

const importEntries = (source: string, entries: readonly unknown[]) =>
  test.registry.importManifest({ source, text: manifestText(entries), origin: 'x', allowEmpty: true });

/** A page of one of the walks that are looked at: names of entries, and the token of the next page. */
type Ask = (registry: Registry, size: number, token: string | undefined) => Promise<Answer>;
interface Answer {
  readonly names: readonly string[];
  readonly pageToken: string | undefined;
}

const blank: Query = { text: '', filter: new Map() };
const ranked: Query = { text: 'weather forecast', filter: new Map() };

const searching =
  (query: Query): Ask =>
  async (registry, size, token) => {
    const { results, pageToken } = await registry.search(query, { size, token });
    return { names: results.map((result) => result.entry.identifier), pageToken };
  };

const listing =
  (order: readonly Order[], filter: ListFilter = []): Ask =>
  async (registry, size, token) => {
    const { items, pageToken } = await registry.list(filter, order, { size, token });
    return { names: items.map((item) => item.identifier), pageToken };
  };

const WALKS: readonly (readonly [string, Ask])[] = [
  ['a search without text', searching(blank)],
  ['a ranked search', searching(ranked)],
  ['a list', listing([])],
  ['a list from the end', listing([{ field: 'identifier', descending: true }])],
  ['a list by name', listing([{ field: 'displayName', descending: false }])],
  ['a list by first seen', listing([{ field: 'firstSeen', descending: true }])],
];

const stays = (at: number, displayName: string) =>
  testEntry(`s${at}`, { displayName, description: `weather ${'forecast '.repeat(1 + (at % 4))}` });

describe.each(WALKS)('%s', (_name, ask) => {
  it('shows every entry that stays exactly once, while others come, change and go', async () => {
    const write = fc.record({
      names: fc.uniqueArray(fc.nat(15), { maxLength: 6 }),
      size: fc.integer({ min: 1, max: 5 }),
      rename: fc.constantFrom('AAA', 'mmm', 'zzz'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 30, maxLength: 30 }), async (writes) => {
        const lasting = Array.from({ length: 9 }, (_, at) => stays(at, `Name ${at}`));
        await importEntries('stays', lasting);
        const seen: string[] = [];
        let token: string | undefined;
        let pages = 0;
        for (const { names, size, rename } of writes) {
          const answer = await ask(test.registry, size, token);
          seen.push(...answer.names);
          token = answer.pageToken;
          pages++;
          if (token === undefined) break;
          test.clock.now += 1_000;
          await importEntries(
            'moves',
            names.map((at) =>
              testEntry(`${at % 2 === 0 ? 'a' : 'z'}${at}`, { description: 'weather forecast' }),
            ),
          );
          // What stays may still be renamed, and so move in the order under the walker.
          await importEntries(
            'stays',
            lasting.map((_, at) => stays(at, `${at % 3 === 0 ? rename : 'Name'} ${at}`)),
          );
        }
        expect(token).toBeUndefined();
        expect(pages).toBeGreaterThan(1);
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toEqual(expect.arrayContaining(lasting.map((entry) => entry.identifier)));
      }),
      { numRuns: 5 },
    );
  });
});

describe('tokens', () => {
  const entries = Array.from({ length: 6 }, (_, at) => stays(at, `Name ${at}`));

  it.each(WALKS)(
    'of %s are refused when tampered with, cut, of another question or registry',
    async (name, ask) => {
      await importEntries('a', entries);
      const { pageToken: token = '' } = await ask(test.registry, 2, undefined);
      expect((await ask(test.registry, 3, token)).names).toHaveLength(3);

      const other = await openTestRegistry();
      const [from, to] = token.endsWith('AAAA') ? ['AAAA', 'BBBB'] : [token.slice(-4), 'AAAA'];
      const bad: (readonly [Registry, Ask, string])[] = [
        [test.registry, ask, ''],
        [test.registry, ask, 'x'],
        [test.registry, ask, token.slice(0, -1)],
        [test.registry, ask, token.replace(from, to)],
        [test.registry, ask, `${token}A`],
        [other.registry, ask, token],
      ];
      for (const [otherName, question] of WALKS) {
        if (otherName !== name) bad.push([test.registry, question, token]);
      }
      bad.push([test.registry, searching({ text: 'weather', filter: new Map() }), token]);
      bad.push([test.registry, searching({ ...blank, filter: new Map([['tags', ['x']]]) }), token]);
      bad.push([test.registry, searching({ ...ranked, filter: new Map([['tags', ['x']]]) }), token]);
      bad.push([test.registry, listing([], [{ kind: 'equals', path: 'tags', values: ['x'] }]), token]);
      for (const [registry, question, sent] of bad) {
        await expect(question(registry, 2, sent)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      }
      await other.close();
    },
  );

  it('fit a question whose filter is written in another order', async () => {
    await importEntries('a', entries);
    const filter = (pairs: [string, string[]][]): Query => ({ text: '', filter: new Map(pairs) });
    const type = 'application/mcp-server-card+json';
    const one = filter([
      ['type', [type, 'x']],
      ['publisher', ['example.com']],
    ]);
    const same = filter([
      ['publisher', ['example.com']],
      ['type', ['x', type, type]],
    ]);
    const { pageToken } = await test.registry.search(one, { size: 2, token: undefined });
    expect((await test.registry.search(same, { size: 9, token: pageToken })).results).toHaveLength(4);
  });

  it('that go by key survive a restart', async () => {
    await importEntries('a', entries);
    const { pageToken } = await listing([])(test.registry, 4, undefined);
    await test.registry.close();
    const again = await openTestRegistry({ file: test.file });
    expect((await listing([])(again.registry, 4, pageToken)).names).toHaveLength(2);
    await again.close();
  });

  it('that name a view end with it, and say to start again', async () => {
    await importEntries('a', entries);
    const ask = searching(ranked);
    const { pageToken } = await ask(test.registry, 2, undefined);
    await importEntries('b', [testEntry('new')]);
    test.clock.now += PIN_LIFETIME_MS - 1;
    expect((await ask(test.registry, 2, pageToken)).names).toHaveLength(2);
    test.clock.now += PIN_LIFETIME_MS;
    await expect(ask(test.registry, 2, pageToken)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/start again/i),
    });
  });
});
