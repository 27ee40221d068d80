import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LarderError } from '../../errors.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../store/store.ts';
import type { HttpApp, RouteTraits } from '../http-app.ts';

/** Who may do what (DESIGN 13). */
export interface AccessPolicy {
  /** Questions need no key. */
  readonly openReads: boolean;
  /** Writes and key management need no key: only when bound to loopback without keys. */
  readonly openWrites: boolean;
  /** Refuse a Host header that is not loopback (DNS rebinding). */
  readonly loopbackHostOnly: boolean;
  /** The key from `LARDER_ADMIN_KEY`, valid with scope admin beside the stored ones. */
  readonly adminKey: string | undefined;
}

/** Who asks. A rejected caller showed a key that is none. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'key'; readonly id: string; readonly scope: Scope }
  | { readonly kind: 'rejected'; readonly why: string };

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

const ANONYMOUS: Caller = { kind: 'anonymous' };

/** Each scope includes those before it. */
const SCOPES: readonly Scope[] = ['read', 'publish', 'admin'];

/** Finds out who asks, without judging: the rate limit between this and `addAuthorisation` counts rejected keys too. */
export function addIdentification(
  app: HttpApp,
  { registry, policy }: { readonly registry: Pick<Registry, 'findKey'>; readonly policy: AccessPolicy },
): void {
  const adminDigest = policy.adminKey === undefined ? undefined : digestOf(policy.adminKey);
  app.decorateRequest('caller');
  app.addHook('onRequest', (request, _reply, done) => {
    const header = request.headers.authorization;
    request.caller = ANONYMOUS;
    if (header === undefined) return done();
    identify(header, registry, adminDigest).then((caller) => {
      request.caller = caller;
      done();
    }, done);
  });
}

/** Refuses what the caller may not do: a key that is none is refused everywhere, even where no key is needed. */
export function addAuthorisation(app: HttpApp, policy: AccessPolicy): void {
  app.addHook('onRequest', (request, _reply, done) => {
    authorise(request, policy);
    done();
  });
}

async function identify(
  header: string,
  registry: Pick<Registry, 'findKey'>,
  adminDigest: Buffer | undefined,
): Promise<Caller> {
  const key = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (key === undefined) {
    return { kind: 'rejected', why: "The Authorization header is not understood; expected 'Bearer <key>'." };
  }
  if (adminDigest !== undefined && timingSafeEqual(digestOf(key), adminDigest)) {
    return { kind: 'key', id: 'environment', scope: 'admin' };
  }
  const record = await registry.findKey(key);
  if (record === undefined) return { kind: 'rejected', why: 'The key is unknown or revoked.' };
  return { kind: 'key', id: record.id, scope: record.scope };
}

/** Digests have one length, so that comparing them tells nothing about the keys. */
function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function authorise(request: FastifyRequest, policy: AccessPolicy): void {
  const { caller } = request;
  if (caller.kind === 'rejected') throw new LarderError('UNAUTHENTICATED', caller.why);
  const needed = request.routeOptions.config.access ?? 'open';
  if (needed === 'open' || isOpen(needed, policy)) return;
  if (caller.kind === 'anonymous') {
    throw new LarderError(
      'UNAUTHENTICATED',
      `This needs a key with scope ${needed}; send it as 'Authorization: Bearer <key>'.`,
    );
  }
  if (SCOPES.indexOf(caller.scope) < SCOPES.indexOf(needed)) {
    throw new LarderError(
      'PERMISSION_DENIED',
      `This needs a key with scope ${needed}; yours has ${caller.scope}.`,
    );
  }
}

function isOpen(needed: Exclude<RouteTraits['access'], 'open'>, policy: AccessPolicy): boolean {
  return needed === 'read' ? policy.openReads : policy.openWrites;
}
