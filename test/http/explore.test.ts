import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importEntries, startTestApp, type TestApp, testEntry } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  await importEntries(test.registry, 'first', [
    testEntry('weather', { description: 'Weather forecast for any city.', tags: ['weather', 'maps'] }),
    testEntry('pay', {
      description: 'Sends payments.',
      tags: ['money'],
      type: 'application/mcp-server+json',
    }),
    testEntry('agent', { type: 'application/a2a-agent-card+json', tags: ['maps'], level: 3 }),
    { ...testEntry('odd'), ...JSON.parse('{"__proto__":"own"}') },
  ]);
});
afterAll(() => test.close());

const explore = (body: object | string) =>
  test.agent.post('/explore').set('content-type', 'application/json').send(body);

describe('POST /explore', () => {
  it('counts values over everything, with the members in the order of the seed', async () => {
    const answer = await explore({
      resultType: { facets: [{ field: 'type' }, { field: 'tags', limit: 1 }] },
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(
      '{"resultType":"facets","facets":{"type":{"buckets":[{"value":"application/mcp-server-card+json","count":3},{"value":"application/a2a-agent-card+json","count":1}],"otherCount":0},"tags":{"buckets":[{"value":"maps","count":2}],"otherCount":2}}}',
    );
  });

  it('narrows by text and filter', async () => {
    const answer = await explore({
      query: { text: 'weather forecast', filter: { tags: ['maps'] } },
      resultType: { facets: [{ field: 'identifier' }] },
    });
    expect(answer.body.facets.identifier.buckets).toEqual([
      { value: 'urn:air:example.com:weather', count: 1 },
    ]);
  });

  it('returns a field named __proto__ as an own member, and filters on it', async () => {
    const body = '{"query":{"filter":{"__proto__":["own"]}},"resultType":{"facets":[{"field":"__proto__"}]}}';
    const answer = await explore(body);
    expect(answer.text).toBe(
      '{"resultType":"facets","facets":{"__proto__":{"buckets":[{"value":"own","count":1}],"otherCount":0}}}',
    );
  });

  it('answers no facets with an empty object, and ignores what it does not know inside resultType', async () => {
    const answer = await explore({ resultType: { facets: [], sample: { size: 3 } } });
    expect(answer.body).toEqual({ resultType: 'facets', facets: {} });
  });

  it('takes minCount 0 as 1 and limit 0 as no buckets', async () => {
    const answer = await explore({ resultType: { facets: [{ field: 'tags', minCount: 0, limit: 0 }] } });
    expect(answer.body.facets.tags).toEqual({ buckets: [], otherCount: 4 });
  });

  it.each([
    ['a string', 'https://agenticresourcediscovery.org/context/v1'],
    ['a list of one', ['https://agenticresourcediscovery.org/context/v1']],
  ])('accepts the base context as %s', async (_name, context) => {
    const answer = await explore({ query: { '@context': context }, resultType: { facets: [] } });
    expect(answer.status).toBe(200);
  });
});

describe('a registry that does not offer /explore', () => {
  it('answers 501, and does not name it in its manifest', async () => {
    const without = await startTestApp({ explore: false });
    const answer = await without.agent.post('/explore').send({ resultType: { facets: [] } });
    expect(answer.status).toBe(501);
    const { text } = await without.agent.get('/.well-known/ard.json');
    expect(text).not.toMatch(/explore|count|how many/);
    await without.close();
  });
});
