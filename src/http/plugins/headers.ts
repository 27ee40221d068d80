import type { HttpApp } from '../http-app.ts';

/**
 * Headers of every answer. What is returned comes from strangers: a browser must neither guess its type nor
 * run anything in it. Pages that need more set a policy of their own.
 */
export function addSafeHeaders(app: HttpApp): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    done();
  });
}
