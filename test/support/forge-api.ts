import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it arrived, byte for byte. */
export interface Arrived {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface FakeApi {
  readonly url: string;
  /** In the order in which they arrived; filled as they do. */
  readonly arrived: readonly Arrived[];
  /** Resolves when so many requests have arrived. */
  waitFor(count: number): Promise<void>;
}

/** An API on this machine that records what arrives and answers as told, `{"ok":true}` when not. */
export async function startApi(
  answer: (request: Arrived, response: ServerResponse, count: number) => void = (_, response) =>
    answerJson(response, { ok: true }),
): Promise<FakeApi> {
  const arrived: Arrived[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, target: url, headers, body: Buffer.concat(chunks).toString('utf8') };
      arrived.push(one);
      for (const look of waiting) look();
      answer(one, response, arrived.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    waitFor: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (arrived.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

export function answerJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
