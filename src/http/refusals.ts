import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { HEADERS_TIMEOUT_MS, MAX_HEADER_BYTES, MAX_URI_LENGTH, REQUEST_TIMEOUT_MS } from './limits.ts';

/** What Node hands to `clientError`: `rawPacket` is the Buffer that it could not parse. */
interface ConnectionFault extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

/**
 * Answers what Node itself refuses, before there is a request: in the shape of every other error, and never
 * into the middle of another answer on the same connection.
 */
export class Refusals {
  /** The latest request of each connection, and its answer. */
  readonly #latest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  readonly #count: (status: number) => void;

  /** `count` learns of each refusal, for the metrics. */
  constructor(count: (status: number) => void) {
    this.#count = count;
  }

  /** Watches a server, and takes over the answers that Node would give with an empty body. */
  watch(server: Server): void {
    server.prependListener('request', (request, response) => {
      this.#latest.set(request.socket, { request, response });
    });
    // An expectation that is not 100-continue may be ignored (RFC 9110 section 10.1.1).
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('connect', (_request, socket: Socket) => {
      this.#write(socket, 'METHOD_NOT_ALLOWED', 'CONNECT is not served: this is no proxy.');
    });
  }

  /** The server's `clientError` listener. */
  refuse(error: ConnectionFault, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [code, message] = describe(error);
    const write = () => this.#write(socket, code, message);
    const latest = this.#latest.get(socket);
    if (latest === undefined) write();
    else if (!latest.request.complete) {
      // The fault is in the body of that request. An answer that has begun, or is even over, takes no second one.
      if (latest.response.headersSent) socket.destroy();
      else write();
    } else if (latest.response.writableFinished) write();
    // The fault is in what came after: the answer under way goes out first.
    else latest.response.once('finish', write);
  }

  #write(socket: Socket, code: ErrorCode, message: string): void {
    const { status } = ERRORS[code];
    const body = JSON.stringify({ errorCode: code, message });
    const allow = code === 'METHOD_NOT_ALLOWED' ? ['allow: GET, HEAD, POST, PUT, DELETE'] : [];
    const head = [
      `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'x-content-type-options: nosniff',
      'connection: close',
      ...allow,
    ];
    this.#count(status);
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  }
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  414: 'URI Too Long',
  431: 'Request Header Fields Too Large',
};

function describe(error: ConnectionFault): readonly [ErrorCode, string] {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [
        'REQUEST_TIMEOUT',
        `The request took too long to arrive: headers have ${HEADERS_TIMEOUT_MS / 1000} s, the whole request ${REQUEST_TIMEOUT_MS / 1000} s.`,
      ];
    case 'HPE_HEADER_OVERFLOW':
      return overflowsInTarget(error.rawPacket)
        ? ['URI_TOO_LONG', `The request address is too long; ${MAX_URI_LENGTH} characters are taken.`]
        : ['HEADERS_TOO_LARGE', `The request headers are too large; ${MAX_HEADER_BYTES} bytes are taken.`];
    default:
      return ['INVALID_ARGUMENT', 'The request is not well-formed HTTP/1.1.'];
  }
}

/** Node has one error for both; only the request line tells whether it was the address that ran over. */
function overflowsInTarget(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet)) return false;
  const end = packet.indexOf('\n');
  const line = packet.subarray(0, end < 0 ? packet.length : end);
  return line.length > MAX_URI_LENGTH && /^[A-Z]+ \S+( HTTP\/|$)/.test(line.toString('latin1').trimEnd());
}
