import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { baseUrl, type Config, environment, isLoopback } from './config.ts';
import { createEgress } from './egress/create-egress.ts';
import type { Egress } from './egress/egress.ts';
import { LarderError } from './errors.ts';
import { summariseCrawl } from './network/crawl/crawl-report.ts';
import type { Schedule } from './network/crawl/schedule.ts';
import { createFederation } from './network/federation/federation.ts';
import { listUpstreamEndpoints } from './network/federation/upstream-address.ts';
import { readUpstreamKeys } from './network/federation/upstream-keys.ts';
import { openServedRegistry } from './registry/open-served-registry.ts';
import type { Registry } from './registry/registry.ts';
import { frontierOf } from './store/crawl-frontier.ts';

/** Connections that the kernel keeps waiting for us: Node's own number, written down because closing counts on it. */
const LISTEN_BACKLOG = 511;

/** A server that answers. */
export interface Server {
  /** The address that reaches it from this machine. */
  readonly url: string;
  /** Questions need no key. */
  readonly openReads: boolean;
  /** Stops accepting, answers what is in flight, lets the write under way finish, closes the store. */
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** What has to be there before the first request, such as the first key. */
  readonly prepare: (registry: Registry) => Promise<void>;
  /** The process has to exit: a commit is durable, but the index could not follow. */
  readonly onFatal: (error: unknown) => void;
}

/**
 * Starts the writer, builds the app, and listens. Errors: those of the store, INVALID_ARGUMENT for keys of upstreams that
 * cannot be sent, PERMISSION_DENIED for a configuration that would leave writing open to others, UNAVAILABLE for an
 * address that cannot be had.
 */
