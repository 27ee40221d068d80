import { describe, expect, it } from 'vitest';
import { createForage } from '../../src/forage/forage.ts';
import { listOperations } from '../../src/forage/list-operations.ts';
import { catalogOf, listAll, readOperation, thrown } from '../support/forage-catalogs.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `apps.n${i}`);

describe('list', () => {
  it('enumerates every operation once, over all pages [list-once] [list-end]', () => {
    const catalog = catalogOf(numbered(120));
    const forage = createForage(catalog);
    expect(listAll(forage.list)).toEqual(numbered(120).sort());
    expect(listAll(catalog.list)).toEqual(listAll(forage.list));
    expect(forage.list).toBe(catalog.list);
  });

  it('orders by UTF-16 code units, as SQL and locales do not [list-order] [core-ordered]', () => {
    // In UTF-8, U+FB00 comes before U+1D400; by code units (D835 DC00) after it.
    const paths = ['a.ﬀ', 'a.𝐀', 'ﬀ.a', '𝐀.a', 'a', 'Z', 'ä.a', 'a.b', 'ab', 'a.B', 'a_'];
    const expected = ['Z', 'a', 'a.B', 'a.b', 'a.𝐀', 'a.ﬀ', 'a_', 'ab', 'ä.a', '𝐀.a', 'ﬀ.a'];
    expect(listAll(catalogOf(paths).list)).toEqual(expected);
    expect(listAll(catalogOf([...paths].reverse()).list)).toEqual(expected);
  });

  it('does not depend on the order of registration [list-registration]', () => {
    const paths = numbered(60);
    const shuffled = [...paths].sort((a, b) => a.length - b.length || (a > b ? -1 : 1));
    const pages = (catalog: ReturnType<typeof catalogOf>) => {
      const first = catalog.list();
      return [first, catalog.list({ cursor: first.nextCursor ?? '' })];
    };
    expect(pages(catalogOf(shuffled))).toEqual(pages(catalogOf(paths)));
  });

  it('does not merge equivalent operations [list-no-peers]', () => {
    const catalog = catalogOf([readOperation('b.same'), readOperation('a.same')]);
    expect(catalog.list().results).toEqual([
      { path: 'a.same', sample: 'await env.a.same({ id: "…" })', score: 0 },
      { path: 'b.same', sample: 'await env.b.same({ id: "…" })', score: 0 },
    ]);
  });

  it('answers results, total, stamp and cursor [list-page] [list-total]', () => {
    const catalog = catalogOf(['a.b', 'a.c.d', 'e']);
    const page = catalog.list({ limit: 1, namespace: 'a' });
    expect(page).toEqual({
      results: [expect.objectContaining({ path: 'a.b' })],
      total: 2,
      catalogStamp: catalog.stamp(),
      nextCursor: expect.any(String),
    });
    const last = catalog.list({ limit: 1, namespace: 'a', cursor: page.nextCursor ?? '' });
    expect(last).toMatchObject({ results: [{ path: 'a.c.d' }], total: 2, nextCursor: null });
  });

  it('gives the summaries of search with score 0 [list-summary]', () => {
    const catalog = catalogOf([
      readOperation('mail.send', {
        description: 'Sends a letter.',
        capabilityNotes: 'Needs a stamp.',
        instructions: 'Write first.',
      }),
    ]);
    const [listed] = catalog.list().results;
    const [found] = catalog.search({ query: 'letter' }).results;
    expect(listed).toEqual({
      path: 'mail.send',
      description: 'Sends a letter.',
      sample: 'await env.mail.send({ id: "…" })',
      capabilityNotes: 'Needs a stamp.',
      score: 0,
    });
    expect({ ...found, score: 0 }).toEqual(listed);
  });

  it('limits pages to 1 to 50, 50 without a limit [list-limit]', () => {
    const { list } = catalogOf(numbered(51));
    expect(list().results).toHaveLength(50);
    expect(list({ limit: 50 }).results).toHaveLength(50);
    expect(list({ limit: 1 }).results).toHaveLength(1);
    for (const limit of [0, 51, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(thrown(() => list({ limit }))).toMatchObject({ reason: 'limit-invalid', bound: 50 });
    }
    expect(thrown(() => list(JSON.parse('{"limit":"5"}')))).toMatchObject({ reason: 'limit-invalid' });
  });

  it('selects what lies strictly below a namespace, by whole segments [list-namespace]', () => {
    const { list } = catalogOf([
      'apps.bazaar',
      'apps.bazaar.buy',
      'apps.bazaar.windows.open',
      'apps.bazaar2.x',
      'apps',
    ]);
    const below = list({ namespace: 'apps.bazaar' });
    expect(below.results.map(({ path }) => path)).toEqual(['apps.bazaar.buy', 'apps.bazaar.windows.open']);
    expect(below.total).toBe(2);
    expect(list({ namespace: 'apps' }).total).toBe(4);
  });

  it('answers an unknown namespace with an empty page [list-unknown]', () => {
    const catalog = catalogOf(['a.b']);
    expect(catalog.list({ namespace: 'z' })).toEqual({
      results: [],
      total: 0,
      catalogStamp: catalog.stamp(),
      nextCursor: null,
    });
    expect(catalog.list({ namespace: undefined }).total).toBe(1);
    expect(catalogOf([]).list()).toMatchObject({ results: [], total: 0, nextCursor: null });
  });

  it.each(['', '.', 'a.', 'a b', 'a$', 'a.then', 'x'.repeat(600)])(
    'refuses the malformed namespace %j [list-namespace]',
    (namespace) => {
      expect(thrown(() => catalogOf(['a.b']).list({ namespace }))).toMatchObject({
        reason: 'namespace-invalid',
      });
    },
  );

  it('refuses members that it does not know, with what was meant [list-page]', () => {
    const { list } = catalogOf(['a.b']);
    expect(thrown(() => list(JSON.parse('{"namespase":"a"}')))).toMatchObject({
      reason: 'question-shape',
      message: expect.stringContaining('did you mean namespace?'),
    });
    expect(thrown(() => list(JSON.parse('null')))).toMatchObject({ reason: 'question-shape' });
  });
});

describe('cursors', () => {
  const cursorOf = (catalog: ReturnType<typeof catalogOf>, namespace?: string) =>
    catalog.list({ limit: 1, namespace }).nextCursor ?? '';

  it('belong to a stamp and a namespace, and fail explicitly [list-cursor-bound] [list-cursor-refused]', () => {
    const catalog = catalogOf(['a.b', 'a.c', 'd']);
    const cursor = cursorOf(catalog, 'a');
    expect(catalog.list({ cursor, namespace: 'a' }).results).toMatchObject([{ path: 'a.c' }]);
    const changed = catalogOf(['a.b', 'a.c', 'e']);
    expect(thrown(() => changed.list({ cursor, namespace: 'a' }))).toMatchObject({
      reason: 'cursor-of-another-stamp',
      message: expect.stringContaining('begin a fresh listing'),
    });
    for (const namespace of [undefined, 'd', 'a.b']) {
      expect(thrown(() => catalog.list({ cursor, namespace }))).toMatchObject({
        reason: 'cursor-of-another-namespace',
        message: expect.stringContaining('begin a fresh listing'),
      });
    }
    expect(thrown(() => catalog.list({ cursor: cursorOf(catalog), namespace: 'a' }))).toMatchObject({
      reason: 'cursor-of-another-namespace',
    });
  });

  it('serve another limit, and another revision of the same contents [list-cursor-bound]', () => {
    const cursor = cursorOf(catalogOf(['a', 'b', 'c']));
    const other = catalogOf(['c', 'b', 'a'], { revision: 'r2', title: 'Another' });
    expect(other.list({ cursor, limit: 50 }).results.map(({ path }) => path)).toEqual(['b', 'c']);
  });

  it('are refused when cut, altered or made up [list-cursor-refused]', () => {
    const catalog = catalogOf(['a', 'b', 'c']);
    const cursor = cursorOf(catalog);
    const altered = [...cursor].map(
      (char, i) => cursor.slice(0, i) + (char === 'A' ? 'B' : 'A') + cursor.slice(i + 1),
    );
    for (const wrong of [...altered, cursor.slice(0, -1), `${cursor}A`, '', 'x', `${cursor}=`, '\u{1f600}']) {
      expect(thrown(() => catalog.list({ cursor: wrong }))).toMatchObject({ reason: 'cursor-malformed' });
    }
    expect(thrown(() => catalog.list(JSON.parse('{"cursor":7}')))).toMatchObject({
      reason: 'cursor-malformed',
    });
  });
});

describe('listOperations over narrowed summaries', () => {
  const catalog = catalogOf(['a.b', 'a.c', 'a.d', 'e.f', 'e.g']);
  const bound = catalog.summaries.filter(({ path }) => path !== 'a.c');
  const catalogStamp = catalog.stamp();

  it('pages only what is bound, and counts only that [list-narrowed] [list-no-leak]', () => {
    const page = listOperations(bound, { catalogStamp, limit: 2 });
    expect(page).toMatchObject({ results: [{ path: 'a.b' }, { path: 'a.d' }], total: 4, catalogStamp });
    const rest = listOperations(bound, { catalogStamp, cursor: page.nextCursor ?? '' });
    expect(rest.results.map(({ path }) => path)).toEqual(['e.f', 'e.g']);
    expect(listOperations(bound, { catalogStamp, namespace: 'a' }).total).toBe(2);
    expect(JSON.stringify([page, rest])).not.toContain('a.c');
  });

  it('binds its cursor to the bound paths [list-narrowed]', () => {
    const { nextCursor } = listOperations(bound, { catalogStamp, limit: 1 });
    const cursor = nextCursor ?? '';
    const refused = { reason: 'cursor-of-other-operations' };
    expect(thrown(() => listOperations(catalog.summaries, { catalogStamp, cursor }))).toMatchObject(refused);
    expect(thrown(() => listOperations(bound.slice(1), { catalogStamp, cursor }))).toMatchObject(refused);
    expect(thrown(() => catalog.list({ cursor }))).toMatchObject(refused);
    expect(listOperations([...bound].reverse(), { catalogStamp, cursor }).total).toBe(4);
  });

  it('is the list of the catalog when everything is bound [list-narrowed]', () => {
    expect(listOperations(catalog.summaries, { catalogStamp, limit: 2 })).toEqual(catalog.list({ limit: 2 }));
  });

  it('takes no peers and scores over from search [list-no-leak]', () => {
    const twins = catalogOf([readOperation('a.twin'), readOperation('b.twin')]);
    const found = twins.search({ query: 'twin' }).results;
    expect(found).toMatchObject([{ peers: ['b.twin'] }]);
    const { results } = listOperations(found, { catalogStamp: twins.stamp() });
    expect(results).toEqual([{ path: 'a.twin', sample: 'await env.a.twin({ id: "…" })', score: 0 }]);
  });

  it('refuses a path that stands twice, and a missing stamp [list-narrowed]', () => {
    const twice = [...bound, ...bound];
    expect(thrown(() => listOperations(twice, { catalogStamp }))).toMatchObject({ reason: 'path-duplicate' });
    expect(thrown(() => listOperations(bound, { catalogStamp: '' }))).toMatchObject({
      reason: 'question-shape',
    });
  });

  it('leaves search and describe as they are [list-others-unchanged]', () => {
    const [found] = catalog.search({ query: 'a.c' }).results;
    expect(found?.path).toBe('a.c');
    expect(catalog.describe({ path: 'a.c' }).path).toBe('a.c');
  });
});
