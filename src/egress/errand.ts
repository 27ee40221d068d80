import type { EgressRequest } from './egress.ts';
import { EgressError } from './egress-error.ts';
import { checkHeaders } from './headers.ts';
import { DEADLINE_MS, MAX_BODY_BYTES, MAX_DEADLINE_MS, MAX_MAX_BYTES } from './limits.ts';
import { parseTarget } from './target.ts';
import type { Errand } from './walk.ts';

/** A request, read and checked, with its limits. */
export interface Plan {
  readonly errand: Omit<Errand, 'signal'>;
  readonly accept: readonly string[] | undefined;
  readonly maxBytes: number;
  readonly deadlineMs: number;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Errors: EgressError `invalid-url`, `invalid-request`. */
export function planErrand(request: EgressRequest, userAgent: string): Plan {
  const target = parseTarget(request.url);
  const method = request.method ?? 'GET';
  if (!METHODS.has(method)) throw new EgressError('invalid-request', 'the method is not one that is sent');
  const body = typeof request.body === 'string' ? Buffer.from(request.body) : request.body;
  if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
    throw new EgressError('invalid-request', `a ${method} has no body`);
  }
  const isRead = method === 'GET' || method === 'HEAD';
  return {
    errand: {
      target,
      method,
      headers: checkHeaders(request, userAgent),
      body: body ?? (isRead || method === 'OPTIONS' || method === 'DELETE' ? undefined : new Uint8Array()),
      follow: isRead && request.redirect !== 'none',
      beforeHop: request.beforeHop,
      safe: request.safe ?? SAFE_METHODS.has(method),
      reach: request.reach ?? 'allowed',
    },
    accept: request.accept,
    maxBytes: limit(request.maxBytes, MAX_BODY_BYTES, MAX_MAX_BYTES, 'maxBytes'),
    deadlineMs: limit(request.deadlineMs, DEADLINE_MS, MAX_DEADLINE_MS, 'deadlineMs'),
  };
}

function limit(asked: number | undefined, usual: number, most: number, name: string): number {
  const value = asked ?? usual;
  if (Number.isInteger(value) && value > 0 && value <= most) return value;
  throw new EgressError('invalid-request', `${name} has to be a whole number from 1 to ${most}`);
}
