import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { Server as OldServer } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';

const SERVER = { name: 'shop', title: 'The Shop', version: '1.0.0' };
const OPTIONS = { capabilities: { tools: {} }, instructions: 'Ask for a basket first.' };

export interface HttpToolServer {
  readonly url: string;
  /** What was asked: `POST /mcp`, … */
  readonly requests: readonly string[];
}

/** A page of one tool; `count` tools in all. */
function listPage(cursor: string | undefined, count: number) {
  const at = Number(cursor ?? 0);
  const tool = { name: `item_${at}`, inputSchema: { type: 'object' as const } };
  return { tools: [tool], ...(at + 1 < count ? { nextCursor: String(at + 1) } : {}) };
}

/** A server of the first SDK, with sessions, in the revisions up to 2025-11-25. */
export function serveOldTools(count: number): Promise<HttpToolServer> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  return listen(async (request, response) => {
    const known = transports.get(String(request.headers['mcp-session-id']));
    const transport =
      known ??
      new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => {
          transports.set(id, transport);
        },
      });
    if (known === undefined) {
      const server = new OldServer(SERVER, OPTIONS);
      server.setRequestHandler(ListToolsRequestSchema, ({ params }) => listPage(params?.cursor, count));
      // The SDK's own types disagree under exactOptionalPropertyTypes.
      await server.connect(transport as Parameters<OldServer['connect']>[0]);
    }
    await transport.handleRequest(request, response);
  });
}

/** A server of the second SDK, without sessions, in all revisions. */
export function serveNewTools(count: number): Promise<HttpToolServer> {
  const handler = createMcpHandler(() => {
    const server = new Server(SERVER, OPTIONS);
    server.setRequestHandler('tools/list', ({ params }) => listPage(params?.cursor, count));
    return server;
  });
  const handle = toNodeHandler(handler);
  // Node's own types and the SDK's disagree under exactOptionalPropertyTypes.
  return listen((request, response) => handle(request as Parameters<typeof handle>[0], response));
}

/** Listens on loopback until the test is finished. */
export async function listen(handle: RequestListener): Promise<HttpToolServer> {
  const requests: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    requests.push(`${request.method} ${request.url}`);
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, requests };
}
