import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDatabase, UPDATED_ENTRIES, UPDATED_SOURCE, updatedManifest } from '../server/database.ts';
import { encodeRequest, fetchText, type LoadResult, load } from '../server/load.ts';
import { type ServerProcess, startLarder } from '../server/process.ts';
import { encodeExplore, encodeSearch } from '../server/requests.ts';
import { format, formatSize, printTable } from '../table.ts';
import { summarise } from '../timing.ts';
import { createWork, type Work } from '../work/entries.ts';
import { QUESTIONS, toFilterQuery, toTextQuery } from '../work/questions.ts';

/** Busy, yet with a core left for the writer: what is measured is the wait for each other, not for the processor. */
const CONNECTIONS = 2;
const PROBE_PAUSE_MS = 5;
const QUIET_MS = 5_000;
const UPDATES = 40;
const UPDATE_PAUSE_MS = 250;

/**
 * The whole server over a database of this size: how it starts, what it holds, and whether questions wait for
 * updates or for each other.
 */
export async function measureRegistry(entries: number): Promise<void> {
  const work = createWork(entries);
  const directory = await mkdtemp(join(tmpdir(), 'larder-bench-'));
  const database = join(directory, 'larder.db');
  console.log(`\n### The server at ${formatSize(entries)} entries\n`);
  try {
    const began = performance.now();
    await makeDatabase(database, work);
    const written = (performance.now() - began) / 1_000;
    const first = await startLarder(database);
    await settle(first);
    const built = first.memory();
    await first.stop();
    const server = await startLarder(database);
    await settle(server);
    const started = server.memory();
    const phases = await measurePhases(server, work);
    const updated = server.memory();
    await server.stop();
    printTable(
      ['start', 'seconds', 'to reach at 1M'],
      [
        ['database written, without intake', format(written), ''],
        ['ready, from the database', format(first.readyMs / 1_000), '≤ 60'],
        ['ready, again (from the snapshot where there is one)', format(server.readyMs / 1_000), '≤ 3'],
      ],
    );
    printTable(
      ['memory of the process', 'RSS MiB', 'most so far MiB', 'to reach at 1M'],
      [
        [
          'after the build from the database',
          format(built?.now ?? Number.NaN),
          format(built?.peak ?? Number.NaN),
          '≤ 1,024',
        ],
        [
          'after the second start',
          format(started?.now ?? Number.NaN),
          format(started?.peak ?? Number.NaN),
          '≤ 1,024',
        ],
        [
          'after the load and the updates',
          format(updated?.now ?? Number.NaN),
          format(updated?.peak ?? Number.NaN),
          '≤ 1,024, peak ≤ 1,638',
        ],
      ],
    );
    printTable(
      [
        'mixed load',
        'requests/s',
        'p50 ms',
        'p99 ms',
        '/healthz p99 ms',
        'loop delay p99 ms',
        'most ms',
        'failures',
      ],
      phases.rows,
    );
    console.log('To reach: query p99 ≤ 20 ms during merges; event-loop delay p99 ≤ 20 ms.\n');
    const update = summarise(phases.updates);
    printTable(
      [`update of ${UPDATED_ENTRIES} entries under load`, 'p50 ms', 'p95 ms', 'most ms', 'to reach'],
      [
        [
          'from request to visible (the 2xx)',
          format(update.p50),
          format(update.p95),
          format(Math.max(...phases.updates)),
          '≤ 100',
        ],
      ],
    );
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Lets what goes on after the start come to rest. */
async function settle(server: ServerProcess): Promise<void> {
  await fetchText(server.url, { method: 'GET', path: '/readyz' });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
}

async function measurePhases(
  server: ServerProcess,
  work: Work,
): Promise<{ readonly rows: string[][]; readonly updates: readonly number[] }> {
  await loadMixed(server, 2_000);
  const quiet = await observe(server, () => loadMixed(server, QUIET_MS));
  const updates: number[] = [];
  let done = false;
  const busy = await observe(server, async () => {
    const updating = sendUpdates(server, work, updates).finally(() => {
      done = true;
    });
    const result = await loadMixed(server, Number.POSITIVE_INFINITY, () => done);
    await updating;
    return result;
  });
  return {
    rows: [
      ['questions only', ...quiet],
      [`questions and ${UPDATES} updates`, ...busy],
    ],
    updates,
  };
}

async function sendUpdates(server: ServerProcess, work: Work, times: number[]): Promise<void> {
  for (let revision = 1; revision <= UPDATES; revision++) {
    const body = updatedManifest(work, revision);
    const start = performance.now();
    await fetchText(server.url, { method: 'PUT', path: `/sources/${UPDATED_SOURCE}`, body });
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, UPDATE_PAUSE_MS));
  }
}

/** Every question of the work and searches, each one asked for the first time. */
function loadMixed(server: ServerProcess, durationMs: number, isDone?: () => boolean): Promise<LoadResult> {
  const four = QUESTIONS[3]!;
  const search = { ...four, type: 0 };
  return load(server.url, {
    connections: CONNECTIONS,
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
