import { type AddressInfo, createServer } from 'node:net';

/** A server that must never be spoken to. */
export interface Canary {
  readonly port: number;
  /** Connections that were made to it. */
  readonly connections: number;
  /** Bytes that it was sent. */
  readonly bytes: number;
  close(): Promise<void>;
}

export async function startCanary(host = '127.0.0.1', port = 0): Promise<Canary> {
  let connections = 0;
  let bytes = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\ncaught');
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    get bytes() {
      return bytes;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
