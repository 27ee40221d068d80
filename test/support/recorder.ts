import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RenderedRequest } from '../../src/forge/render/rendered-request.ts';

/** One request as a server received it. */
export interface Received {
  readonly method: string;
  /** The request target, byte for byte. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values as they came. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** An HTTP server that answers 204 and keeps what it received. */
export async function startRecorder() {
  const received: Received[] = [];
  const server = createServer((incoming, answer) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = incoming;
      received.push({ method, target: url, headers, rawHeaders, body: Buffer.concat(chunks) });
      answer.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/**
 * Sends a rendered request with Node's own client, which adds Host and Connection. The length of a body has to be
 * said: for DELETE and OPTIONS that client frames none by itself.
 */
export async function sendPlainly(rendered: RenderedRequest): Promise<void> {
  const length =
    rendered.body === undefined ? [] : [['Content-Length', String(Buffer.byteLength(rendered.body))]];
  await new Promise<void>((resolve, reject) => {
    const outgoing = request(
      rendered.url,
      { method: rendered.method, headers: Object.fromEntries([...rendered.headers, ...length]) },
      (answer) => answer.resume().on('end', resolve).on('error', reject),
    );
    outgoing.on('error', reject);
    outgoing.end(rendered.body);
  });
}
