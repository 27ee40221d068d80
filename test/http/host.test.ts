import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPEN_ACCESS, startTestApp, type TestApp } from '../support/app.ts';
import { rawBody, sendRaw } from '../support/raw.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ access: { ...OPEN_ACCESS, loopbackHostOnly: true } });
});
afterAll(() => test.close());

describe('the Host check of loopback mode', () => {
  it.each(['localhost', 'LOCALHOST:8080', '127.0.0.1', '127.1.2.3:80', '[::1]', '[::1]:8080'])(
    'answers %s',
    async (host) => {
      expect((await test.agent.get('/agents').set('host', host)).status).toBe(200);
    },
  );

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.evil.example',
    'evil.example:127',
    '[::2]',
    '[::1].evil.example',
    '10.0.0.1',
    'localhost@evil.example',
    '2130706433',
    '',
  ])("refuses '%s'", async (host) => {
    const answer = await test.agent.get('/agents').set('host', host);
    expect(answer.status).toBe(403);
    expect(answer.body.errorCode).toBe('PERMISSION_DENIED');
    expect(answer.body.message).toContain('localhost');
  });

  it.each([
    ['http://evil.example/agents', 403],
    ['http://localhost@evil.example/agents', 403],
    ['http://localhost/agents', 200],
  ])('looks at the host of the target %s too', async (target, status) => {
    const answer = await sendRaw(
      test.url,
      `GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it.each(['localhost', 'evil.example'])('refuses a second Host header, %s', async (second) => {
    const answer = await sendRaw(
      test.url,
      `GET /agents HTTP/1.1\r\nhost: localhost\r\nhost: ${second}\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(rawBody(answer).message).toContain('Host');
  });

  it('is not talked out of it by a proxy header', async () => {
    const answer = await test.agent
      .get('/agents')
      .set('host', 'evil.example')
      .set('x-forwarded-host', 'localhost');
    expect(answer.status).toBe(403);
  });
});
