import { isIP } from 'node:net';
import { z } from 'zod';
import { parseAllowance } from './egress/address/address-policy.ts';
import { parseNameServer } from './egress/dns/name-server.ts';
import { parseUrl } from './model/parse-url.ts';
import { parseCrawlTarget } from './network/crawl/crawl-target.ts';
import { parseUpstreamName } from './network/federation/upstream-address.ts';
import { parseUpstreamKey } from './network/federation/upstream-keys.ts';
import { TRUST_POLICIES } from './registry/trust/policy.ts';
import { findNearest } from './text/nearest.ts';

/** Shortest admin key taken, in characters: below this, guessing online is no longer hopeless. */
const MIN_ADMIN_KEY_LENGTH = 20;

/** Settings whose value is not repeated: it is a secret, or somebody may have written one there. */
const UNSHOWN: readonly string[] = ['adminKey', 'upstreamKeys'];

/** Longest value repeated in a fault, in characters, so that a pasted file does not fill the screen. */
const MAX_SHOWN_VALUE = 60;

const HOST_NAME = /^(?!-)[A-Za-z0-9.-]{1,253}$/;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

const host = z
  .string()
  .refine((text) => isIP(text) !== 0 || HOST_NAME.test(text), 'expected a host name or an IP address');
const path = z.string().min(1, 'expected a file name');
const port = wholeNumber(0, 65_535, 'expected a port from 0 to 65535 (0: any free one)');
const publicUrl = z.string().transform((text, context) => {
  const parsed = parseUrl(text);
  const fit =
    parsed !== undefined &&
    (parsed.protocol === 'http:' || parsed.protocol === 'https:') &&
    parsed.username === '' &&
    parsed.password === '' &&
    parsed.search === '' &&
    parsed.hash === '';
  if (fit) return parsed.href.replace(/\/+$/, '');
  context.addIssue('expected an http or https address without user, query and fragment');
  return z.NEVER;
});
const adminKey = z
  .string()
  .refine(
    (text) => text.length >= MIN_ADMIN_KEY_LENGTH && VISIBLE_ASCII.test(text),
    `expected at least ${MIN_ADMIN_KEY_LENGTH} visible ASCII characters without spaces`,
  );
const yesOrNo = z
  .union([z.boolean(), z.enum(['true', '1', 'false', '0'])], { error: 'expected true or false' })
  .transform((value) => value === true || value === 'true' || value === '1');
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Every setting: its environment variable, its default, what it takes. The one schema behind environment and
 * flags; a flag is the setting's name in kebab case (`--public-url`), booleans also as `--no-…`.
 */
