import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, testEntry } from '../support/app.ts';

let test: TestApp;
const before = Object.getOwnPropertyNames(Object.prototype).sort();
const POLLUTED = '"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}';

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

function expectClean(): void {
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
}

const post = (path: string, body: string) =>
  test.agent.post(path).set('content-type', 'application/json').send(body);

describe('no door changes Object.prototype', () => {
  it('a manifest keeps the members as its own, and every answer returns them', async () => {
    const entry = JSON.stringify(testEntry('odd')).slice(0, -1);
    const text = `{"entries":[${entry},${POLLUTED}}],${POLLUTED}}`;
    const put = await test.agent.put('/sources/odd').set('content-type', 'application/json').send(text);
    expect(put.status).toBe(201);
    for (const answer of [
      await test.agent.get('/agents/urn:air:example.com:odd'),
      await test.agent.get('/agents'),
      await post('/search', '{"query":{"text":""}}'),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('"__proto__":{"polluted":"yes"}');
      expect(answer.text).toContain('"constructor":{"prototype":{"polluted":"yes"}}');
    }
    expectClean();
  });

  it.each([
    '__proto__',
    '__proto__.polluted',
    'constructor.prototype',
    'constructor.prototype.polluted',
    'toString',
  ])('filters and facets on %s see own members only', async (path) => {
    const name = JSON.stringify(path);
    const answer = await post(
      '/explore',
      `{"query":{"filter":{${name}:["yes"]}},"resultType":{"facets":[{"field":${name}}]}}`,
    );
    expect(answer.status).toBe(200);
    const own = path.endsWith('.polluted') ? 1 : 0;
    const buckets = own === 1 ? '[{"value":"yes","count":1}]' : '[]';
    expect(answer.text).toBe(
      `{"resultType":"facets","facets":{${name}:{"buckets":${buckets},"otherCount":0}}}`,
    );
    const found = await post('/search', `{"query":{"text":"","filter":{${name}:"yes"}}}`);
    expect(found.body.results).toHaveLength(own);
    const listed = await test.agent.get('/agents').query({ filter: `${path} = 'yes'` });
    expect([200, 400]).toContain(listed.status);
    if (listed.status === 200) expect(listed.body.total).toBe(own);
    expectClean();
  });

  it('a catalog keeps the members of its schemas as their own, and describes them', async () => {
    const schema = `{"type":"object","properties":{${POLLUTED.replaceAll('"polluted":"yes"', '"type":"string"')}}}`;
    const text = `{"operations":[{"path":"odd.tool","effect":"read","inputSchema":${schema}}]}`;
    const put = await test.agent
      .put('/catalogs/odd/revisions/one?activate=true')
      .set('content-type', 'application/json')
      .send(text);
    expect([201, 400]).toContain(put.status);
    if (put.status === 201) {
      const { text: described } = await test.agent.get('/catalogs/odd/describe?path=odd.tool');
      expect(described).toContain('"__proto__":');
    }
    for (const name of ['__proto__', 'constructor', 'then', 'a.__proto__']) {
      const operation = `{"path":"${name}","effect":"read","inputSchema":{}}`;
      const refused = await test.agent
        .put('/catalogs/odd/revisions/two')
        .set('content-type', 'application/json')
        .send(`{"operations":[${operation}]}`);
      expect(refused.status).toBe(400);
      expect((await test.agent.get(`/catalogs/odd/describe?path=${name}`)).status).toBe(404);
    }
    expectClean();
  });

  it('an OpenAPI document has no such members', async () => {
    const openapi = `{"openapi":"3.1.0","info":{},"paths":{"/a":{"get":{${POLLUTED}}},${POLLUTED}},${POLLUTED}}`;
    const answer = await post('/intake/openapi', JSON.stringify({ openapi }));
    expect([200, 400]).toContain(answer.status);
    expectClean();
  });

  it.each(['/explore', '/search', '/keys', '/intake/openapi', '/catalogs/odd/search'])(
    '%s refuses them by name',
    async (path) => {
      const answer = await post(path, `{${POLLUTED}}`);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain("'__proto__', 'constructor'");
      expectClean();
    },
  );

  it('query strings', async () => {
    for (const query of ['__proto__=1', '__proto__[polluted]=yes', 'constructor.prototype.polluted=yes']) {
      expect((await test.agent.get(`/agents?${query}`)).status).toBe(400);
    }
    expectClean();
  });
});
