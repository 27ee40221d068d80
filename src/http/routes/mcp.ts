import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findErrorAnswer, LarderError } from '../../errors.ts';
import { quote } from '../../model/quote.ts';
import type { HttpApp } from '../http-app.ts';
import { isLoopbackOrigin } from '../plugins/cors.ts';
import { BODY_ERRORS, COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery } from '../schemas/parameters.ts';

/** A question to a route of this app. */
interface Ask {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** Answers one MCP request with the parsed body. Handed in: speaking MCP is another room's business. */
export type ServeMcp = (
  request: Request,
  body: unknown,
  put: (ask: Ask) => Promise<unknown>,
) => Promise<Response>;

const message = z
  .unknown()
  .refine((value) => typeof value === 'object' && value !== null, 'expected a JSON-RPC message, an object')
  .meta({
    type: ['object', 'array'],
    description: 'A JSON-RPC message of MCP, or a batch where the protocol revision has batches.',
  });

const answer = z.unknown().meta({
  type: ['object', 'array'],
  description:
    'JSON-RPC answers, as `text/event-stream` where an older protocol revision asks for that. Errors of the protocol are answers too, with the status that it gives them.',
});

/**
 * The registry's own MCP tools over streamable HTTP, without sessions. A tool asks a route of this app in the caller's
 * name, so that access, limits and errors are the same everywhere; that question counts as a request of the caller too.
 */
export function addMcp(
  app: HttpApp,
  { publicUrl, serveMcp }: { readonly publicUrl: string; readonly serveMcp: ServeMcp },
): void {
  const own = new URL(publicUrl).origin;
  app.post('/mcp', {
    config: { access: 'read', consumes: ['application/json'], acceptedAs: ['text/event-stream'] },
    schema: {
      summary: 'MCP tools of the registry',
      description:
        'Streamable HTTP of the Model Context Protocol, without sessions. Tools: explore, search, get_entry, list_operations, describe_operation.',
      operationId: 'callMcp',
      tags: ['MCP'],
      querystring: noQuery,
      body: message,
      response: { 200: answer, ...errorResponses(...COMMON_ERRORS, ...BODY_ERRORS) },
    },
    onRequest: (request, _reply, done) => {
      checkOrigin(request, own);
      done();
    },
    handler: async (request, reply) => {
      const asked = new Request(`${publicUrl}/mcp`, {
        method: 'POST',
        headers: headersOf(request),
        body: request.bodyText ?? '',
      });
      const answered = await serveMcp(asked, request.rawBody, (ask) => putToApp(app, request, ask));
      await passOn(answered, reply);
    },
  });
}

/** A web page of a stranger may make a browser ask; what it may not is speak MCP (2026-07-28, transports). */
function checkOrigin({ headers: { origin } }: FastifyRequest, own: string): void {
  if (origin === undefined || origin === own || isLoopbackOrigin(origin)) return;
  throw new LarderError(
    'PERMISSION_DENIED',
    `Origin ${quote(origin)} is refused: MCP is spoken here with programs, and with pages of ${own} and of this machine.`,
  );
}

/** What the protocol reads; keys and cookies are none of its business. Who takes anything takes both forms of an answer. */
function headersOf({ headers }: FastifyRequest): [string, string][] {
  const { accept = '*/*' } = headers;
  const own = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && (name === 'content-type' || name.startsWith('mcp-')) ? [[name, value]] : [],
  );
  return [...own, ['accept', accept.includes('*/*') ? BOTH_FORMS : accept]];
}

const BOTH_FORMS = 'application/json, text/event-stream';

/**
 * The answer as it is: it is the protocol's, and so is its status, so that it is not judged as one of ours. All of it is
 * there at once, because nothing is ever announced.
 */
async function passOn(answered: Response, reply: FastifyReply): Promise<void> {
  const text = await answered.text();
  reply.hijack();
  const headers = { ...reply.getHeaders(), ...Object.fromEntries(answered.headers) };
  reply.raw.writeHead(answered.status, { ...headers, 'content-length': Buffer.byteLength(text) } as Record<
    string,
    string | number
  >);
  reply.raw.end(text);
}

async function putToApp(app: HttpApp, caller: FastifyRequest, { method, path, body }: Ask): Promise<unknown> {
  const { host, authorization } = caller.headers;
  const response = await app.inject({
    method,
    url: path,
    remoteAddress: caller.ip,
    headers: {
      accept: 'application/json',
      ...(host === undefined ? {} : { host }),
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const given: unknown = response.json();
  if (response.statusCode < 400) return given;
  throw (
    findErrorAnswer(given) ?? new LarderError('INTERNAL_ERROR', `${path} answered ${response.statusCode}.`)
  );
}
