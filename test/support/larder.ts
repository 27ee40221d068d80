import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

export const ROOT = resolve(import.meta.dirname, '../..');
export const MAIN = join(ROOT, 'dist/main.js');

/** A server that has not said its address by then will not. */
const START_TIMEOUT_MS = 20_000;

export interface Outcome {
  /** The exit code, or the signal that ended the process. */
  readonly code: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningLarder {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it wrote to standard output so far. */
  printed(): string;
  /** Resolves when the process has ended. */
  readonly ended: Promise<Outcome>;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Outcome>;
}

interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** The program; the built one of this checkout when absent. */
  readonly program?: readonly string[];
  /** What starts the server; `serve` on a free port when absent. */
  readonly command?: readonly string[];
}

/** A directory that is gone when the test is. */
export function makeTemporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'larder-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Runs the built program to its end. */
export function runLarder(args: readonly string[], surroundings: Surroundings = {}): Promise<Outcome> {
  const { child, ended } = launch(args, surroundings);
  child.stdin?.end(surroundings.input ?? '');
  return ended;
}

/** Starts the built program as a server and waits until it answers; ended with the test. */
export async function startLarder(
  args: readonly string[],
  surroundings: Surroundings = {},
): Promise<RunningLarder> {
  const { child, ended, output } = launch(
    [...(surroundings.command ?? ['serve', '--port', '0']), ...args],
    surroundings,
  );
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<Outcome> => {
    child.kill(signal);
    return ended;
  };
  onTestFinished(async () => {
    await stop('SIGKILL');
  });
  return { url: await findUrl(child, ended), child, printed: () => output.stdout, ended, stop };
}

function launch(args: readonly string[], { cwd, env, program }: Surroundings) {
  if (!existsSync(MAIN)) throw new Error('dist/main.js is missing; npm run build makes it');
  const [command = '', ...before] = program ?? [process.execPath, MAIN];
  const child = spawn(command, [...before, ...args], {
    cwd: cwd ?? makeTemporaryDirectory(),
    env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), ...env },
    stdio: 'pipe',
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  // A program that ends early closes its input; that is no failure of the test.
  child.stdin.on('error', () => {});
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: code ?? signal, ...output }));
  });
  return { child, ended, output };
}

async function findUrl(child: ChildProcess, ended: Promise<Outcome>): Promise<string> {
  let text = '';
  const said = new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk: string) => {
      text += chunk;
      const url = text.includes('pageSize') ? /Larder answers on (\S+)/.exec(text)?.[1] : undefined;
      if (url !== undefined) resolve(url);
    });
  });
  const early = ended.then(({ code, stderr }) => {
    throw new Error(`the server ended with ${code}: ${stderr}`);
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no address within ${START_TIMEOUT_MS} ms`)), START_TIMEOUT_MS);
  });
  try {
    return await Promise.race([said, early, late]);
  } finally {
    clearTimeout(timer);
    early.catch(() => {});
  }
}

/** Asks by HTTP and gives status and parsed body. */
export async function ask(
  url: string,
  options: { readonly method?: string; readonly body?: unknown; readonly key?: string } = {},
): Promise<{ readonly status: number; readonly body: unknown; readonly headers: Headers }> {
  const { method, body, key } = options;
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    headers: response.headers,
  };
}

/** A manifest of `count` entries, whose descriptions hold `word`. */
export function makeManifest(publisher: string, count: number, word = 'weather'): string {
  const entries = Array.from({ length: count }, (_, i) => ({
    identifier: `urn:air:${publisher}:tool-${String(i).padStart(4, '0')}`,
    displayName: `Tool ${i} of ${publisher}`,
    type: 'application/mcp-server-card+json',
    url: `https://${publisher}/tool-${i}.json`,
    description: `Answers questions about ${word}.`,
    tags: [word],
    representativeQueries: [`what about ${word}?`, `tell me of ${word}`],
  }));
  return JSON.stringify({ specVersion: '0.91', entries });
}
