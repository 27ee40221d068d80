import type { Logger } from 'pino';
import { type Config, type Flags, listMistypedVariables, parseConfig } from '../config.ts';
import type { Registry } from '../registry/registry.ts';
import type { Server } from '../server.ts';
import type { Arguments, Options } from './arguments.ts';
import { type Command, EXIT, type Exit } from './command.ts';
import { importExamples } from './examples.ts';
import { createFirstKey } from './first-key.ts';
import { openLog } from './log.ts';
import { UsageError } from './usage.ts';

/** What is not finished by then is cut off: supervisors kill after ten seconds or more. */
const CLOSE_DEADLINE_MS = 9_000;
/** npm hands on the Ctrl-C that the terminal has sent to us already; only a later one means "at once". */
const SAME_SIGNAL_MS = 1_000;

const OPTIONS: Options = {
  host: { takes: 'value', value: 'HOST', help: 'address to listen on (default 127.0.0.1)' },
  port: { takes: 'value', value: 'PORT', help: 'port (default 8080; 0 takes any free one)' },
  db: { takes: 'value', value: 'FILE', help: 'database file (default ./data/larder.db)' },
  'public-url': {
    takes: 'value',
    value: 'URL',
    help: 'base address that clients use (default http://HOST:PORT)',
  },
  'create-admin-key': {
    takes: 'value',
    value: 'FILE',
    help: 'write a new admin key there when there is none',
  },
  'open-reads': { takes: 'flag', help: 'questions need no key (the default)' },
  'no-open-reads': { takes: 'flag', help: 'questions need a key with scope read' },
  'rate-limit': {
    takes: 'value',
    value: 'N',
    help: 'requests a minute for each caller (default 3000; 0 off)',
  },
  'trust-proxy': { takes: 'flag', help: 'count callers by the last address of X-Forwarded-For' },
  upstreams: {
    takes: 'value',
    value: 'LIST',
    help: 'other registries to ask too: base addresses, or identifiers of entries that describe one',
  },
  'upstream-keys': {
    takes: 'value',
    value: 'LIST',
    help: 'variables that hold keys of upstreams: https://registry.example=REGISTRY_KEY,…',
  },
  trust: {
    takes: 'value',
    value: 'flag|hide|reject',
    help: 'what becomes of entries whose trust failed (default flag)',
  },
  crawl: { takes: 'value', value: 'LIST', help: 'domains to crawl, separated by commas' },
  'crawl-hours': {
    takes: 'value',
    value: 'N',
    help: 'hours between two crawls of a domain (default 24; 0 off)',
  },
  submit: { takes: 'flag', help: 'let publishers submit domains that they prove (POST /sources)' },
  'egress-allow': {
    takes: 'value',
    value: 'LIST',
    help: 'what outbound requests may reach beyond the public Internet: 10.0.0.0/8,127.0.0.1:8080',
  },
  'no-explore': { takes: 'flag', help: 'answer /explore with 501' },
  contract: { takes: 'value', value: 'off|report', help: 'check requests and answers against the documents' },
  'log-level': { takes: 'value', value: 'LEVEL', help: 'of the log on stderr (default info)' },
  'no-examples': { takes: 'flag', help: 'do not load the examples into a new database' },
};