const schema = z.object({
  /** LARDER_HOST: the address to listen on. */
  host: host.default('127.0.0.1'),
  /** LARDER_PORT: 0 takes any free port. */
  port: port.default(8080),
  /** LARDER_DB: the database file; its folder is made when missing. */
  db: path.default('./data/larder.db'),
  /** LARDER_PUBLIC_URL: the base address that clients use, without a trailing slash. */
  publicUrl: publicUrl.optional(),
  /** LARDER_ADMIN_KEY: a key with scope admin beside the stored ones. No flag: flags show in `ps`. */
  adminKey: adminKey.optional(),
  /** LARDER_CREATE_ADMIN_KEY: write a new admin key to this file when the database has none. */
  createAdminKey: path.optional(),
  /** LARDER_OPEN_READS: questions need no key. */
  openReads: yesOrNo.default(true),
  /** LARDER_RATE_LIMIT: requests a minute for each key or address; 0 switches the limit off. */
  rateLimit: wholeNumber(0, 1_000_000, 'expected a whole number from 0 (off) to 1000000').default(3_000),
  /** LARDER_TRUST_PROXY: count callers by the last address of X-Forwarded-For. */
  trustProxy: yesOrNo.default(false),
  /** LARDER_EXPLORE: false answers `/explore` with 501. */
  explore: yesOrNo.default(true),
  /** LARDER_CONTRACT: check every request and response against the bundled documents. */
  contract: z.enum(['off', 'report'], { error: 'expected off or report' }).default('off'),
  /** LARDER_LOG_LEVEL: the log goes to stderr, one JSON object a line. */
  logLevel: z.enum(LOG_LEVELS, { error: `expected one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  /**
   * LARDER_EGRESS_ALLOW: what outbound requests may reach beyond the public Internet, separated by commas:
   * `10.0.0.0/8`, `127.0.0.1:8080`, `registry.internal:443`.
   */
  egressAllow: listOf(
    parseAllowance,
    'expected ranges (10.0.0.0/8), addresses, and addresses or names with a port (127.0.0.1:8080), separated by commas',
  ).default([]),
  /** LARDER_DNS_SERVERS: name servers to ask instead of the system's, separated by commas: `192.0.2.1`, `127.0.0.1:5353`. */
  dnsServers: listOf(
    parseNameServer,
    'expected addresses of name servers (192.0.2.1, 127.0.0.1:5353), separated by commas',
  ).default([]),
  /**
   * LARDER_UPSTREAMS: other registries to ask too, separated by commas: base addresses (`https://registry.example`), and
   * identifiers of entries here that describe one.
   */
  upstreams: listOf(
    parseUpstreamName,
    'expected base addresses of registries (https://registry.example) and identifiers of entries (urn:air:…), separated by commas',
  ).default([]),
  /**
   * LARDER_UPSTREAM_KEYS: which variables hold the keys of upstreams, separated by commas:
   * `https://registry.example=REGISTRY_KEY`. The keys themselves stand nowhere in the configuration.
   */
  upstreamKeys: listOf(
    parseUpstreamKey,
    'expected base addresses of registries, each with the name of a variable in capitals that holds its key (https://registry.example=REGISTRY_KEY), separated by commas',
  ).default([]),
  /** LARDER_TRUST: what becomes of entries whose trust failed. */
  trust: z.enum(TRUST_POLICIES, { error: `expected one of ${TRUST_POLICIES.join(', ')}` }).default('flag'),
  /** LARDER_CRAWL: domains and addresses to crawl, separated by commas, beside those that were crawled before. */
  crawl: listOf(
    parseCrawlTarget,
    'expected domains (example.com) and http or https addresses without user and password, separated by commas',
  ).default([]),
  /** LARDER_CRAWL_HOURS: hours between two crawls of a target; 0 crawls nothing. */
  crawlHours: wholeNumber(0, 8_760, 'expected a whole number of hours from 0 (never) to 8760').default(24),
  /** LARDER_SUBMIT: whoever proves a domain may have it crawled (`POST /sources`). */
  submit: yesOrNo.default(false),
  /** LARDER_EXAMPLES: load the bundled examples into a database that has never had a source. */
  examples: yesOrNo.default(true),
});

export type Setting = keyof z.input<typeof schema>;
export type Config = Readonly<z.output<typeof schema>>;
/** Values given as flags; they win over the environment. */
export type Flags = Readonly<Partial<Record<Setting, string | boolean | undefined>>>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** All that is wrong with a configuration, at once: one line a fault, naming the flag or variable. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  /** True when a flag is at fault: the program was used wrongly. */
  readonly byFlag: boolean;

  constructor(faults: readonly string[], byFlag: boolean) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
    this.byFlag = byFlag;
  }
}

/** The whole configuration, frozen. Errors: ConfigError with every fault. */
export function parseConfig(flags: Flags, variables: Environment = process.env): Config {
  return Object.freeze(parseSettings(schema, flags, variables));
}

/**
 * What a command needs that works on a database without listening: the file, and the base address that answers
 * name. Errors: ConfigError.
 */
export function parseLocalConfig(
  flags: Flags,
  variables: Environment = process.env,
): { readonly db: string; readonly publicUrl: string } {
  const settings = schema.pick({ db: true, host: true, port: true, publicUrl: true });
  const { db, host, port, publicUrl } = parseSettings(settings, flags, variables);
  return { db, publicUrl: publicUrl ?? baseUrl(host, port) };
}

