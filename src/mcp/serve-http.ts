import type { PutQuestion } from './ask.ts';

/** Answers one MCP request over streamable HTTP; `body` is its parsed JSON. */
export type ServeMcp = (request: Request, body: unknown, put: PutQuestion) => Promise<Response>;

/**
 * Serves MCP without sessions: each request has a server of its own, which asks in the name of the request's caller.
 * Nothing is ever announced, so subscriptions are refused. `onError` hears of what the SDK answered by itself. The SDK
 * is loaded with the first request, because most registries are asked over HTTP alone.
 */
export function createHttpServing(version: string, onError: (error: Error) => void): ServeMcp {
  return async (request, body, put) => {
    const [{ createMcpHandler }, { createRegistryServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./create-server.ts'),
    ]);
    return createMcpHandler(() => createRegistryServer(version, put), {
      onerror: onError,
      maxSubscriptions: 0,
    }).fetch(request, { parsedBody: body });
  };
}
