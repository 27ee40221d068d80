import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  hostHeaderValidation,
  type NodeMcpRequestHandler,
  originValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Serving } from './call-tool.ts';
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
  const handlers = servings.map((serving) =>
    createMcpHandler(createServerFactory(serving), { onerror: (error) => serving.report(error.message) }),
  );
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
