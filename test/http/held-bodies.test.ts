import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

const MIB = 1024 * 1024;
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** Sends the headers and most of a body, and keeps the rest back. */
function sendMost(path: string, length: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(test.url).port), '127.0.0.1');
    socket.on('error', reject);
    const type = 'content-type: application/json';
    socket.write(`PUT ${path} HTTP/1.1\r\nhost: x\r\n${type}\r\ncontent-length: ${length}\r\n\r\n`);
    socket.write(Buffer.alloc(length - 1, ' '), () => resolve(socket));
  });
}

const status = (socket: Socket, rest: string) =>
  new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(String(data).split(' ')[1] ?? ''));
    socket.write(rest);
  });

/** Asks until the answer is this one: what a socket has sent is read a little later. */
async function waitFor(wanted: number): Promise<void> {
  for (;;) {
    const answer = await test.agent
      .put('/catalogs/other/revisions/one')
      .set('content-type', 'application/json')
      .send(' '.repeat(30 * MIB));
    if (answer.status !== wanted) continue;
    if (wanted === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    return;
  }
}

describe('large bodies that are on their way at once', () => {
  it('are refused when they are too many, until one of them is over', async () => {
    const path = '/catalogs/large/revisions/one';
    const held = [
      await sendMost(path, 39 * MIB),
      await sendMost(path, 39 * MIB),
      await sendMost(path, 39 * MIB),
    ];
    await waitFor(503);
    // Questions are not among them.
    expect((await test.agent.post('/search').send({ query: { text: '' } })).status).toBe(200);
    expect(await status(held[0]!, ' ')).toBe('400');
    await waitFor(400);
    // One that is broken off is over too.
    const again = await sendMost(path, 39 * MIB);
    await waitFor(503);
    again.destroy();
    await waitFor(400);
    for (const socket of held) socket.destroy();
  });

  it('are forgotten when they are answered', async () => {
    for (let time = 0; time < 5; time++) {
      const answer = await test.agent
        .put('/catalogs/other/revisions/one')
        .set('content-type', 'application/json')
        .send(' '.repeat(39 * MIB));
      expect(answer.status).toBe(400);
    }
  });

  it('within the process too', async () => {
    for (let time = 0; time < 5; time++) {
      const answer = await test.app.inject({
        method: 'PUT',
        url: '/catalogs/other/revisions/one',
        headers: { 'content-type': 'application/json' },
        payload: ' '.repeat(39 * MIB),
      });
      expect(answer.statusCode).toBe(400);
    }
  });
});
