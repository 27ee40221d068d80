import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from './registry/registry.ts';

/** What the app is built from. Everything is decided before: the app reads no environment and never listens. */
export interface AppOptions {
  readonly registry: Registry;
  readonly logger: Logger;
  /** The base URL under which clients reach the registry, without a trailing slash. */
  readonly publicUrl: string;
  /** False: `/explore` answers 501. */
  readonly explore: boolean;
  readonly access: AccessPolicy;
  /** Requests a minute for each key or address; 0 switches the limit off. */
  readonly rateLimitPerMinute: number;
  /** Believe `X-Forwarded-For` and `X-Forwarded-Proto` (only behind a proxy that sets them). */
  readonly trustProxy: boolean;
  /**
   * What happens when a request or response differs from the bundled documents: `throw` in tests (the
   * difference becomes a failing 500 and is recorded), `report` (500, `contract_violation` in the log, counted), or `off`.
   */
  readonly contract: 'throw' | 'report' | 'off';
}

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

/** Builds the app: plugins, then routes. The caller listens, and closes. */
export async function buildApp(_options: AppOptions): Promise<FastifyInstance> {
  throw new Error('not built yet');
}
