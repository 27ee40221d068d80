import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importEntries, startTestApp, type TestApp, testEntry } from '../support/app.ts';

const ACME = 'https://acme.com/vocab#';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  await importEntries(test.registry, 'first', [
    testEntry('alpha', { '@context': { acme: ACME }, 'acme:region': ['us-east', 'eu-west'] }),
    testEntry('beta', { '@context': { v: ACME }, 'v:region': ['eu-west'] }),
    testEntry('gamma', { 'acme:region': ['eu-west'] }),
  ]);
});
afterAll(() => test.close());

const search = async (query: object): Promise<string[]> => {
  const answer = await test.agent.post('/search').send({ query: { text: '', ...query } });
  expect(answer.status).toBe(200);
  return answer.body.results.map((result: { displayName: string }) => result.displayName);
};

describe('namespaced terms (v0.91 section 5.3.1)', () => {
  it('match by their IRI, whatever prefix the publisher or the caller chose', async () => {
    const context = { mine: ACME };
    expect(await search({ '@context': context, filter: { 'mine:region': ['eu-west'] } })).toHaveLength(2);
    expect(await search({ '@context': context, filter: { 'mine:region': 'us-east' } })).toHaveLength(1);
    expect(await search({ filter: { [`${ACME}region`]: ['eu-west'] } })).toHaveLength(2);
  });

  it('do not match by their spelling', async () => {
    expect(await search({ filter: { 'v:region': ['eu-west'] } })).toEqual([]);
    expect(await search({ filter: { 'acme:region': ['eu-west'] } })).toHaveLength(1);
  });

  it('are counted under the name that the caller gave, and each bucket is what its filter finds', async () => {
    const { body } = await test.agent.post('/explore').send({
      query: { '@context': { mine: ACME } },
      resultType: { facets: [{ field: 'mine:region' }] },
    });
    expect(body.facets).toEqual({
      'mine:region': {
        buckets: [
          { value: 'eu-west', count: 2 },
          { value: 'us-east', count: 1 },
        ],
        otherCount: 0,
      },
    });
  });

  it('come back as they were published', async () => {
    const { body } = await test.agent.get('/agents/urn:air:example.com:beta');
    expect(body).toMatchObject({ '@context': { v: ACME }, 'v:region': ['eu-west'] });
  });
});