export const serve: Command = {
  name: 'serve',
  usage: ['serve [--host HOST] [--port PORT] [--db FILE] [FLAGS]'],
  about:
    'Runs the registry. Each flag is also an environment variable: --public-url is LARDER_PUBLIC_URL, --no-explore is\n' +
    'LARDER_EXPLORE=false; LARDER_ADMIN_KEY, a secret, has no flag. Bound to this machine without keys, everything is\n' +
    'open to it; bound elsewhere, there has to be an admin key.',
  options: OPTIONS,
  examples: [
    ['larder serve', 'on 127.0.0.1:8080'],
    ['larder serve --port 9000 --db /var/lib/larder/larder.db', 'another port and database'],
    [
      'larder serve --host 0.0.0.0 --create-admin-key admin.key --public-url https://registry.example',
      'for others',
    ],
  ],
  async run(args, terminal) {
    if (args.positionals.length > 0) throw new UsageError('serve takes flags only');
    const config = parseConfig(flagsOf(args));
    const signal = waitForSignal();
    const logger = openLog(config.logLevel);
    for (const warning of listMistypedVariables()) logger.warn(warning);
    const { startServer } = await import('../server.ts');
    let fill = async (): Promise<void> => {};
    const server = await startServer({
      config,
      logger,
      async prepare(registry) {
        await makeFirstKey(registry, config, logger);
        fill = () => loadExamples(registry, config, logger);
      },
      onFatal(error) {
        logger.fatal({ err: error }, 'the index could not follow a commit; the restart repairs it');
        process.exit(EXIT.FAILED);
      },
    });
    // Only now: a server that refuses to start is to leave nothing behind.
    try {
      await fill();
    } catch (error) {
      await server.close();
      throw error;
    }
    terminal.out(welcome(server));
    logger.info({ signal: await signal }, 'closing');
    return closeInTime(server, logger);
  },
};

async function makeFirstKey(registry: Registry, config: Config, logger: Logger): Promise<void> {
  const file = config.createAdminKey;
  if (file !== undefined && (await createFirstKey(registry, file)))
    logger.info({ file }, 'wrote a new admin key');
}

async function loadExamples(registry: Registry, config: Config, logger: Logger): Promise<void> {
  const sources = config.examples ? await importExamples(registry) : [];
  if (sources.length > 0) logger.info({ sources }, 'loaded the bundled examples');
}

function flagsOf(args: Arguments): Flags {
  return {
    host: args.value('host'),
    port: args.value('port'),
    db: args.value('db'),
    publicUrl: args.value('public-url'),
    createAdminKey: args.value('create-admin-key'),
    openReads: switchOf(args, 'open-reads'),
    rateLimit: args.value('rate-limit'),
    trustProxy: switchOf(args, 'trust-proxy'),
    upstreams: args.value('upstreams'),
    upstreamKeys: args.value('upstream-keys'),
    trust: args.value('trust'),
    crawl: args.value('crawl'),
    crawlHours: args.value('crawl-hours'),
    submit: switchOf(args, 'submit'),
    egressAllow: args.value('egress-allow'),
    explore: switchOf(args, 'explore'),
    contract: args.value('contract'),
    logLevel: args.value('log-level'),
    examples: switchOf(args, 'examples'),
  };
}

function switchOf(args: Arguments, name: string): boolean | undefined {
  const [on, off] = [args.has(name), args.has(`no-${name}`)];
  if (on && off) throw new UsageError(`--${name} and --no-${name} exclude each other`);
  return on ? true : off ? false : undefined;
}

/** Resolves with the first signal to stop; a second keypress ends the process at once. */
function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | undefined;
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.on(name, () => {
        if (first !== undefined && performance.now() - first > SAME_SIGNAL_MS) process.exit(EXIT.FAILED);
        first ??= performance.now();
        resolve(name);
      });
    }
  });
}

async function closeInTime(server: Server, logger: Logger): Promise<Exit> {
  const deadline = setTimeout(() => {
    logger.error({ deadlineMs: CLOSE_DEADLINE_MS }, 'some requests did not finish in time and were cut off');
    process.exit(EXIT.FAILED);
  }, CLOSE_DEADLINE_MS);
  await server.close();
  clearTimeout(deadline);
  logger.info('closed');
  return EXIT.OK;
}

function welcome({ url, openReads }: Server): string {
  const key = openReads ? '' : ' -H "Authorization: Bearer $LARDER_KEY"';
  const json = "-H 'Content-Type: application/json'";
  return `Larder answers on ${url}

Three things to try:

  What is there?
  curl -s ${url}/explore${key} ${json} -d '{"resultType":{"facets":[{"field":"kind"},{"field":"tags","limit":5}]}}'

  What fits my need?
  curl -s ${url}/search${key} ${json} -d '{"query":{"text":"will it rain tomorrow"}}'

  Everything, in order
  curl -s '${url}/agents?pageSize=5'${key}

`;
}
