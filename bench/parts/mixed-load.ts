import { setTimeout } from 'node:timers/promises';
import { UPDATED_SOURCE, updatedManifest } from '../server/database.ts';
import { encodeRequest, fetchText, type LoadResult, load } from '../server/load.ts';
import type { ServerProcess } from '../server/process.ts';
import { encodeExplore, encodeSearch } from '../server/requests.ts';
import { format } from '../table.ts';
import type { Work } from '../workload/entries.ts';
import { QUESTIONS, toFilterQuery, toTextQuery } from '../workload/questions.ts';

/** Few callers, and more than the server can serve at once. */
const FEW = 2;
const MANY = 16;
const QUIET_MS = 5_000;
const WARM_UP_MS = 2_000;
const PROBE_PAUSE_MS = 5;
const UPDATES = 40;
const UPDATE_PAUSE_MS = 250;

export const LOAD_HEADS = [
  'mixed load',
  'requests/s',
  'p50 ms',
  'p99 ms',
  '/healthz p99 ms',
  'loop delay p99 ms',
  'most ms',
  'failures',
] as const;

/** Loads the server with every kind of question, without updates and with them. Rows to stand under `LOAD_HEADS`. */
export async function measureLoads(
  server: ServerProcess,
  work: Work,
): Promise<{ readonly rows: string[][]; readonly updates: readonly number[] }> {
  await askMixed(server, FEW, WARM_UP_MS);
  const rows: string[][] = [];
  for (const connections of [FEW, MANY]) {
    const cells = await observe(server, () => askMixed(server, connections, QUIET_MS));
    rows.push([`${connections} connections`, ...cells]);
  }
  const updates: number[] = [];
  let done = false;
  const busy = await observe(server, async () => {
    const updating = sendUpdates(server, work, updates).finally(() => {
      done = true;
    });
    const result = await askMixed(server, FEW, Number.POSITIVE_INFINITY, () => done);
    await updating;
    return result;
  });
  rows.push([`${FEW} connections, and ${UPDATES} updates`, ...busy]);
  return { rows, updates };
}

async function sendUpdates(server: ServerProcess, work: Work, times: number[]): Promise<void> {
  for (let revision = 1; revision <= UPDATES; revision++) {
    const body = updatedManifest(work, revision);
    const start = performance.now();
    await fetchText(server.url, { method: 'PUT', path: `/sources/${UPDATED_SOURCE}`, body });
    times.push(performance.now() - start);
    await setTimeout(UPDATE_PAUSE_MS);
  }
}

/** Every question of the work and searches, each one asked for the first time. */
function askMixed(
  server: ServerProcess,
  connections: number,
  durationMs: number,
  isDone?: () => boolean,
): Promise<LoadResult> {
  const four = QUESTIONS[3]!;
  const search = { ...four, type: 0 };
  return load(server.url, {
    connections,
    durationMs,
    ...(isDone === undefined ? {} : { isDone }),
    next: () => {
      const salt = nextSalt++;
      const kind = salt % (QUESTIONS.length + 3);
      const question = QUESTIONS[kind];
      if (question === undefined) return encodeSearch(server.url, toTextQuery(search, salt));
      const query = salt % 2 === 0 ? toFilterQuery(question, salt) : toTextQuery(question, salt);
      return encodeExplore(
        server.url,
        question.words.length > 0 ? query : toFilterQuery(question, salt),
        question.facets,
      );
    },
  });
}

let nextSalt = 1;

/** Runs a load while `/healthz` is asked on a connection of its own and the server's loop is watched. */
async function observe(server: ServerProcess, run: () => Promise<LoadResult>): Promise<string[]> {
  server.resetDelay();
  let done = false;
  const health = encodeRequest(server.url, { method: 'GET', path: '/healthz' });
  const probing = load(server.url, {
    connections: 1,
    durationMs: Number.POSITIVE_INFINITY,
    isDone: () => done,
    pauseMs: PROBE_PAUSE_MS,
    next: () => health,
  });
  const result = await run();
  done = true;
  const probe = await probing;
  const delay = await server.readDelay();
  return [
    format(result.perSecond),
    format(result.times.p50),
    format(result.times.p99),
    format(probe.times.p99),
    format(delay.p99),
    format(delay.max),
    String(result.failures + probe.failures),
  ];
}
