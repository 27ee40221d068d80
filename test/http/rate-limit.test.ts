import { afterEach, describe, expect, it } from 'vitest';
import { KEYED_ACCESS, startTestApp, type TestApp } from '../support/app.ts';

const LIMIT = 5;
let test: TestApp;
afterEach(() => test.close());

/** Statuses of `count` requests, one after the other. */
async function repeat(
  count: number,
  send: (i: number) => PromiseLike<{ status: number }>,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push((await send(i)).status);
  return statuses;
}

const limitedAfter = (status: number) => [...Array(LIMIT).fill(status), 429];

describe('the rate limit', () => {
  it('refuses request N + 1 with Retry-After, and leaves /healthz alone', async () => {
    test = await startTestApp({ rateLimitPerMinute: LIMIT });
    expect(await repeat(LIMIT + 1, () => test.agent.get('/agents'))).toEqual(limitedAfter(200));
    const answer = await test.agent.post('/search').send({ query: { text: 'a' } });
    expect(answer.status).toBe(429);
    expect(answer.body.errorCode).toBe('RATE_LIMIT_EXCEEDED');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await test.agent.get('/healthz')).status).toBe(200);
  });

  it('does not believe X-Forwarded-For', async () => {
    test = await startTestApp({ rateLimitPerMinute: LIMIT });
    const statuses = await repeat(LIMIT + 1, (i) =>
      test.agent.get('/agents').set('x-forwarded-for', `10.0.0.${i}`),
    );
    expect(statuses).toEqual(limitedAfter(200));
  });

  it('counts by the forwarded address behind a trusted proxy, an IPv6 /64 as one', async () => {
    test = await startTestApp({ rateLimitPerMinute: LIMIT, trustProxy: true });
    const from = (address: string) => test.agent.get('/agents').set('x-forwarded-for', address);
    expect(await repeat(LIMIT + 1, (i) => from(`2001:db8::${i + 1}`))).toEqual(limitedAfter(200));
    expect((await from('2001:db8:0:1::1')).status).toBe(200);
  });

  it('counts by what the proxy added, not by what the caller had written before it', async () => {
    test = await startTestApp({ rateLimitPerMinute: LIMIT, trustProxy: true });
    const statuses = await repeat(LIMIT + 1, (i) =>
      test.agent.get('/agents').set('x-forwarded-for', `10.0.0.${i}, 192.0.2.7`),
    );
    expect(statuses).toEqual(limitedAfter(200));
  });

  it('counts unknown routes and wrong methods', async () => {
    test = await startTestApp({ rateLimitPerMinute: LIMIT });
    expect(await repeat(LIMIT + 1, (i) => test.agent.get(`/nothing/${i}`))).toEqual(limitedAfter(404));
    expect((await test.agent.patch('/agents')).status).toBe(429);
  });

  it('counts rejected keys by address, whatever the key', async () => {
    test = await startTestApp({ rateLimitPerMinute: LIMIT, access: KEYED_ACCESS });
    const statuses = await repeat(LIMIT + 1, (i) =>
      test.agent.get('/agents').set('authorization', `Bearer guess-${i}`),
    );
    expect(statuses).toEqual(limitedAfter(401));
  });

  it('counts each key for itself', async () => {
    test = await startTestApp({ rateLimitPerMinute: LIMIT, access: KEYED_ACCESS });
    for (const name of ['one', 'two']) {
      const { key } = await test.registry.createKey(name, 'read');
      const send = () => test.agent.get('/agents').set('authorization', `Bearer ${key}`);
      expect(await repeat(LIMIT + 1, send)).toEqual(limitedAfter(200));
    }
    expect((await test.agent.get('/agents')).status).toBe(200);
  });
});
