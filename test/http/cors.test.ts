import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importEntries, OPEN_ACCESS, startTestApp, type TestApp, testEntry } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const preflight = (path: string, method: string) =>
  test.agent
    .options(path)
    .set('origin', 'https://portal.example')
    .set('access-control-request-method', method)
    .set('access-control-request-headers', 'content-type, authorization');

describe('pages of other origins', () => {
  it.each(['/agents', '/.well-known/ard.json', '/.well-known/ai-catalog.json', '/sources'])(
    'may read %s',
    async (path) => {
      const answer = await test.agent.get(path).set('origin', 'https://portal.example');
      expect(answer.status).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    },
  );

  it('may read errors of a read', async () => {
    const answer = await test.agent.post('/search').set('origin', 'https://portal.example').send({});
    expect(answer.status).toBe(400);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it.each([
    ['/explore', 'POST'],
    ['/search', 'POST'],
    ['/agents/urn:air:example.com:a', 'GET'],
  ])('may ask %s with %s', async (path, method) => {
    const answer = await preflight(path, method);
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-allow-methods']).toBe(method);
    expect(answer.headers['access-control-allow-headers']).toContain('content-type');
  });

  it.each([
    ['/sources', 'POST'],
    ['/sources/first', 'PUT'],
    ['/sources/first', 'DELETE'],
    ['/keys', 'POST'],
    ['/keys/1', 'DELETE'],
    ['/keys', 'GET'],
  ])('may not touch %s with %s', async (path, method) => {
    const answer = await preflight(path, method);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const real = await test.agent.get('/keys').set('origin', 'https://portal.example');
    expect(real.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('a registry that is open to this machine alone', () => {
  let local: TestApp;
  beforeAll(async () => {
    local = await startTestApp({ access: { ...OPEN_ACCESS, loopbackHostOnly: true } });
    await importEntries(local.registry, 'first', [testEntry('alpha')]);
  });
  afterAll(() => local.close());
  const ask = (path: string, origin: string) => local.agent.get(path).set('origin', origin);

  it.each(['http://localhost:3000', 'http://127.0.0.1', 'https://[::1]:8443'])(
    'is read by pages of %s',
    async (origin) => {
      const answer = await ask('/agents/urn:air:example.com:alpha', origin);
      expect(answer.status).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBe(origin);
      expect(answer.headers.vary).toBe('origin, authorization');
    },
  );

  it.each([
    'https://portal.example',
    'null',
    'http://localhost.portal.example',
    'http://127.0.0.1.portal.example',
    'file://',
    'http://localhost@portal.example',
  ])('is not read by pages of %s', async (origin) => {
    for (const path of ['/agents', '/sources', '/agents/urn:air:example.com:alpha']) {
      const answer = await ask(path, origin);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(answer.headers.vary).toContain('origin');
    }
    const asked = await local.agent
      .options('/search')
      .set('origin', origin)
      .set('access-control-request-method', 'POST');
    expect(asked.headers['access-control-allow-origin']).toBeUndefined();
    expect(asked.headers['access-control-allow-methods']).toBeUndefined();
  });

  it('shows its public manifests to all', async () => {
    for (const name of ['ard', 'ai-catalog']) {
      const answer = await ask(`/.well-known/${name}.json`, 'https://portal.example');
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
  });
});

describe('OPTIONS', () => {
  it('names the methods of a route, and is a 404 elsewhere', async () => {
    const answer = await test.agent.options('/sources/first');
    expect(answer.status).toBe(204);
    expect(answer.headers.allow).toBe('DELETE, GET, HEAD, OPTIONS, PUT');
    expect((await test.agent.options('/nothing')).status).toBe(404);
  });
});
