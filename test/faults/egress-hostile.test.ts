import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEgress } from '../../src/egress/create-egress.ts';
import type { EgressRequest } from '../../src/egress/egress.ts';
import { DEADLINE_MS, MAX_BODY_BYTES } from '../../src/egress/limits.ts';
import { httpAnswer, startRawServer } from '../support/egress/raw-server.ts';

const MIB = 1024 * 1024;
const HEAD = 'HTTP/1.1 200 X\r\n';

async function attack(
  answer: (socket: Socket, head: string) => void,
  request: Partial<EgressRequest> = {},
): Promise<{ readonly code: string; readonly connections: number; readonly requests: number }> {
  const server = await startRawServer(answer);
  const egress = createEgress({ allow: ['127.0.0.0/8'] });
  onTestFinished(async () => {
    egress.close();
    await server.close();
  });
  const code = await egress.fetch({ url: server.url, ...request }).then(
    (got) => `answered ${got.status}`,
    (error) => String(error.code ?? error),
  );
  return { code, connections: server.connections, requests: server.heads.length };
}

/** Writes chunks until the other side has enough. */
function pour(socket: Socket, chunk: Uint8Array | string): void {
  const go = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', go);
  go();
}

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(text)), 10);
  socket.once('close', () => clearInterval(timer));
}

