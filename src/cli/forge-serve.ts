import process from 'node:process';
import { environment, isLoopback } from '../config.ts';
import { createEgress } from '../egress/create-egress.ts';
import {
  type AuditLog,
  auditInState,
  auditTogether,
  NO_AUDIT,
  openAuditFile,
} from '../forge/audit/audit-log.ts';
import { createGate, DEFAULT_CONFIRM_TTL_MS, SYSTEM_CLOCK } from '../forge/gate/gate.ts';
import { holdInMemory } from '../forge/gate/held-in-memory.ts';
import type { Serving } from '../forge/serve/call-tool.ts';
import { keepAnswers } from '../forge/serve/kept-answers.ts';
import { makeSecret } from '../forge/serve/secret.ts';
import { countSends } from '../forge/serve/sends.ts';
import { serveOverHttp } from '../forge/serve/serve-http.ts';
import { serveOverStdio } from '../forge/serve/serve-stdio.ts';
import type { ForgeSpec } from '../forge/spec/forge-spec.ts';
import { openForgeState } from '../store/forge-state.ts';
import type { Arguments } from './arguments.ts';
import { cleanText } from './clean.ts';
import { EXIT, type Exit } from './command.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

/** Longest life of a token: what was approved an hour ago is no longer what somebody has in mind. */
const MAX_CONFIRM_TTL_SECONDS = 3_600;
/** Shortest key taken from others than this machine, in characters. */
const MIN_KEY_LENGTH = 20;
/** What --allow-private opens: this machine and private networks (RFC 1918, RFC 4193, RFC 6598). */
const PRIVATE_RANGES = [
  '127.0.0.0/8',
  '::1/128',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
];

/** Serves specs as MCP tools until the client or the operator ends it. Errors: UsageError, LarderError. */
export async function serveForge(
  specs: readonly ForgeSpec[],
  args: Arguments,
  terminal: Terminal,
): Promise<Exit> {
  const address = readAddress(args.value('http'));
  if (address === undefined && specs.length > 1) {
    throw new UsageError(
      'one spec is served over standard input and output; several need --http [HOST:]PORT',
    );
  }
  const key = address === undefined ? undefined : readKey(address.host);
  if (args.has('require-approval') && !args.has('state')) {
    throw new UsageError(
      '--require-approval needs --state FILE, through which larder forge approve says yes',
    );
  }
  const ttlMs = readTtl(args.value('confirm-ttl'));
  const opened = open(args, terminal, ttlMs);
  // Only now: until something is open, a signal simply ends the process.
  const stop = stopOnSignal();
  try {
    const servings = specs.map((spec): Serving => ({ ...opened.shared, spec }));
    const [first] = servings;
    if (address === undefined && first !== undefined) {
      keepWritingPipe();
      await serveOverStdio(first, { stdin: process.stdin, stdout: process.stdout, signal: stop });
    } else if (address !== undefined) {
      const allowedHosts = args.list('allow-host');
      const http = await serveOverHttp(servings, { ...address, allowedHosts, key });
      for (const { name } of specs) terminal.err(`${cleanText(name)} is at ${http.url}/mcp/${name}\n`);
      await untilAborted(stop);
      await http.close();
    }
    return EXIT.OK;
  } finally {
    opened.close();
  }
}

function open(args: Arguments, terminal: Terminal, ttlMs: number) {
  const file = args.value('state');
  const state = file === undefined ? undefined : openForgeState(file);
  const auditFile = args.value('audit');
  const logs: AuditLog[] = [
    ...(state === undefined ? [] : [auditInState(state)]),
    ...(auditFile === undefined ? [] : [openAuditFile(auditFile)]),
  ];
  const audit = logs.length === 0 ? NO_AUDIT : auditTogether(logs);
  const dnsServers = listFrom('LARDER_DNS_SERVERS');
  const egress = createEgress({
    allow: [...listFrom('LARDER_EGRESS_ALLOW'), ...(args.has('allow-private') ? PRIVATE_RANGES : [])],
    ...(dnsServers.length === 0 ? {} : { dnsServers }),
  });
  const calls = state?.calls ?? holdInMemory();
  const shared: Omit<Serving, 'spec'> = {
    gate: createGate({ calls, audit, ttlMs, clock: SYSTEM_CLOCK }),
    audit,
    egress,
    kept: keepAnswers(),
    sends: countSends(),
    variables: environment,
    requireApproval: args.has('require-approval'),
    elicit: !args.has('no-elicit'),
    secret: state?.secret ?? makeSecret(),
    report: (message) => terminal.err(`larder forge: ${cleanText(message)}\n`),
  };
  const close = (): void => {
    egress.close();
    audit.close();
    state?.close();
  };
  return { shared, close };
}

function readAddress(text: string | undefined): { readonly host: string; readonly port: number } | undefined {
  if (text === undefined) return undefined;
  const match = /^(?:(?<host>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):)?(?<port>[0-9]{1,5})$/.exec(text);
  const port = Number(match?.groups?.port);
  if (match === null || port > 65_535)
    throw new UsageError('--http: expected [HOST:]PORT, such as 127.0.0.1:8090');
  return { host: (match.groups?.host ?? '127.0.0.1').replace(/^\[|\]$/g, ''), port };
}

/** Whoever reaches a server can use the credentials behind it, so others than this machine have to show a key. */
function readKey(host: string): string | undefined {
  const key = environment('LARDER_FORGE_KEY');
  if (key === undefined && !isLoopback(host)) {
    throw new UsageError(
      `--http ${host}: others than this machine could use the credentials of the specs; set LARDER_FORGE_KEY, which they then have to show`,
    );
  }
  if (key !== undefined && key.length < MIN_KEY_LENGTH) {
    throw new UsageError(`LARDER_FORGE_KEY: expected at least ${MIN_KEY_LENGTH} characters`);
  }
  return key;
}

function readTtl(text: string | undefined): number {
  if (text === undefined) return DEFAULT_CONFIRM_TTL_MS;
  const seconds = /^[0-9]{1,6}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > MAX_CONFIRM_TTL_SECONDS) {
    throw new UsageError(`--confirm-ttl: expected seconds from 1 to ${MAX_CONFIRM_TTL_SECONDS}`);
  }
  return seconds * 1_000;
}

function listFrom(variable: string): readonly string[] {
  const parts = (environment(variable) ?? '').split(',').map((one) => one.trim());
  return parts.filter((one) => one !== '');
}

/** The first signal ends the serving in order; the second ends the process. */
function stopOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

/** A client that is gone must not end the process while a write is on its way, as a closed pipe otherwise does. */
function keepWritingPipe(): void {
  process.stdout.removeAllListeners('error');
  process.stdout.on('error', () => {});
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
