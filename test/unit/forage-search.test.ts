import { describe, expect, it } from 'vitest';
import { MAX_QUERY_LENGTH } from '../../src/forage/bounds.ts';
import { catalogOf, readOperation, thrown } from '../support/forage-catalogs.ts';

const catalog = catalogOf([
  readOperation('files.read', { description: 'Reads the bytes of a file.' }),
  readOperation('files.remove', { description: 'Deletes a file for good.', effect: 'write' }),
  readOperation('mail.send', {
    description: 'Sends a letter.',
    instructions: 'Attach files by their names.',
  }),
  readOperation('mail.readInbox', { description: 'Lists received letters.', tags: ['correspondence'] }),
  readOperation('maps.route', {
    description: 'Finds a way.',
    inputSchema: { type: 'object', properties: { departureTime: { type: 'string' } } },
  }),
]);
const found = (query: string, more = {}) =>
  catalog.search({ query, ...more }).results.map(({ path }) => path);

describe('search', () => {
  it('ranks what matches, by path, description, notes, tags and parameters [search-ranks]', () => {
    expect(found('delete a file')[0]).toBe('files.remove');
    expect(found('read inbox')[0]).toBe('mail.readInbox');
    expect(found('correspondence')).toEqual(['mail.readInbox']);
    expect(found('departure')).toEqual(['maps.route']);
    expect(found('letters').sort()).toEqual(['mail.readInbox', 'mail.send']);
    expect(found('zeppelin')).toEqual([]);
    expect(found('the of !!')).toEqual([]);
  });

  it('scores 1 to 100, best first, and says how many match [search-ranks]', () => {
    const { results, total, catalogStamp } = catalog.search({ query: 'read letters of files', limit: 2 });
    const scores = results.map(({ score }) => score);
    expect(results).toHaveLength(2);
    expect(total).toBeGreaterThan(2);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.every((score) => Number.isInteger(score) && score >= 1 && score <= 100)).toBe(true);
    expect(catalogStamp).toBe(catalog.stamp());
  });

  it('orders ties as a list does, whatever the order of registration [search-ranks]', () => {
    const operations = ['z.a', '𝐀.a', 'ﬀ.a', 'b.a'].map((path, i) =>
      readOperation(path, { description: 'Same words.', inputSchema: { type: 'object', maxProperties: i } }),
    );
    const expected = ['b.a', 'z.a', '𝐀.a', 'ﬀ.a'];
    for (const order of [operations, [...operations].reverse()]) {
      const { results } = catalogOf(order).search({ query: 'same words' });
      expect(results.map(({ path }) => path)).toEqual(expected);
    }
  });

  it('merges equivalent operations into one result with peers [list-no-peers] [search-ranks]', () => {
    const twins = catalogOf([
      readOperation('b.get', { description: 'Gets.' }),
      readOperation('a.get', { description: 'Gets.' }),
      readOperation('c.get', { description: 'Gets.', tags: ['other'] }),
      readOperation('d.get', { description: 'Gets.', effect: 'write' }),
      readOperation('e.get', { description: 'Gets.', instructions: 'Gently.' }),
      readOperation('f.get', { description: 'Gets.', outputSchema: { type: 'null' } }),
    ]);
    const { results, total } = twins.search({ query: 'gets' });
    expect(total).toBe(4);
    expect(results.map(({ path, peers }) => [path, peers])).toEqual([
      ['a.get', ['b.get', 'c.get']],
      ['d.get', undefined],
      ['e.get', undefined],
      ['f.get', undefined],
    ]);
    expect(twins.search({ query: 'gets', namespace: 'c' }).results).toMatchObject([{ path: 'c.get' }]);
    expect(twins.search({ query: 'gets', namespace: 'c' }).results[0]).not.toHaveProperty('peers');
  });

  it('limits results to 1 to 50, 10 without a limit [search-ranks]', () => {
    const many = catalogOf(Array.from({ length: 60 }, (_, i) => `n${i}.twin`));
    const count = (limit?: number) => many.search({ query: 'twin', limit }).results.length;
    expect([count(), count(50), count(1)]).toEqual([10, 50, 1]);
    for (const limit of [0, 51, 2.5]) {
      expect(thrown(() => count(limit))).toMatchObject({ reason: 'limit-invalid', bound: 50 });
    }
  });

  it('narrows to a namespace, and an unknown one has nothing [search-ranks]', () => {
    expect(found('files', { namespace: 'mail' })).toEqual(['mail.send']);
    expect(found('files', { namespace: 'nowhere' })).toEqual([]);
    expect(thrown(() => found('files', { namespace: 'a b' }))).toMatchObject({ reason: 'namespace-invalid' });
  });

  it('refuses a blank query and names list [search-ranks]', () => {
    for (const query of ['', ' \n', '\u3000']) {
      expect(thrown(() => catalog.search({ query }))).toMatchObject({
        reason: 'query-blank',
        message: expect.stringContaining('list'),
      });
    }
    expect(thrown(() => catalog.search(JSON.parse('{}')))).toMatchObject({ reason: 'query-blank' });
    expect(thrown(() => catalog.search({ query: 'x'.repeat(MAX_QUERY_LENGTH + 1) }))).toMatchObject({
      reason: 'query-too-long',
      figure: MAX_QUERY_LENGTH + 1,
    });
    expect(thrown(() => catalog.search(JSON.parse('{"query":"a","cursor":"b"}')))).toMatchObject({
      reason: 'question-shape',
    });
  });

  it('gives samples that type-check, and the summaries of list [list-summary]', () => {
    const [first] = catalog.search({ query: 'letter' }).results;
    expect(first).toEqual({
      ...catalog.summaries.find(({ path }) => path === first?.path),
      score: first?.score,
    });
  });
});
