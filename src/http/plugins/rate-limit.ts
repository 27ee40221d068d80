import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import { LarderError } from '../../errors.ts';
import type { HttpApp } from '../http-app.ts';
import { IPV6_SUBNET_BITS, MAX_RATE_LIMITED_CALLERS, RATE_WINDOW_MS } from '../limits.ts';

/**
 * Counts requests by key, or by address where there is no valid key, so that guessing keys and probing for
 * routes are counted like everything else. `perMinute` 0 switches it off.
 */
export async function addRateLimit(app: HttpApp, perMinute: number): Promise<void> {
  if (perMinute === 0) return;
  await app.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: RATE_WINDOW_MS,
    cache: MAX_RATE_LIMITED_CALLERS,
    keyGenerator: ({ caller, ip }) =>
      caller.kind === 'key' ? `key ${caller.id}` : `address ${normalizeIP(ip, IPV6_SUBNET_BITS)}`,
    errorResponseBuilder: (_request, { max, ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000));
      const message = `Too many requests: ${max} a minute are allowed. Try again in ${seconds} s.`;
      return new LarderError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: seconds });
    },
  });
  // A hook of the whole app rather than one on each route: unknown routes are counted too.
  const count = app.rateLimit();
  app.addHook('onRequest', async function (request, reply) {
    if (request.routeOptions.config?.rateLimited === false) return;
    await count.call(this, request, reply);
  });
}
