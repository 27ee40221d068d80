import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Refusals } from '../../src/http/refusals.ts';
import { rawBody, sendRaw } from '../support/raw.ts';

const HEAD = 'host: x\r\ncontent-length: 9\r\n\r\n';
let server: Server;
const counted: number[] = [];
afterEach(() => {
  counted.length = 0;
  server.close();
});

/** A server with deadlines of a fraction of a second, so that what happens at 60 s can be seen. */
async function listen(handler: RequestListener): Promise<string> {
  server = createServer(
    { headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 50 },
    handler,
  );
  const refusals = new Refusals((status) => counted.push(status));
  refusals.watch(server);
  server.on('clientError', (error, socket) => refusals.refuse(error, socket as never));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a request that runs out of time', () => {
  it('is answered when there was no answer yet', async () => {
    const url = await listen(() => {});
    const answer = await sendRaw(url, `POST / HTTP/1.1\r\n${HEAD}abc`);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(rawBody(answer).errorCode).toBe('REQUEST_TIMEOUT');
    expect(counted).toEqual([408]);
  });

  it('is cut off when its answer has begun', async () => {
    const url = await listen((_request, response) => response.write('half'));
    const answer = await sendRaw(url, `POST / HTTP/1.1\r\n${HEAD}abc`);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).not.toContain('408');
    expect(counted).toEqual([]);
  });

  it('is cut off when it has been answered before it was whole', async () => {
    const url = await listen((request, response) => {
      request.resume();
      response.writeHead(413).end('too large');
    });
    const answer = await sendRaw(url, `POST / HTTP/1.1\r\n${HEAD}abc`);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).not.toContain('408');
  });

  it('is answered after the one before it on the same connection', async () => {
    const url = await listen((_request, response) => response.end('first'));
    const answer = await sendRaw(url, 'GET / HTTP/1.1\r\nhost: x\r\n\r\nGET /late HTTP/1.1\r\nhost: ');
    expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]*first[\s\S]*HTTP\/1.1 408 /);
  });

  it('waits for the answer under way before it is refused', async () => {
    const url = await listen((_request, response) => {
      setTimeout(() => response.end('first'), 100);
    });
    const answer = await sendRaw(url, 'GET / HTTP/1.1\r\nhost: x\r\n\r\nnonsense\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]*first[\s\S]*HTTP\/1.1 400 /);
    expect(counted).toEqual([400]);
  });
});
