import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN_KEY,
  importEntries,
  OPEN_ACCESS,
  startTestApp,
  type TestApp,
  testEntry,
} from '../support/app.ts';

let test: TestApp;
const longName = 'n'.repeat(1_024 - 'urn:air:example.com:'.length);
beforeAll(async () => {
  test = await startTestApp({ access: { ...OPEN_ACCESS, adminKey: ADMIN_KEY } });
  await importEntries(test.registry, 'first', [
    testEntry('alpha', { displayName: 'Zulu', version: '2', score: 5, source: 'x' }),
    testEntry('beta', { displayName: 'Alpha', type: 'application/a2a-agent-card+json' }),
    testEntry('gamma', { identifier: 'urn:ai:example.com:gamma' }),
    testEntry(longName),
  ]);
});
afterAll(() => test.close());

const retrieve = (segment: string) => test.agent.get(`/agents/${segment}`);
const ALPHA = encodeURIComponent('urn:air:example.com:alpha');

describe('GET /agents', () => {
  it('lists by identifier, with the total, 20 a page', async () => {
    const answer = await test.agent.get('/agents');
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['items', 'total']);
    expect(answer.body.total).toBe(4);
    expect(answer.body.items[0]).toEqual(testEntry('alpha', { displayName: 'Zulu', version: '2' }));
  });

  it('filters, orders and pages', async () => {
    const question = { filter: "displayName = 'a'", orderBy: 'displayName DESC', pageSize: 1 };
    const first = await test.agent.get('/agents').query(question);
    expect(first.body).toMatchObject({ total: 2, items: [{ displayName: 'Entry gamma' }] });
    const next = await test.agent.get('/agents').query({ ...question, pageToken: first.body.pageToken });
    expect(next.body.items).toMatchObject([{ displayName: 'Alpha' }]);
    expect(next.body).not.toHaveProperty('pageToken');
    const other = await test.agent.get('/agents').query({ pageToken: first.body.pageToken });
    expect(other.status).toBe(400);
  });

  it.each([
    ['pageSize=0', 'pageSize: expected a whole number of at least 1'],
    ['pageSize=ten', 'pageSize: expected a whole number of at least 1'],
    ['pageSize=1&pageSize=2', 'pageSize: expected a whole number of at least 1'],
    ['sort=name', "the query string: unknown member 'sort'"],
    ['filter=a&filter=b', 'filter: expected a string'],
  ])('refuses ?%s', async (query, message) => {
    const answer = await test.agent.get(`/agents?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
  });

  it('serves a pageSize above the maximum', async () => {
    expect((await test.agent.get('/agents?pageSize=999999999')).status).toBe(200);
  });

  it('says what would be right for type = MCP', async () => {
    const answer = await test.agent.get('/agents').query({ filter: 'type = MCP' });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('application/mcp-server-card+json');
  });
});

describe('GET /agents/{identifier}', () => {
  it('returns the complete entry without score and source', async () => {
    const answer = await retrieve(ALPHA);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(testEntry('alpha', { displayName: 'Zulu', version: '2' }));
    expect(answer.headers.etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(answer.headers['cache-control']).toBe('public, max-age=60');
  });

  it('is private for whoever shows a key', async () => {
    const answer = await retrieve(ALPHA).set('authorization', `Bearer ${ADMIN_KEY}`);
    expect(answer.headers['cache-control']).toBe('private, max-age=60');
  });

  it('answers either spelling of the NID with the entry as published', async () => {
    for (const nid of ['air', 'ai']) {
      const answer = await retrieve(`urn:${nid}:example.com:gamma`);
      expect(answer.body.identifier).toBe('urn:ai:example.com:gamma');
    }
  });

  it('takes identifiers of 1,024 characters, every one percent-encoded', async () => {
    const encoded = [...`urn:air:example.com:${longName}`]
      .map((char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
      .join('');
    expect(encoded).toHaveLength(3_072);
    expect((await retrieve(encoded)).status).toBe(200);
    expect((await retrieve(`${encoded}%6e`)).status).toBe(400);
  });

  it('answers conditional requests', async () => {
    const { etag } = (await retrieve(ALPHA)).headers;
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await retrieve(ALPHA).set('if-none-match', String(tag));
      expect(answer.status).toBe(304);
      expect(answer.text).toBe('');
      expect(answer.headers.etag).toBe(etag);
    }
    expect((await retrieve(ALPHA).set('if-none-match', '"other"')).status).toBe(200);
  });

  it('answers HEAD', async () => {
    const answer = await test.agent.head(`/agents/${ALPHA}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.etag).toMatch(/^"/);
    expect(answer.text).toBeUndefined();
  });

  it.each([
    ['urn%253Aair%253Aexample.com%253Aalpha', 'encoded twice'],
    ['urn:air:example.com:alpha%2Fbeta', 'an encoded slash'],
    ['urn:air:example.com:%zz', 'a bad escape'],
    ['urn:air:example.com:%ff', 'bytes that are not UTF-8'],
    ['urn:air:example.com:%00', 'a control character'],
    ['not-a-valid-ard-urn', 'no identifier'],
    ['%20urn:air:example.com:alpha', 'a space before'],
  ])('refuses %s (%s)', async (segment) => {
    const answer = await retrieve(segment);
    expect(answer.status).toBe(400);
    expect(answer.body.errorCode).toBe('INVALID_ARGUMENT');
  });

  it('does not find what is not there, or spelled in another case, and the answer is not cached', async () => {
    for (const name of ['nothing', 'ALPHA']) {
      const answer = await retrieve(`urn:air:example.com:${name}`);
      expect(answer.status).toBe(404);
      expect(answer.body.errorCode).toBe('NOT_FOUND');
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
  });
});
