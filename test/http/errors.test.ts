import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importEntries, startTestApp, type TestApp, testEntry } from '../support/app.ts';
import { rawBody, sendRaw } from '../support/raw.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  await importEntries(test.registry, 'first', [testEntry('alpha')]);
});
afterAll(() => test.close());

const send = (...chunks: readonly string[]) => sendRaw(test.url, ...chunks);

const explore = (body: string | object) =>
  test.agent.post('/explore').set('content-type', 'application/json').send(body);

describe('errors have one shape', () => {
  it('404 for an unknown route', async () => {
    const answer = await test.agent.get('/nothing/here?x=1');
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      errorCode: 'NOT_FOUND',
      message: "There is nothing at '/nothing/here'. GET /docs lists what there is.",
    });
  });

  it.each([
    ['PATCH', '/explore', 'OPTIONS, POST'],
    ['GET', '/search', 'OPTIONS, POST'],
    ['POST', '/agents', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/agents/urn:air:example.com:alpha', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/sources/first', 'DELETE, GET, HEAD, OPTIONS, PUT'],
    ['TRACE', '/explore', 'OPTIONS, POST'],
  ])('405 for %s %s, with Allow', async (method, path, allow) => {
    const answer = await send(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 405 /);
    expect(answer).toContain(`allow: ${allow}\r\n`);
    expect(rawBody(answer).errorCode).toBe('METHOD_NOT_ALLOWED');
  });

  it('400 with the place, for JSON that is none', async () => {
    const answer = await explore('{"resultType":\n  {"facets": }}');
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('the request body is not JSON: line 2, column 14');
  });

  it.each([
    [
      '',
      "the request body is missing; expected a JSON object, sent with -H 'content-type: application/json'",
    ],
    ['[]', 'the request body: expected an object'],
    [
      'null',
      "the request body is missing; expected a JSON object, sent with -H 'content-type: application/json'",
    ],
    ['{"resultType":{"facets":[]}} x', 'the request body is not JSON: line 1, column 30'],
    ['{"resultType":{}}', 'resultType.facets: required, expected a list'],
    [
      '{"resultType":{"facets":[{"fields":"a"}]}}',
      "resultType.facets[0].field: required, expected a string; resultType.facets[0]: unknown member 'fields'",
    ],
    [
      '{"resultType":{"facets":[{"field":"a"},{"field":"a"}]}}',
      'resultType.facets[1].field: the same field stands before; name each once',
    ],
    [
      '{"resultType":{"facets":[{"field":"a","limit":1001}]}}',
      'resultType.facets[0].limit: expected at most 1000',
    ],
    [
      '{"resultType":{"facets":[{"field":"a","limit":-1}]}}',
      'resultType.facets[0].limit: expected at least 0',
    ],
    [
      '{"resultType":{"facets":[{"field":"a","minCount":-1}]}}',
      'resultType.facets[0].minCount: expected at least 0',
    ],
    [
      '{"resultType":{"facets":[]},"query":{"filter":{"tags":["a","b","c",5]}}}',
      'query.filter.tags[3]: expected a string; write 5 as "5"',
    ],
    [
      '{"resultType":{"facets":[]},"query":{"filter":{"a.b":true}}}',
      'query.filter[\'a.b\']: expected a string or a list of strings; write true as "true"',
    ],
    [
      '{"resultType":{"facets":[]},"query":{"filter":{"__proto__":{}}}}',
      'query.filter.__proto__: expected a string or a list of strings',
    ],
    ['{"resultType":{"facets":[]},"__proto__":{}}', "the request body: unknown member '__proto__'"],
    [
      '{"resultType":{"facets":[]},"query":{"filter":[]}}',
      'query.filter: expected an object: {"type": ["application/mcp-server-card+json"]}',
    ],
    [
      '{"resultType":{"facets":[]},"query":{"@context":"https://okf.example/context"}}',
      'query.@context: contexts are not fetched; expected \'https://agenticresourcediscovery.org/context/v1\' or prefixes, {"schema": "https://schema.org/"}',
    ],
    [
      '{"resultType":{"facets":[]},"query":{"@context":{"okf":{"@id":"https://okf.example/ns#"}}}}',
      "query.@context: 'okf': expected a namespace, a string of at most 256 characters",
    ],
    [
      '{"resultType":{"facets":[{"field":"a:x"},{"field":"b:x"}]},"query":{"@context":{"a":"https://x.example/","b":"https://x.example/"}}}',
      'resultType.facets[1].field: it names the same field as a facet before it; name each once',
    ],
  ])('400 for %s', async (body, message) => {
    const answer = await explore(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ errorCode: 'INVALID_ARGUMENT', message });
  });

  it.each([
    ['text over 4,096 characters', { query: { text: 'x'.repeat(4_097) } }],
    [
      'more than 64 filter keys',
      { query: { filter: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`k${i}`, 'v'])) } },
    ],
    ['more than 256 values', { query: { filter: { tags: Array(257).fill('v') } } }],
    ['a filter value over 1,024 characters', { query: { filter: { tags: 'v'.repeat(1_025) } } }],
    ['a path over 256 characters', { query: { filter: { ['p'.repeat(257)]: 'v' } } }],
    [
      'more than 32 facets',
      { resultType: { facets: Array.from({ length: 33 }, (_, i) => ({ field: `f${i}` })) } },
    ],
    ['a facet path over 256 characters', { resultType: { facets: [{ field: 'p'.repeat(257) }] } }],
  ])('400 for %s', async (_name, body) => {
    const answer = await explore({ resultType: { facets: [] }, ...body });
    expect(answer.status).toBe(400);
    expect(answer.body.errorCode).toBe('INVALID_ARGUMENT');
    expect(answer.body.message).toMatch(/expected .*at most/);
  });

  it.each([
    [
      'text/plain',
      "Content-Type 'text/plain' is not read here; with curl, add -H 'content-type: application/json'.",
    ],
    [
      'nonsense',
      "Content-Type 'nonsense' is not read here; with curl, add -H 'content-type: application/json'.",
    ],
    [
      'application/x-www-form-urlencoded',
      "Content-Type 'application/x-www-form-urlencoded' is not read here; with curl, add -H 'content-type: application/json'.",
    ],
  ])('415 for %s, with the curl option that would be right', async (type, message) => {
    const answer = await test.agent.post('/search').set('content-type', type).send('{}');
    expect(answer.status).toBe(415);
    expect(answer.body).toEqual({ errorCode: 'UNSUPPORTED_MEDIA_TYPE', message });
  });

  it('415 without a type, and for an encoded body', async () => {
    const untyped = await send(
      'POST /search HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}',
    );
    expect(untyped).toMatch(/^HTTP\/1.1 415 /);
    expect(rawBody(untyped).message).toContain('names no Content-Type');
    const encoded = await test.agent
      .post('/search')
      .set('content-encoding', 'gzip')
      .set('content-type', 'application/json')
      .send('{}');
    expect(encoded.status).toBe(415);
    expect(encoded.body.message).toContain('Content-Encoding');
  });

  it('413 for a question over 64 KiB, announced or not, on a connection that lives on', async () => {
    const answer = await explore({ query: { text: 'x'.repeat(70_000) } });
    expect(answer.status).toBe(413);
    expect(answer.body.errorCode).toBe('PAYLOAD_TOO_LARGE');
    const chunk = 'x'.repeat(40_000);
    const chunked = await send(
      'POST /explore HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
      `9c40\r\n${chunk}\r\n9c40\r\n${chunk}\r\n0\r\n\r\n`,
      'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    );
    expect(chunked).toMatch(/^HTTP\/1.1 413 /);
    expect(chunked).toContain('{"status":"alive"}');
  });

  it('406 for an Accept that cannot be met', async () => {
    const answer = await test.agent.get('/agents').set('accept', 'application/xml, text/*;q=0.5');
    expect(answer.status).toBe(406);
    expect(answer.body.errorCode).toBe('NOT_ACCEPTABLE');
    expect((await test.agent.get('/agents').set('accept', 'text/html, */*;q=0.1')).status).toBe(200);
    expect((await test.agent.get('/agents').set('accept', 'application/json;q=0, */*')).status).toBe(406);
  });

  it.each(['application/ai-catalog+json', 'application/ard+json', 'application/*'])(
    'no 406 for a crawler that asks a manifest for %s',
    async (accept) => {
      for (const name of ['ard', 'ai-catalog']) {
        const answer = await test.agent.get(`/.well-known/${name}.json`).set('accept', accept);
        expect(answer.status).toBe(200);
        expect(answer.headers['content-type']).toMatch(/^application\/json/);
      }
    },
  );

  it('414 for an address over 8,192 characters, and for one that Node refuses', async () => {
    for (const length of [9_000, 20_000]) {
      const answer = await send(
        `GET /agents?filter=${'x'.repeat(length)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 414 URI Too Long\r\n/);
      expect(rawBody(answer).errorCode).toBe('URI_TOO_LONG');
    }
  });

  it('431 for headers that are too large', async () => {
    const answer = await send(`GET /agents HTTP/1.1\r\nhost: x\r\nx-much: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 431 /);
    expect(rawBody(answer).errorCode).toBe('HEADERS_TOO_LARGE');
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['no Host', 'GET /agents HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['two lengths', 'POST /search HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
    ['a line break in a header', 'GET /agents HTTP/1.1\r\nhost: x\r\nx-bad: a\rb\r\n\r\n'],
  ])('400 for %s', async (_name, request) => {
    const answer = await send(request);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(rawBody(answer).errorCode).toBe('INVALID_ARGUMENT');
  });

  it('405 for CONNECT, and no fuss about an unknown expectation', async () => {
    const connected = await send('CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n');
    expect(connected).toMatch(/^HTTP\/1.1 405 /);
    const expected = await send(
      'GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\nconnection: close\r\n\r\n',
    );
    expect(expected).toMatch(/^HTTP\/1.1 200 /);
  });

  it('answers what came before a broken message on the same connection', async () => {
    const answer = await send('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nnonsense\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).toContain('{"status":"alive"}');
    expect(answer).toContain('HTTP/1.1 400 Bad Request\r\n');
  });

  it('404 for the target *, which is no page', async () => {
    const answer = await send('GET * HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 404 /);
    expect(rawBody(answer).errorCode).toBe('NOT_FOUND');
  });

  it('takes an absolute request target', async () => {
    const answer = await send('GET http://x/healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  });

  it('reports at most 20 problems, in a body under 8 KiB', async () => {
    const facets = Array.from({ length: 32 }, (_, i) => ({ [`${i}${'\u0000'.repeat(200)}`]: 1 }));
    const answer = await explore({ resultType: { facets } });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(/and 44 more$|…$/);
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(8 * 1024);
  });
});

describe('a fault of ours', () => {
  it('is a constant text for the caller, and one line with the request id in the log', async () => {
    const broken = await startTestApp();
    await broken.opened.store.close();
    const answer = await broken.agent.get('/sources');
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      errorCode: 'INTERNAL_ERROR',
      message: 'The server failed to answer this request. The x-request-id header names it in the log.',
    });
    const lines = broken.log.filter((line) => line.reqId === answer.headers['x-request-id']);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ msg: 'request failed', method: 'GET', url: '/sources' });
    await broken.close();
  });
});
