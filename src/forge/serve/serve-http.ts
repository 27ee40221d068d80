import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  hostHeaderValidation,
  type NodeMcpRequestHandler,
  originValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import type { Serving } from './call-tool.ts';
import { openLegacySessions } from './legacy-sessions.ts';
import { createServerFactory } from './mcp-server.ts';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

export interface HttpOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Names, beside those of loopback and `host`, by which browsers and clients may call: no port. */
  readonly allowedHosts: readonly string[];
  /** Callers have to show it as a bearer token; undefined: nobody has to. */
  readonly key: string | undefined;
}

export interface ForgeHttp {
  /** Base address; `/mcp/{name}` below it is a spec. */
  readonly url: string;
  /** Takes no more calls and waits for those that are on their way. */
  close(): Promise<void>;
}

/**
 * Serves specs over streamable HTTP, each at `/mcp/{name}`, a single one at `/mcp` too. Requests have to name an
 * allowed host, and pages in browsers an allowed origin (DNS rebinding). Errors: those of listening, as Node gives them.
 */
export async function serveOverHttp(servings: readonly Serving[], options: HttpOptions): Promise<ForgeHttp> {
  const handlers = servings.map(openHandler);
  const routes = new Map<string, NodeMcpRequestHandler>(
    servings.map(({ spec, report }, i) => [
      `/mcp/${encodeURIComponent(spec.name)}`,
      toNodeHandler(handlers[i]!, { onerror: (error) => report(error.message) }),
    ]),
  );
  const [only] = routes.values();
  if (routes.size === 1 && only !== undefined) routes.set('/mcp', only);

  const bound = options.host.includes(':') ? `[${options.host}]` : options.host;
  const names = [...LOOPBACK_NAMES, bound, ...options.allowedHosts];
  const checkHost = hostHeaderValidation(names);
  const checkOrigin = originValidation(names);

  const server = createServer((request, response) => {
    if (!checkHost(request, response) || !checkOrigin(request, response)) return;
    if (!isAllowed(request, options.key)) {
      refuse(response, 401, 'Show the key of this server: Authorization: Bearer KEY.', {
        'www-authenticate': 'Bearer',
      });
      return;
    }
    const { method = 'GET', url = '/' } = request;
    const path = url.split('?', 1)[0] ?? '/';
    const route = routes.get(path);
    if (route === undefined) {
      refuse(response, 404, `There is no ${path}; here are ${[...routes.keys()].join(', ')}.`);
      return;
    }
    route(Object.assign(request, { method, url }), response).catch((error: unknown) => {
      servings[0]?.report(error instanceof Error ? error.message : String(error));
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve());
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://${bound}:${port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all(servings.map(({ sends }) => sends.idle()));
      await Promise.all(handlers.map((handler) => handler.close()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Both eras of one spec: the older revisions get a session where the client can ask a person, and need none otherwise. */
function openHandler(serving: Serving) {
  const factory = createServerFactory(serving);
  const handler = createMcpHandler(factory, { onerror: (error) => serving.report(error.message) });
  const sessions = openLegacySessions(factory, serving.report);
  return {
    async fetch(request: Request): Promise<Response> {
      const legacy = serving.elicit && (await isLegacyRequest(request));
      return (legacy ? await sessions.answer(request) : undefined) ?? handler.fetch(request);
    },
    async close(): Promise<void> {
      await Promise.all([handler.close(), sessions.close()]);
    },
  };
}

function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

/** Digests are compared, so that neither length nor a common beginning shows in the time it takes. */
function isAllowed(request: IncomingMessage, key: string | undefined): boolean {
  if (key === undefined) return true;
  const [scheme = '', shown = ''] = (request.headers.authorization ?? '').split(' ', 2);
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return scheme.toLowerCase() === 'bearer' && timingSafeEqual(digest(shown), digest(key));
}
