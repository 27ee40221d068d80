import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { LoopDelay } from './probe.ts';

const START_TIMEOUT_MS = 300_000;
const READY_POLL_MS = 10;

/** A server in a process of its own, as an operator runs it. */
export interface ServerProcess {
  readonly url: string;
  /** From the start of the process until it answers. */
  readonly readyMs: number;
  /** Resident memory, MiB: now, and the most so far. Undefined where there is no `/proc`. */
  memory(): { readonly now: number; readonly peak: number } | undefined;
  resetDelay(): void;
  readDelay(): Promise<LoopDelay>;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>;
}

/** The built program (`dist/main.js`) over a database, without limits on its callers. */
export async function startLarder(database: string): Promise<ServerProcess> {
  const began = performance.now();
  const server = await start([
    '--import',
    resolve(import.meta.dirname, 'probe.js'),
    resolve('dist/main.js'),
    ...[
      'serve',
      '--db',
      database,
      '--port',
      '0',
      '--rate-limit',
      '0',
      '--no-examples',
      '--log-level',
      'error',
    ],
  ]);
  while (!(await fetch(`${server.url}/readyz`)).ok) await setTimeout(READY_POLL_MS);
  return { ...server, readyMs: performance.now() - began };
}

/** The Fastify of `fixed.ts` with the answers of a file. */
export function startFixed(answers: string): Promise<ServerProcess> {
  return start([resolve(import.meta.dirname, 'fixed.js'), answers]);
}

async function start(args: readonly string[]): Promise<ServerProcess> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  // No server outlives a bench that failed.
  process.once('exit', () => child.kill('SIGKILL'));
  const url = await waitForAddress(child);
  const readyMs = performance.now() - began;
  return {
    url,
    readyMs,
    memory: () => memoryOf(child.pid),
    resetDelay: () => {
      child.send('reset');
    },
    async readDelay() {
      child.send('read');
      const [delay]: LoopDelay[] = await once(child, 'message');
      return delay!;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Both servers print a line with their address once they listen. */
function waitForAddress(child: ChildProcess): Promise<string> {
  return new Promise((found, reject) => {
    let text = '';
    const timer = globalThis.setTimeout(() => {
      child.kill();
      reject(new Error(`no address after ${START_TIMEOUT_MS} ms`));
    }, START_TIMEOUT_MS);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the server exited with ${code} before it listened`));
    });
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const url = / on (http:\/\/\S+)\n/.exec(text)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      found(url);
    });
  });
}

function memoryOf(pid: number | undefined): { readonly now: number; readonly peak: number } | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  const status = readFileSync(file, 'utf8');
  const mib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: mib('VmRSS'), peak: mib('VmHWM') };
}
