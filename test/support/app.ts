import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import supertest, { type Agent } from 'supertest';
import { type AppOptions, buildApp } from '../../src/app.ts';
import type { Registry } from '../../src/registry/registry.ts';
import type { StatementHook } from '../../src/store/database.ts';
import { manifestText, openTestRegistry, type TestRegistry, testEntry } from './registry.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  /** The base URL of the listening server, without a trailing slash. */
  readonly url: string;
  readonly agent: Agent;
  readonly registry: Registry;
  readonly opened: TestRegistry;
  /** Lines of the log, parsed. */
  readonly log: readonly Readonly<Record<string, unknown>>[];
  /** Closes app and registry; throws when anything went over the wire that the documents do not declare. */
  close(): Promise<void>;
}

/** The key that `startTestApp` takes as `LARDER_ADMIN_KEY` where a test asks for access by key. */
export const ADMIN_KEY = 'admin-key-of-the-tests';

/** Everything open, no limit, every request and answer judged by the documents. */
export const OPEN_ACCESS = {
  openReads: true,
  openWrites: true,
  loopbackHostOnly: false,
  adminKey: undefined,
} as const;

/** Writes need a key, reads do not. */
export const KEYED_ACCESS = { ...OPEN_ACCESS, openWrites: false, adminKey: ADMIN_KEY } as const;

/** Builds the app over a real registry and listens on a free port. */
export async function startTestApp(
  given: Partial<AppOptions> | ((registry: Registry) => Partial<AppOptions>) = {},
  faults: { readonly onStatement?: StatementHook } = {},
): Promise<TestApp> {
  const opened = await openTestRegistry(faults);
  const options = typeof given === 'function' ? given(opened.registry) : given;
  const log: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(JSON.parse(line)) });
  const app = await buildApp({
    registry: opened.registry,
    logger,
    publicUrl: 'https://registry.example.com',
    explore: true,
    access: OPEN_ACCESS,
    rateLimitPerMinute: 0,
    trustProxy: false,
    contract: 'throw',
    ...options,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    app,
    url,
    agent: supertest.agent(url),
    registry: opened.registry,
    opened,
    log,
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await opened.close();
      if ((app.contractViolations ?? []).length > 0) {
        throw new Error(`contract violations:\n${JSON.stringify(app.contractViolations, undefined, 2)}`);
      }
    },
  };
}

/** Imports entries as a source, the usual way in. */
export async function importEntries(
  registry: Registry,
  source: string,
  entries: readonly unknown[],
): Promise<void> {
  await registry.importManifest({ source, text: manifestText(entries), origin: 'test', allowEmpty: false });
}

export { manifestText, testEntry };