describe('a hostile host', () => {
  it.each([
    ['an endless body', `${HEAD}\r\n`, Buffer.alloc(64 * 1024)],
    [
      'an endless body that says otherwise',
      `${HEAD}Content-Length: 99999999999\r\n\r\n`,
      Buffer.alloc(64 * 1024),
    ],
    [
      'an endless body in chunks',
      `${HEAD}Transfer-Encoding: chunked\r\n\r\n`,
      `${'400\r\n'}${'x'.repeat(1024)}\r\n`,
    ],
    // A gzip member that holds nothing: the decoded body stays empty for ever.
    [
      'an endless body of nothing',
      `${HEAD}Content-Encoding: gzip\r\n\r\n`,
      Buffer.concat(Array.from({ length: 1_000 }, () => gzipSync(''))),
    ],
  ])('sends %s', async (_name, head, chunk) => {
    const { code } = await attack((socket) => {
      socket.write(head);
      pour(socket, chunk);
    });
    expect(code).toBe('body-too-large');
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(50 * MIB))],
    ['deflate', deflateSync(Buffer.alloc(50 * MIB))],
    ['br', brotliCompressSync(Buffer.alloc(50 * MIB), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
  ])('sends 50 MiB of zeros as %s', async (encoding, bomb) => {
    expect(bomb.length).toBeLessThan(MIB);
    const before = process.memoryUsage().arrayBuffers;
    const { code } = await attack((socket) => {
      socket.write(httpAnswer(200, { 'Content-Encoding': encoding }, bomb));
    });
    expect(code).toBe('body-too-large');
    // What was decoded until then, and what zlib and sockets hold: a part of the bomb.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * MIB);
  });

  it('sends one byte more than is taken, and no byte more', async () => {
    const answer = (length: number) => (socket: Socket) =>
      void socket.write(httpAnswer(200, {}, Buffer.alloc(length)));
    expect((await attack(answer(MAX_BODY_BYTES))).code).toBe('answered 200');
    expect((await attack(answer(MAX_BODY_BYTES + 1))).code).toBe('body-too-large');
    expect((await attack(answer(10), { maxBytes: 9 })).code).toBe('body-too-large');
  });

  it.each([
    ['nothing', (): void => {}],
    [
      'a status line, slowly',
      (socket: Socket) => {
        socket.write(HEAD.trim());
        drip(socket, 'X');
      },
    ],
    [
      'headers, slowly',
      (socket: Socket) => {
        socket.write(HEAD);
        drip(socket, 'X-A: b\r\n');
      },
    ],
    [
      'a body, slowly',
      (socket: Socket) => {
        socket.write(`${HEAD}\r\n`);
        drip(socket, 'x');
      },
    ],
    ['promises of an answer', (socket: Socket) => drip(socket, 'HTTP/1.1 102 Wait\r\n\r\n')],
  ])('sends %s', async (_name, answer) => {
    expect((await attack(answer, { deadlineMs: 400 })).code).toMatch(/^(timed-out|headers-too-large)$/);
  });

  it('gets ten seconds at most unless the caller says otherwise', () => {
    expect(DEADLINE_MS).toBe(10_000);
    expect(MAX_BODY_BYTES).toBe(5 * MIB);
  });

  it.each([
    ['one huge header', `${HEAD}X-A: ${'x'.repeat(40 * 1024)}\r\n\r\n`],
    ['many headers', `${HEAD}${'X-A: b\r\n'.repeat(8 * 1024)}\r\n`],
    ['a huge status line', `HTTP/1.1 200 ${'x'.repeat(40 * 1024)}\r\n\r\n`],
  ])('sends %s', async (_name, text) => {
    expect((await attack((socket) => socket.write(text))).code).toBe('headers-too-large');
  });

  it('sends headers without end', async () => {
    const { code } = await attack((socket) => {
      socket.write(HEAD);
      pour(socket, `X-A: ${'b'.repeat(1_000)}\r\n`);
    });
    expect(code).toBe('headers-too-large');
  });

  it.each([
    ['to itself', (): string => '/'],
    ['ever onwards', (path: string): string => `${path}x`],
  ])('redirects %s', async (_name, next) => {
    const { code, requests } = await attack((socket, head) => {
      socket.write(httpAnswer(302, { Location: next(head.split(' ')[1] ?? '/') }));
    });
    expect(code).toBe('too-many-redirects');
    expect(requests).toBe(6);
  });

  it('redirects, and sends the body of the redirect without end', async () => {
    const { code } = await attack((socket, head) => {
      if (!head.startsWith('GET / ')) return void socket.write(httpAnswer(200, {}, 'x'));
      socket.write('HTTP/1.1 302 X\r\nLocation: /there\r\n\r\n');
      pour(socket, Buffer.alloc(64 * 1024));
    });
    expect(code).toBe('answered 200');
  });

  it('sends another type than was asked for', async () => {
    const { code } = await attack(
      (socket) => {
        socket.write(`${HEAD}Content-Type: text/html\r\n\r\n`);
        pour(socket, '<p>'.repeat(1_000));
      },
      { accept: ['application/json', '+json'] },
    );
    expect(code).toBe('wrong-type');
  });

  it.each([
    ['before it answers', (socket: Socket) => socket.resetAndDestroy(), 'connection-lost'],
    ['politely, before it answers', (socket: Socket) => socket.end(), 'connection-lost'],
    [
      'in the head',
      (socket: Socket) => socket.write(`${HEAD}X-A`, () => socket.resetAndDestroy()),
      'connection-lost',
    ],
    [
      'in the body',
      (socket: Socket) =>
        socket.write(`${HEAD}Content-Length: 9\r\n\r\nx`, () =>
          setTimeout(() => socket.resetAndDestroy(), 10),
        ),
      'connection-lost',
    ],
    [
      'in a body that ends with it',
      (socket: Socket) => socket.write(`${HEAD}\r\nx`, () => setTimeout(() => socket.resetAndDestroy(), 10)),
      'connection-lost',
    ],
    [
      'politely, in the body',
      (socket: Socket) => socket.end(`${HEAD}Content-Length: 9\r\n\r\nx`),
      'connection-lost',
    ],
    [
      'in a chunk',
      (socket: Socket) => socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n9\r\nx`),
      'connection-lost',
    ],
    [
      'in what it compressed',
      (socket: Socket) => socket.end(`${HEAD}Content-Encoding: gzip\r\n\r\n${'\x1f'}`),
      'encoding-refused',
    ],
  ])('ends the connection %s', async (_name, answer, expected) => {
    expect((await attack((socket) => void answer(socket))).code).toBe(expected);
  });

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['a status that is no number', 'HTTP/1.1 abc X\r\n\r\n'],
    ['two lengths', `${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx`],
    ['a length and chunks', `${HEAD}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a header without a name', `${HEAD}: x\r\n\r\n`],
    ['a negative length', `${HEAD}Content-Length: -1\r\n\r\n`],
    ['a chunk of no size', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['line feeds alone in its headers', `${HEAD}X-A: b\nX-B: c\r\n\r\n`],
  ])('speaks %s', async (_name, text) => {
    const { code } = await attack((socket) => socket.end(text));
    expect(code).toMatch(/^(malformed-response|answered 200)$/);
    if (code === 'answered 200') expect(text).toContain('\nX-B');
  });

  it('wants to change to another protocol', async () => {
    const { code } = await attack((socket) => {
      socket.write('HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    });
    expect(code).toBe('connection-lost');
  });

  it('answers more than it was asked', async () => {
    const egress = createEgress({ allow: ['127.0.0.0/8'] });
    const server = await startRawServer((socket) => {
      socket.write(Buffer.concat([httpAnswer(200, {}, 'one'), httpAnswer(200, {}, 'forged')]));
    });
    onTestFinished(async () => {
      egress.close();
      await server.close();
    });
    for (let round = 0; round < 10; round++) {
      const answer = await egress.fetch({ url: server.url });
      expect(Buffer.from(answer.body).toString()).toBe('one');
    }
  });

  it('is sent no credentials that were meant for another', async () => {
    const heads: string[] = [];
    const thief = await startRawServer((socket, head) => {
      heads.push(head);
      socket.write(httpAnswer(200));
    });
    onTestFinished(() => thief.close());
    const { code } = await attack((socket) => socket.write(httpAnswer(307, { Location: `${thief.url}/` })), {
      credentials: { Authorization: 'Bearer canary-key' },
      headers: { Cookie: 'canary-key' },
    });
    expect(code).toBe('answered 200');
    expect(heads).toHaveLength(1);
    expect(heads.join('\n')).not.toContain('canary-key');
  });
});
