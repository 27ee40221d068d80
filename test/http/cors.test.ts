import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

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

describe('OPTIONS', () => {
  it('names the methods of a route, and is a 404 elsewhere', async () => {
    const answer = await test.agent.options('/sources/first');
    expect(answer.status).toBe(204);
    expect(answer.headers.allow).toBe('DELETE, GET, HEAD, OPTIONS, PUT');
    expect((await test.agent.options('/nothing')).status).toBe(404);
  });
});