/** What every command needs that sends requests to hosts that others name. Errors: ConfigError. */
export function parseEgressConfig(
  flags: Flags,
  variables: Environment = process.env,
): { readonly egressAllow: readonly string[]; readonly dnsServers: readonly string[] } {
  return parseSettings(schema.pick({ egressAllow: true, dnsServers: true }), flags, variables);
}

/** The address under which this machine reaches a server bound to `host`, as the operator typed it. */
export function baseUrl(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** A variable as it stands now; undefined when unset or empty. For what is read late, such as a client's key. */
export function environment(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** The variables for a program that is not ours: everything but our own settings, among which are keys. */
export function foreignEnvironment(variables: Environment = process.env): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value === undefined || name.startsWith('LARDER_') ? [] : [[name, value] as const],
    ),
  );
}

/**
 * Variables that look like a mistyped setting, with what was meant. Others that begin with LARDER_ are left
 * alone: container platforms make them up from service names.
 */
export function listMistypedVariables(variables: Environment = process.env): string[] {
  const known = [...Object.keys(schema.shape).map((name) => variableOf(name)), 'LARDER_KEY'];
  return Object.keys(variables)
    .filter((name) => name.startsWith('LARDER_') && !known.includes(name))
    .flatMap((name) => {
      const meant = findNearest(
        name.slice('LARDER_'.length),
        known.map((one) => one.slice('LARDER_'.length)),
      );
      return meant === undefined ? [] : [`${name} is not a setting; did you mean LARDER_${meant}?`];
    });
}

/** True for addresses that only this machine can reach. */
export function isLoopback(hostName: string): boolean {
  return (
    hostName === 'localhost' || hostName === '::1' || (isIP(hostName) === 4 && hostName.startsWith('127.'))
  );
}

function parseSettings<T extends z.ZodObject>(
  settings: T,
  flags: Flags,
  variables: Environment,
): z.output<T> {
  const given = new Map<
    string,
    { readonly label: string; readonly value: string | boolean; readonly flag: boolean }
  >();
  for (const name of Object.keys(settings.shape)) {
    const flag = Object.hasOwn(flags, name) ? flags[name as Setting] : undefined;
    const variable = variables[variableOf(name)];
    if (flag !== undefined) given.set(name, { label: `--${kebab(name)}`, value: flag, flag: true });
    else if (variable) given.set(name, { label: variableOf(name), value: variable, flag: false });
  }
  const result = settings.safeParse(Object.fromEntries([...given].map(([name, one]) => [name, one.value])));
  if (result.success) return result.data;
  const atFault = new Map(result.error.issues.map((issue) => [String(issue.path[0]), issue.message]));
  const faults = [...atFault].map(([name, message]) => {
    const one = given.get(name);
    const value = String(one?.value);
    const shown = UNSHOWN.includes(name) || mayHoldPassword(value) ? '' : `, not ${shortened(value)}`;
    return `${one?.label ?? name}: ${message}${shown}`;
  });
  throw new ConfigError(
    faults,
    [...atFault.keys()].some((name) => given.get(name)?.flag),
  );
}

/** A list whose items `parse` can read: what is wrong is said before anything is opened. */
function listOf(parse: (item: string) => unknown, expected: string) {
  const reads = (item: string): boolean => {
    try {
      parse(item);
      return true;
    } catch {
      return false;
    }
  };
  return list.refine((items) => items.every(reads), expected);
}

function wholeNumber(least: number, most: number, expected: string) {
  return z
    .string()
    .regex(/^[0-9]{1,9}$/, { error: expected })
    .transform(Number)
    .refine((value) => value >= least && value <= most, expected);
}

function variableOf(setting: string): string {
  return `LARDER_${kebab(setting).replaceAll('-', '_').toUpperCase()}`;
}

function kebab(setting: string): string {
  return setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** True for an address with a user and password in it, and for some that only look like it. */
function mayHoldPassword(value: string): boolean {
  return value.includes('://') && value.includes('@');
}

function shortened(value: string): string {
  return JSON.stringify(value.length > MAX_SHOWN_VALUE ? `${value.slice(0, MAX_SHOWN_VALUE)}…` : value);
}