export async function startServer({ config, logger, prepare, onFatal }: ServerOptions): Promise<Server> {
  // Before anything is opened: a server that cannot ask as it was told does not start.
  const upstreamKeys = readUpstreamKeys(config.upstreamKeys, config.upstreams, environment);
  const dns = config.dnsServers.length === 0 ? {} : { dnsServers: config.dnsServers };
  const egress = createEgress({ allow: config.egressAllow, ...dns });
  // Whom the operator names as an upstream may be private; what crawled entries name may not, for all that.
  const toUpstreams = createEgress({
    allow: [...config.egressAllow, ...listUpstreamEndpoints(config.upstreams)],
    ...dns,
  });
  let publicUrl = config.publicUrl ?? baseUrl(config.host, config.port);
  const registry = await openServedRegistry({
    file: config.db,
    baseUrl: () => publicUrl,
    trustPolicy: config.trust,
    onWarning: ({ message, reason }) => logger.warn({ reason }, message),
    onFatal,
  });
  let app: FastifyInstance | undefined;
  let schedule: Schedule | undefined;
  try {
    await prepare(registry);
    const access = await decideAccess(registry, config);
    const port = config.port === 0 ? await findFreePort(config.host) : config.port;
    const url = baseUrl(config.host, port);
    publicUrl = config.publicUrl ?? url;
    schedule = await startCrawling(config, registry, egress, logger);
    app = await buildApp({
      registry: access.registry,
      federation:
        config.upstreams.length === 0
          ? undefined
          : createFederation({
              upstreams: config.upstreams,
              registry,
              egress: toUpstreams,
              publicUrl,
              keys: upstreamKeys,
              hideFailed: config.trust !== 'flag',
            }),
      submissions: config.submit ? schedule?.submissions : undefined,
      crawl: schedule?.control,
      logger,
      publicUrl,
      explore: config.explore,
      access: access.policy,
      rateLimitPerMinute: config.rateLimit,
      trustProxy: config.trustProxy,
      contract: config.contract,
    });
    await listen(app, config.host, port);
    const opened = app;
    const crawling = schedule;
    return {
      url,
      openReads: access.policy.openReads,
      async close() {
        await Promise.all([closeApp(opened), crawling?.stop()]);
        egress.close();
        toUpstreams.close();
        await registry.close();
      },
    };
  } catch (error) {
    await schedule?.stop();
    await app?.close();
    egress.close();
    toUpstreams.close();
    await registry.close();
    throw error;
  }
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * Crawls in the background, where anything is to be crawled: a target is configured, one was crawled before, or one may be
 * submitted. What reads pages and checks signatures is loaded only then.
 */
async function startCrawling(
  config: Config,
  registry: Registry,
  egress: Egress,
  logger: Logger,
): Promise<Schedule | undefined> {
  const file = frontierOf(config.db);
  if (config.submit && config.crawlHours === 0) {
    throw new LarderError(
      'INVALID_ARGUMENT',
      'what is submitted is to be crawled, but --crawl-hours 0 crawls nothing: leave one of the two out',
    );
  }
  const wanted = config.submit || config.crawl.length > 0 || existsSync(file);
  if (config.crawlHours === 0 || !wanted) return undefined;
  const { startSchedule } = await import('./network/crawl/schedule.ts');
  return startSchedule({
    egress,
    registry,
    file,
    targets: config.crawl,
    intervalMs: config.crawlHours * HOUR_MS,
    watch(event) {
      if (event.kind === 'failed') logger.error({ target: event.target, err: event.error }, 'a crawl failed');
      else if (event.kind === 'not-enforced')
        logger.error({ err: event.error }, 'what was refused is not all taken out');
      else if (event.kind === 'let-go') logger.info({ target: event.target }, 'let go of a submitted target');
      else logger.info(summariseCrawl(event.report), 'crawled');
    },
  });
}

/**
 * Who may do what (DESIGN 13). Keyless on loopback everything is open, until the first key is made; anywhere else
 * writing needs a key, so there has to be one.
 */
async function decideAccess(registry: Registry, config: Config) {
  const live = (await registry.listKeys()).filter((key) => key.revokedAt === null);
  const hasAdmin = config.adminKey !== undefined || live.some((key) => key.scope === 'admin');
  const loopback = isLoopback(config.host);
  if (!loopback && !hasAdmin) {
    throw new LarderError(
      'PERMISSION_DENIED',
      `${config.host} can be reached by others and there is no admin key: set LARDER_ADMIN_KEY, or give ` +
        '--create-admin-key FILE, or bind to 127.0.0.1',
    );
  }
  let keyless = config.adminKey === undefined && live.length === 0;
  if (keyless && !config.openReads) {
    throw new LarderError(
      'PERMISSION_DENIED',
      'reading is to need a key, but there is none: set LARDER_ADMIN_KEY, or give --create-admin-key FILE',
    );
  }
  const watched: Registry = {
    ...registry,
    get seq() {
      return registry.seq;
    },
    async createKey(name, scope) {
      const key = await registry.createKey(name, scope);
      keyless = false;
      return key;
    },
  };
  const policy = {
    openReads: config.openReads,
    get openWrites() {
      return keyless;
    },
    loopbackHostOnly: keyless,
    adminKey: config.adminKey,
  };
  return { registry: watched, policy };
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    // For `localhost` fastify would open a second server, which closing and our error answers know nothing of.
    await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port, backlog: LISTEN_BACKLOG });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const reasons = new Map([
      ['EADDRINUSE', 'another program listens there; stop it, or choose another port with --port'],
      ['EACCES', 'this user may not listen there; ports below 1024 are often reserved'],
      ['EADDRNOTAVAIL', 'this machine does not have that address'],
      ['ENOTFOUND', 'there is no such host'],
      ['EAI_AGAIN', 'the host name cannot be looked up'],
    ]);
    const reason = reasons.get(code);
    if (reason === undefined) throw cause;
    throw new LarderError('UNAVAILABLE', `cannot listen on ${host}, port ${port}: ${reason}`, { cause });
  }
}

/**
 * A port that nobody has at this moment. Answers name the base address, so the port is needed before the app is
 * built. Another program may take it in between; starting again helps.
 */
function findFreePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ host, port: 0 }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/**
 * Connections that the kernel has taken before us wait in line, and closing would reset them. So they are accepted
 * first, which Node does one a turn of its loop: until a turn brings none, or as many came as can have been waiting.
 */
async function closeApp(app: FastifyInstance): Promise<void> {
  let accepted = 0;
  app.server.on('connection', () => {
    accepted++;
  });
  for (let before = -1; before < accepted && accepted <= LISTEN_BACKLOG; ) {
    before = accepted;
    await turnOfTheLoop();
  }
  await app.close();
}

/** Two immediates have one whole poll for input between them. */
async function turnOfTheLoop(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}
