import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { elect } from '../../src/registry/election.ts';
import { openStore } from '../../src/store/open-store.ts';
import { manifestText, testEntry } from '../support/registry.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const KILLS = 100;
/** The longest a server may live after it is ready, before it is killed. */
const MAX_LIFE_MS = 400;
const SOURCES = ['a', 'b', 'c', 'd'];
/** Four sources of these fill one page of `/agents`. */
const ENTRIES_PER_SOURCE = 25;
/** Exits well before the next kill could be due, if a server hangs. */
const START_TIMEOUT_MS = 20_000;

const agents = z.object({
  total: z.number(),
  items: z.array(z.object({ identifier: z.string(), metadata: z.object({ revision: z.number() }) })),
});
const explored = z.object({
  facets: z.object({
    'metadata.revision': z.object({ buckets: z.array(z.object({ value: z.string(), count: z.number() })) }),
  }),
});

let directory: string;
let file: string;
let running: ChildProcess | undefined;

beforeAll(async () => {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: PROJECT, stdio: 'inherit' });
  directory = await mkdtemp(join(tmpdir(), 'larder-kill-'));
  file = join(directory, 'larder.db');
});
afterAll(async () => {
  running?.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  readonly gone: Promise<void>;
}

async function startServer(): Promise<Server> {
  const flags = ['--db', file, '--port', '0', '--no-examples', '--rate-limit', '0', '--log-level', 'fatal'];
  const child = spawn(process.execPath, [join(PROJECT, 'dist/main.js'), 'serve', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  const url = await new Promise<string>((ready, fail) => {
    let said = '';
    const timer = setTimeout(
      () => fail(new Error(`no server after ${START_TIMEOUT_MS} ms: ${said}`)),
      START_TIMEOUT_MS,
    );
    void gone.then(() => fail(new Error(`the server ended: ${said}`)));
    child.stdout?.on('data', (chunk) => {
      said += String(chunk);
      const address = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
      if (address === undefined) return;
      clearTimeout(timer);
      ready(address);
    });
  });
  return { child, url, gone };
}

/** Puts ever newer revisions of one source until the server is gone; notes what was tried and what was answered. */
async function writeRevisions(
  url: string,
  source: string,
  tried: Map<string, number>,
  acked: Map<string, number>,
) {
  for (;;) {
    const revision = (tried.get(source) ?? 0) + 1;
    tried.set(source, revision);
    const entries = Array.from({ length: ENTRIES_PER_SOURCE }, (_, at) =>
      testEntry(`${source}-${at}`, { metadata: { revision } }),
    );
    try {
      const response = await fetch(`${url}/sources/${source}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: manifestText(entries),
      });
      expect([200, 201]).toContain(response.status);
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
    // The status alone is the acknowledgement; the body may be cut off.
    acked.set(source, revision);
  }
}

async function checkAnswers(
  url: string,
  tried: ReadonlyMap<string, number>,
  acked: ReadonlyMap<string, number>,
) {
  const listed = agents.parse(await (await fetch(`${url}/agents?pageSize=100`)).json());
  const facets = [{ field: 'metadata.revision', limit: 1_000 }];
  const response = await fetch(`${url}/explore`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resultType: { facets } }),
  });
  const counted = new Map<string, number>();
  for (const source of SOURCES) {
    const revisions = listed.items
      .filter((item) => item.identifier.startsWith(`urn:air:example.com:${source}-`))
      .map((item) => item.metadata.revision);
    const [revision = 0] = revisions;
    expect(new Set(revisions).size, `${source} is of one revision`).toBeLessThanOrEqual(1);
    expect([0, ENTRIES_PER_SOURCE]).toContain(revisions.length);
    expect(revision, `an acknowledged revision of ${source} is there`).toBeGreaterThanOrEqual(
      acked.get(source) ?? 0,
    );
    expect(revision).toBeLessThanOrEqual(tried.get(source) ?? 0);
    for (const one of revisions) counted.set(String(one), (counted.get(String(one)) ?? 0) + 1);
  }
  const { buckets } = explored.parse(await response.json()).facets['metadata.revision'];
  expect(new Map(buckets.map(({ value, count }) => [value, count]))).toEqual(counted);
}

it(`loses no acknowledged write in ${KILLS} kills at random moments`, async () => {
  const tried = new Map<string, number>();
  const acked = new Map<string, number>();
  let writes = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const server = await startServer();
    await checkAnswers(server.url, tried, acked);
    const before = [...acked.values()].reduce((sum, revision) => sum + revision, 0);
    const writers = SOURCES.map((source) => writeRevisions(server.url, source, tried, acked));
    await new Promise((done) => setTimeout(done, Math.random() * MAX_LIFE_MS));
    server.child.kill('SIGKILL');
    await server.gone;
    await Promise.all(writers);
    writes += [...acked.values()].reduce((sum, revision) => sum + revision, 0) - before;

    const store = await openStore({ file, elect });
    expect(await store.checkIntegrity()).toEqual([]);
    await store.close();
  }
  const server = await startServer();
  await checkAnswers(server.url, tried, acked);
  server.child.kill('SIGTERM');
  await server.gone;
  expect(writes).toBeGreaterThan(KILLS);
  console.info(`${KILLS} kills, ${writes} acknowledged writes, 0 lost, 0 half-written`);
});
