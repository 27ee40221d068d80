import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_MANIFEST_BYTES } from '../../src/model/bounds.ts';
import { KEYED_ACCESS, startTestApp, type TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ access: KEYED_ACCESS });
});
afterAll(() => test.close());

/** Writes all of a request before it reads anything, as many a library does; fails when the connection is reset. */
function writeThenRead(head: string, body: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(test.url).port), '127.0.0.1');
    const received: Buffer[] = [];
    socket.pause();
    socket.on('error', reject);
    socket.on('data', (data) => received.push(data));
    socket.on('close', () => resolve(Buffer.concat(received).toString()));
    socket.write(`${head}connection: close\r\ncontent-length: ${body.length}\r\nhost: localhost\r\n\r\n`);
    socket.write(body, () => socket.resume());
  });
}

const JSON_TYPE = 'content-type: application/json\r\n';
const TOO_LARGE = Buffer.alloc(MAX_MANIFEST_BYTES + 1_000_000, ' ');

describe('a refusal reaches a client that is still sending and will close', () => {
  it.each([
    [
      'too large',
      413,
      `PUT /sources/big HTTP/1.1\r\nauthorization: Bearer ${KEYED_ACCESS.adminKey}\r\n${JSON_TYPE}`,
    ],
    ['without a key', 401, `PUT /sources/big HTTP/1.1\r\n${JSON_TYPE}`],
    ['of a type that is not read', 415, `POST /search HTTP/1.1\r\ncontent-type: text/plain\r\n`],
    ['to nowhere', 404, `POST /nowhere HTTP/1.1\r\n${JSON_TYPE}`],
  ])('%s', async (_name, status, head) => {
    expect(await writeThenRead(head, TOO_LARGE)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
});
