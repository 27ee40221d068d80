import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { rawBody, sendRaw } from '../support/raw.ts';

/** Sockets that begin a request and never end it (PROMISES 14). */
const HALF_OPEN = 500;

describe('slow clients', () => {
  it('hold nothing: all are closed by the server, and others are answered meanwhile', async () => {
    const test = await startTestApp();
    const port = Number(new URL(test.url).port);
    const closed: Promise<void>[] = [];
    const open = (bytes: string) => {
      const socket: Socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('error', () => {});
      socket.resume();
      closed.push(new Promise((resolve) => socket.once('close', () => resolve())));
    };
    for (let i = 0; i < HALF_OPEN; i++) {
      open(
        i % 2 === 0
          ? 'GET /agents HTTP/1.1\r\nhost: x\r\nx-a: '
          : 'POST /explore HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
      );
    }
    for (let i = 0; i < 20; i++) expect((await test.agent.get('/healthz')).status).toBe(200);
    await Promise.all(closed);
    const connections = await new Promise<number>((resolve, reject) =>
      test.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
    expect(connections).toBeLessThanOrEqual(1);
    await test.close();
  }, 30_000);

  it('closes slow headers and slow bodies in time, with 408', async () => {
    const test = await startTestApp();
    const [headers, body] = await Promise.all([
      sendRaw(test.url, 'GET /agents HTTP/1.1\r\nhost: x\r\n'),
      sendRaw(
        test.url,
        'POST /search HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
      ),
    ]);
    for (const answer of [headers, body]) {
      expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
      expect(rawBody(answer).errorCode).toBe('REQUEST_TIMEOUT');
    }
    await test.close();
  });
});
