import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importEntries, startTestApp, type TestApp, testEntry } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  await importEntries(test.registry, 'first', [testEntry('alpha'), testEntry('beta')]);
});
afterAll(() => test.close());

describe('operations', () => {
  it('/healthz and /readyz', async () => {
    expect((await test.agent.get('/healthz')).body).toEqual({ status: 'alive' });
    expect((await test.agent.get('/readyz')).body).toEqual({ status: 'ready', seq: test.registry.seq });
  });

  it('/metrics counts by route and status, and shows entries and seq', async () => {
    await test.agent.get('/agents/urn:air:example.com:alpha');
    await test.agent.get('/agents/urn:air:example.com:beta');
    await test.agent.get('/no/such/route');
    const answer = await test.agent.get('/metrics');
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const lines = answer.text.split('\n');
    expect(lines).toContain(
      'larder_http_requests_total{route="/agents/:identifier",method="GET",status="200"} 2',
    );
    expect(lines).toContain('larder_http_requests_total{route="unknown",method="any",status="404"} 1');
    expect(lines).toContain('larder_contract_violations_total 0');
    expect(lines).toContain('larder_entries 2');
    expect(lines).toContain(`larder_seq ${test.registry.seq}`);
  });

  it('every answer names its request and forbids scripts', async () => {
    const { headers } = await test.agent.get('/agents');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});
