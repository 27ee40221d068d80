import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '../app.ts';
import { elect } from '../registry/election.ts';
import { openRegistry } from '../registry/open-registry.ts';
import type { Registry } from '../registry/registry.ts';
import { snapshotOf } from '../registry/snapshot-file.ts';
import { frontierOf } from '../store/crawl-frontier.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';

/** An app over a database in this process, for one command: it listens nowhere, and asks for no key. */
export async function openLocal(options: {
  readonly db: string;
  readonly publicUrl: string;
  readonly readonly: boolean;
  /** Open the frontier too: what is crawled and refused can be asked and changed. */
  readonly frontier?: boolean;
}): Promise<{ readonly app: FastifyInstance; readonly registry: Registry; close(): Promise<void> }> {
  const store = await openStore({ file: options.db, elect, readonly: options.readonly });
  const onFatal = (error: unknown): void => {
    throw error;
  };
  const logger = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }));
  const registry = await openRegistry({
    store,
    snapshot: snapshotOf(options.db),
    readonly: options.readonly,
    baseUrl: () => options.publicUrl,
    now: Date.now,
    onWarning: ({ message, reason }) => logger.warn({ reason }, message),
    onFatal,
  });
  const desk = options.frontier === true ? await openCrawlDesk(options, registry) : undefined;
  const app = await buildApp({
    registry,
    crawl: desk?.control,
    logger,
    publicUrl: options.publicUrl,
    explore: true,
    access: { openReads: true, openWrites: true, loopbackHostOnly: false, adminKey: undefined },
    rateLimitPerMinute: 0,
    trustProxy: false,
    contract: 'off',
  });
  return {
    app,
    registry,
    async close() {
      await app.close();
      desk?.close();
      await registry.close();
    },
  };
}

/** What is crawled and refused, while nobody crawls. Errors: those of opening the frontier; the registry is closed then. */
async function openCrawlDesk(
  { db, readonly }: { readonly db: string; readonly readonly: boolean },
  registry: Registry,
) {
  const { openCrawlControl } = await import('../network/crawl/open-crawl-control.ts');
  try {
    return openCrawlControl({ file: frontierOf(db), readonly, registry });
  } catch (error) {
    await registry.close();
    throw error;
  }
}

/** The store alone, to be looked at. Errors: NOT_FOUND, CONFLICT. */
export function openExistingStore(file: string): Promise<Store> {
  return openStore({ file, elect, readonly: true });
}
