import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpApp } from '../http-app.ts';
import { originForm, pathOf } from '../request-target.ts';
import type { RouteTable } from '../route-table.ts';

/** How long a browser may remember a preflight, in seconds. */
const PREFLIGHT_MAX_AGE_S = 600;

/**
 * Lets web pages of any origin read: no cookies are involved, and a key has to be typed in. Pages of other
 * origins cannot write or manage keys, because their preflight is not answered.
 */
export function addCors(app: HttpApp, routes: RouteTable): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isRead(request.routeOptions.config?.access)) allowOrigin(reply);
    else if (request.method === 'OPTIONS') allowPreflight(request, reply, routes);
  });
}

function allowOrigin(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*');
  reply.header('access-control-expose-headers', 'etag, retry-after, x-request-id');
}

function allowPreflight(request: FastifyRequest, reply: FastifyReply, routes: RouteTable): void {
  const method = request.headers['access-control-request-method'];
  const methods = routes.find(pathOf(originForm(request.originalUrl)));
  if (method === undefined || !isRead(methods?.get(method)?.access)) return;
  reply.header('access-control-allow-origin', '*');
  reply.header('access-control-allow-methods', method);
  reply.header('access-control-allow-headers', 'authorization, content-type, if-none-match');
  reply.header('access-control-max-age', String(PREFLIGHT_MAX_AGE_S));
}

function isRead(access: string | undefined): boolean {
  return access === 'open' || access === 'read';
}
