import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importEntries, startTestApp, type TestApp, testEntry } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  await importEntries(
    test.registry,
    'first',
    Array.from({ length: 130 }, (_, number) =>
      testEntry(`tool-${String(number).padStart(3, '0')}`, {
        description: number % 10 === 0 ? 'Weather forecast.' : 'Sends payments.',
        representativeQueries: ['will it rain', 'how warm is it'],
        score: 5,
        source: 'elsewhere',
      }),
    ),
  );
});
afterAll(() => test.close());

const search = (body: object) => test.agent.post('/search').send(body);

describe('POST /search', () => {
  it('returns entries as published but for representativeQueries, with score and source', async () => {
    const answer = await search({ query: { text: 'weather' }, pageSize: 1 });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['results', 'pageToken']);
    expect(answer.body.results).toEqual([
      {
        ...testEntry('tool-000', { description: 'Weather forecast.' }),
        score: expect.any(Number),
        source: 'https://registry.example.com',
      },
    ]);
  });

  it('serves 10 results without pageSize, and 100 where more is asked for', async () => {
    const byDefault = await search({ query: { text: '' } });
    expect(byDefault.body.results).toHaveLength(10);
    const most = await search({ query: { text: ' ' }, pageSize: 1e300 });
    expect(most.body.results).toHaveLength(100);
  });

  it('pages to the end exactly what explore counts, and changes the page size on the way', async () => {
    const seen: string[] = [];
    let pageToken: string | undefined;
    do {
      const answer = await search({
        query: { text: 'weather forecast' },
        pageSize: seen.length === 0 ? 2 : 4,
        ...(pageToken === undefined ? {} : { pageToken }),
      });
      expect(answer.status).toBe(200);
      seen.push(...answer.body.results.map((result: { identifier: string }) => result.identifier));
      pageToken = answer.body.pageToken;
    } while (pageToken !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    const counted = await test.agent
      .post('/explore')
      .send({ query: { text: 'weather forecast' }, resultType: { facets: [{ field: 'kind' }] } });
    expect(seen).toHaveLength(counted.body.facets.kind.buckets[0].count);
  });

  it.each([
    ['auto', false],
    ['none', false],
    ['referrals', true],
  ])('accepts federation %s', async (federation, referrals) => {
    const answer = await search({ query: { text: 'weather' }, federation });
    expect(answer.status).toBe(200);
    expect(Object.hasOwn(answer.body, 'referrals')).toBe(referrals);
  });

  it('refuses a token of another question, and one that was tampered with', async () => {
    const { pageToken } = (await search({ query: { text: 'weather' }, pageSize: 2 })).body;
    // A seal may well end like that by itself.
    const end = pageToken.endsWith('AAA') ? 'BBB' : 'AAA';
    for (const body of [
      { query: { text: 'payments' }, pageToken },
      { query: { text: 'weather' }, pageToken: pageToken.slice(0, -3) + end },
      { query: { text: 'weather' }, pageToken: 'x' },
    ]) {
      const answer = await search(body);
      expect(answer.status).toBe(400);
      expect(answer.body.errorCode).toBe('INVALID_ARGUMENT');
    }
  });

  it.each([
    [{}, 'query: required, expected an object'],
    [{ query: {} }, 'query.text: required, expected a string'],
    [{ query: { text: 'a' }, pageSize: 0 }, 'pageSize: expected at least 1'],
    [{ query: { text: 'a' }, pageSize: 1.5 }, 'pageSize: expected a whole number'],
    [{ query: { text: 'a' }, federation: 'all' }, 'federation: expected "auto" or "referrals" or "none"'],
    [{ query: { text: 'a' }, pageTokn: 'x' }, "the request body: unknown member 'pageTokn'"],
  ])('refuses %j', async (body, message) => {
    const answer = await search(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ errorCode: 'INVALID_ARGUMENT', message });
  });
});
