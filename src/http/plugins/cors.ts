import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpApp } from '../http-app.ts';
import { originForm, pathOf } from '../request-target.ts';
import type { RouteTable } from '../route-table.ts';
import { isLoopback } from './host.ts';

/** How long a browser may remember a preflight, in seconds. */
const PREFLIGHT_MAX_AGE_S = 600;

/**
 * Lets web pages of other origins read: no cookies are involved, and a key has to be typed in. They cannot write
 * or manage keys, because their preflight is not answered. With `loopbackOnly` what the registry holds is for this
 * machine, and so for its own pages only: a browser brings the pages of strangers to loopback too. What needs no
 * key anywhere, such as the public manifests, stays open to all of them.
 */
export function addCors(
  app: HttpApp,
  routes: RouteTable,
  { loopbackOnly }: { readonly loopbackOnly: boolean },
): void {
  const allowed = (
    request: FastifyRequest,
    reply: FastifyReply,
    { access, crossOrigin }: FastifyContextConfig,
  ): boolean => {
    if (crossOrigin === false) return false;
    if (access === 'open' || (access === 'read' && !loopbackOnly)) {
      reply.header('access-control-allow-origin', '*');
      return true;
    }
    if (access !== 'read') return false;
    const { origin } = request.headers;
    // A cache must not hand the answer for one page to another.
    reply.header('vary', 'origin');
    if (origin === undefined || !isLoopbackOrigin(origin)) return false;
    reply.header('access-control-allow-origin', origin);
    return true;
  };

  const answerOrigin = (request: FastifyRequest, reply: FastifyReply): void => {
    const traits = request.routeOptions.config;
    if (traits?.access !== undefined) {
      if (allowed(request, reply, traits))
        reply.header('access-control-expose-headers', 'etag, retry-after, x-request-id');
      return;
    }
    const method = request.headers['access-control-request-method'];
    if (request.method !== 'OPTIONS' || method === undefined) return;
    const methods = routes.find(pathOf(originForm(request.originalUrl)));
    if (!allowed(request, reply, methods?.get(method) ?? {})) return;
    reply.header('access-control-allow-methods', method);
    reply.header('access-control-allow-headers', 'authorization, content-type, if-none-match');
    reply.header('access-control-max-age', String(PREFLIGHT_MAX_AGE_S));
  };

  app.addHook('onRequest', (request, reply, done) => {
    answerOrigin(request, reply);
    done();
  });
}

/** True for the origin of a page that this machine serves itself: `http://localhost:3000`. */
export function isLoopbackOrigin(origin: string): boolean {
  const host = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1];
  return host !== undefined && isLoopback(host);
}
