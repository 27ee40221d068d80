import { connect, type Socket } from 'node:net';
import { summarise, type Times } from '../timing.ts';

/** One request as it goes over the wire. */
export type Message = Buffer;

export interface LoadResult {
  readonly perSecond: number;
  readonly times: Times;
  /** Answers other than 2xx. */
  readonly failures: number;
}

export function encodeRequest(
  url: string,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body?: unknown },
): Message {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    ...(body === undefined ? [] : ['content-type: application/json']),
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}

/** Keeps `connections` connections busy, one request at a time on each, for a while. Plain sockets: the client has to be cheaper than the servers. */
export async function load(
  url: string,
  options: {
    readonly connections: number;
    readonly durationMs: number;
    /** Ends the load before its time. */
    readonly isDone?: () => boolean;
    readonly next: () => Message;
    /** Waits between two requests of a connection. */
    readonly pauseMs?: number;
    /** The client polls its sockets all the time, so that no server pays for waking it; takes a whole core. */
    readonly polls?: boolean;
  },
): Promise<LoadResult> {
  const times: number[] = [];
  let failures = 0;
  const began = performance.now();
  const end = began + options.durationMs;
  let isOver = false;
  const poll = () => {
    if (!isOver) setImmediate(poll);
  };
  if (options.polls === true) poll();
  await Promise.all(
    Array.from({ length: options.connections }, async () => {
      const client = await openClient(url);
      while (performance.now() < end && options.isDone?.() !== true) {
        const start = performance.now();
        const status = await client.ask(options.next());
        times.push(performance.now() - start);
        if (status < 200 || status > 299) failures++;
        if (options.pauseMs !== undefined)
          await new Promise((resolve) => setTimeout(resolve, options.pauseMs));
      }
      client.close();
    }),
  );
  isOver = true;
  const seconds = (performance.now() - began) / 1_000;
  return { perSecond: times.length / seconds, times: summarise(times), failures };
}

/** One answer in full, for what is not measured. */
export async function fetchText(
  url: string,
  request: { readonly method: string; readonly path: string; readonly body?: string },
): Promise<string> {
  const response = await fetch(`${url}${request.path}`, {
    method: request.method,
    ...(request.body === undefined
      ? {}
      : { body: request.body, headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${request.method} ${request.path}: ${response.status} ${text}`);
  return text;
}

interface Client {
  /** Sends a request, and gives the status when the whole answer is there. */
  ask(message: Message): Promise<number>;
  close(): void;
}

async function openClient(url: string): Promise<Client> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  let waiting: { resolve(status: number): void; reject(error: Error): void } | undefined;
  let status = 0;
  let missing = 0;
  let head = '';
  const fail = (error: Error) => waiting?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  socket.on('data', (chunk) => {
    if (missing === 0) {
      const at = chunk.indexOf('\r\n\r\n');
      head += chunk.toString('latin1', 0, at < 0 ? chunk.length : at);
      if (at < 0) return;
      status = Number(head.slice(9, 12));
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      head = '';
      missing = length - (chunk.length - at - 4);
    } else {
      missing -= chunk.length;
    }
    if (missing > 0) return;
    missing = 0;
    waiting?.resolve(status);
  });
  return {
    ask: (message) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(message);
      }),
    close: () => {
      waiting = undefined;
      socket.destroy();
    },
  };
}
