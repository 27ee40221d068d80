import type { FastifyReply, FastifyRequest } from 'fastify';
import { LarderError } from '../../errors.ts';
import { isJsonObject } from '../../model/entry.ts';
import type { Difference, Judge } from '../document/judge.ts';
import type { HttpApp } from '../http-app.ts';
import { documentPath } from '../route-table.ts';
import { SHARED_STATUSES } from '../schemas/error.ts';
import { INTERNAL_MESSAGE } from './errors.ts';
import type { Metrics } from './metrics.ts';

/** One difference between what went over the wire and the documents. */
export interface Violation extends Difference {
  readonly operation: string;
  readonly side: 'request' | 'response';
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What the contract check has found since the start; kept in `throw` mode only, undefined when off. */
    contractViolations: readonly Violation[] | undefined;
  }
}

/** The operation that the seed's document judges; ours judges the rest, and its statuses that the seed leaves out. */
const SEED_ROUTE = '/explore';

/**
 * Validates every request that was accepted and every answer that goes out against the bundled documents. A
 * difference is a fault of ours: the caller gets a 500, the log a `contract_violation`.
 */
export function addContract(
  app: HttpApp,
  judges: {
    readonly seed: Judge;
    readonly larder: Judge;
    readonly metrics: Metrics;
    /** Keeps what is found, for tests to fail on. */
    readonly keep: boolean;
  },
): void {
  const violations: Violation[] = [];
  app.decorate('contractViolations', violations);

  const record = (
    request: FastifyRequest,
    side: Violation['side'],
    differences: readonly Difference[],
  ): boolean => {
    const operation = `${request.method} ${request.routeOptions.url ?? '(unknown route)'}`;
    for (const { pointer, message } of differences) {
      if (judges.keep) violations.push({ operation, side, pointer, message });
      judges.metrics.countViolation();
      request.log.error({ operation, side, pointer, difference: message }, 'contract_violation');
    }
    return differences.length > 0;
  };

  app.addHook('preHandler', async (request) => {
    const { url } = request.routeOptions;
    if (request.is404 || url === undefined) return;
    if (record(request, 'request', judgeRequest(judges, documentPath(url), request))) {
      throw new LarderError('INTERNAL_ERROR', INTERNAL_MESSAGE);
    }
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (!record(request, 'response', judgeAnswer(judges, request, reply, payload))) return payload;
    reply.code(500).type('application/json; charset=utf-8');
    reply.removeHeader('content-length');
    return JSON.stringify({ errorCode: 'INTERNAL_ERROR', message: INTERNAL_MESSAGE });
  });
}

function judgeRequest(
  { seed, larder }: { readonly seed: Judge; readonly larder: Judge },
  path: string,
  request: FastifyRequest,
): readonly Difference[] {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const parameters = [
    ...larder.judgeParameters(method, path, 'query', Object(request.query)),
    ...larder.judgeParameters(method, path, 'path', Object(request.params)),
  ];
  // Text is judged where it is read.
  if (typeof request.rawBody === 'string' || request.rawBody === undefined) return parameters;
  if (path === SEED_ROUTE)
    return [...parameters, ...seed.judgeBody(method, path, withoutContext(request.rawBody))];
  return [...parameters, ...larder.judgeBody(method, path, request.rawBody)];
}

/** `query.@context` is the one extension that the seed does not know. */
function withoutContext(body: unknown): unknown {
  if (!isJsonObject(body) || !isJsonObject(body.query ?? null)) return body;
  const { '@context': _removed, ...query } = Object(body.query);
  return { ...body, query };
}

function judgeAnswer(
  { seed, larder }: { readonly seed: Judge; readonly larder: Judge },
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): readonly Difference[] {
  const status = reply.statusCode;
  const { url } = request.routeOptions;
  if (request.is404 || url === undefined) {
    return request.method === 'OPTIONS' && status === 204 ? [] : larder.judgeError(parse(payload));
  }
  const mediaType = String(reply.getHeader('content-type') ?? '').split(';')[0] || undefined;
  const body = mediaType === 'application/json' && request.method !== 'HEAD' ? parse(payload) : undefined;
  const path = documentPath(url);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  for (const judge of path === SEED_ROUTE ? [seed, larder] : [larder]) {
    if (judge.declares(method, path, status))
      return judge.judgeResponse(method, path, { status, mediaType, body });
  }
  if (SHARED_STATUSES.some((shared) => shared === status)) return larder.judgeError(body);
  return [{ pointer: path, message: `status ${status} is not declared` }];
}

function parse(payload: unknown): unknown {
  return typeof payload === 'string' ? JSON.parse(payload) : undefined;
}
