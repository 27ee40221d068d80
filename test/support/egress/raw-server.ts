import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface RawServer {
  readonly port: number;
  readonly url: string;
  /** Heads of the requests so far, in order. */
  readonly heads: readonly string[];
  readonly connections: number;
  close(): Promise<void>;
}

/** A server that answers each request head with whatever the test writes, HTTP or not. */
export async function startRawServer(
  answer: (socket: Socket, head: string) => void,
  host = '127.0.0.1',
  port = 0,
): Promise<RawServer> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        const head = received.slice(0, end);
        received = received.slice(end + 4);
        heads.push(head);
        answer(socket, head);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const bound = (server.address() as AddressInfo).port;
  return {
    port: bound,
    url: `http://${host}:${bound}`,
    heads,
    get connections() {
      return connections;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A whole answer. */
export function httpAnswer(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body: string | Uint8Array = '',
): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ 'Content-Length': String(bytes.length), ...headers });
  const head = `HTTP/1.1 ${status} X\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
}
