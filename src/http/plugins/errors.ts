import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, LarderError } from '../../errors.ts';
import { quote } from '../../model/quote.ts';
import type { HttpApp } from '../http-app.ts';
import { MAX_ERROR_BYTES } from '../limits.ts';
import { originForm, pathOf } from '../request-target.ts';
import type { RouteTable } from '../route-table.ts';
import { codeOfStatus, type ErrorBody } from '../schemas/error.ts';
import { describeWrongType } from './json-body.ts';

/** All that a caller learns of a fault of ours. The detail is in the log, under the `x-request-id` of the answer. */
export const INTERNAL_MESSAGE =
  'The server failed to answer this request. The x-request-id header names it in the log.';

/** Every error, wherever it comes from, becomes `{errorCode, message}`; unknown routes and methods included. */
export function addErrors(app: HttpApp, routes: RouteTable): void {
  app.setErrorHandler((error: FastifyError | LarderError, request, reply) => {
    const known = toLarderError(error, request);
    // Fastify asks to close after any refused body; only a body that is still on its way needs it.
    if (known.code !== 'REQUEST_TIMEOUT') reply.removeHeader('connection');
    if (known.status >= 500) logFault(known, error, request);
    return sendError(known, reply);
  });

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(originForm(request.originalUrl));
    const methods = routes.find(path);
    if (methods === undefined) {
      throw new LarderError(
        'NOT_FOUND',
        `There is nothing at ${quote(path)}. GET /docs lists what there is.`,
      );
    }
    const allowed = [...methods.keys(), 'OPTIONS'].sort().join(', ');
    reply.header('allow', allowed);
    if (request.method === 'OPTIONS') return reply.code(204).send();
    throw new LarderError(
      'METHOD_NOT_ALLOWED',
      `${quote(path)} does not take ${request.method}; it takes ${allowed}.`,
    );
  });
}

/** The answer to an error that is known: status, headers and the one shape. */
export function sendError(error: LarderError, reply: FastifyReply): FastifyReply {
  if (error.code === 'UNAUTHENTICATED') reply.header('www-authenticate', 'Bearer');
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  if (error.code === 'NOT_FOUND') reply.header('cache-control', 'no-cache');
  return reply.code(error.status).type('application/json; charset=utf-8').send(errorBodyOf(error));
}

function errorBodyOf(error: LarderError): ErrorBody {
  const message = error.code === 'INTERNAL_ERROR' ? INTERNAL_MESSAGE : error.message;
  return { errorCode: error.code, message: cut(message) };
}

/** A third of the bytes, because one code unit takes up to three of them in UTF-8, or six as an escape. */
const MAX_MESSAGE_LENGTH = Math.floor(MAX_ERROR_BYTES / 6) - 100;

function cut(message: string): string {
  if (Buffer.byteLength(JSON.stringify(message)) < MAX_ERROR_BYTES - 100) return message;
  return `${message.slice(0, MAX_MESSAGE_LENGTH)} …`;
}

function toLarderError(error: FastifyError | LarderError, request: FastifyRequest): LarderError {
  if (error instanceof LarderError) return error;
  const code: ErrorCode | undefined =
    typeof error.statusCode === 'number' && error.code?.startsWith('FST_')
      ? codeOfStatus(error.statusCode)
      : undefined;
  if (code === undefined || code === 'INTERNAL_ERROR') {
    return new LarderError('INTERNAL_ERROR', INTERNAL_MESSAGE, { cause: error });
  }
  if (code === 'UNSUPPORTED_MEDIA_TYPE') return describeWrongType(request);
  return new LarderError(code, error.message);
}

function logFault(known: LarderError, error: Error, request: FastifyRequest): void {
  const fields = {
    err: known.cause ?? error,
    errorCode: known.code,
    method: request.method,
    url: request.url,
  };
  if (known.code === 'INTERNAL_ERROR') request.log.error(fields, 'request failed');
  else request.log.warn(fields, 'request refused');
}
