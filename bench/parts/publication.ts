import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDatabase } from '../server/database.ts';
import { fetchText, type LoadResult, load } from '../server/load.ts';
import { type ServerProcess, startLarder } from '../server/process.ts';
import { encodeSearch } from '../server/requests.ts';
import { format, printTable } from '../table.ts';
import { createWork } from '../workload/entries.ts';
import { makeOperation } from '../workload/operations.ts';
import { QUESTIONS, toTextQuery } from '../workload/questions.ts';

const ENTRIES = 10_000;
const CONNECTIONS = 4;
/** Callers that wait a little leave the server time to be late for other reasons than themselves. */
const PAUSE_MS = 2;
const WARM_UP_MS = 2_000;
const QUIET_MS = 5_000;
const SIZES = [1_000, 5_000] as const;
const REVISIONS = 3;

/** How late the loop of a server is that answers `/search`, alone and while revisions are published, activated and asked. */
export async function measurePublication(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'larder-bench-'));
  const database = join(directory, 'larder.db');
  await makeDatabase(database, createWork(ENTRIES));
  const server = await startLarder(database);
  try {
    await search(server, WARM_UP_MS, () => false);
    const rows = [await observe(server, 'searches alone', () => search(server, QUIET_MS, () => false))];
    for (const size of SIZES) {
      const times: number[] = [];
      let done = false;
      const row = await observe(server, `${format(size)} operations, ${REVISIONS} revisions`, async () => {
        const publishing = publishRevisions(server, size, times).finally(() => {
          done = true;
        });
        const result = await search(server, Number.POSITIVE_INFINITY, () => done);
        await publishing;
        return result;
      });
      rows.push([...row, times.map((time) => format(time)).join(', ')]);
    }
    console.log('');
    printTable(
      ['', 'loop delay p99 ms', 'most ms', '/search /s', 'p99 ms', 'failures', 'publishing ms'],
      rows.map((row) => (row.length === 6 ? [...row, ''] : row)),
    );
  } finally {
    await server.stop();
    await rm(directory, { recursive: true });
  }
}

/** Publishes and activates, then asks the new revision in every way, which opens it. */
async function publishRevisions(server: ServerProcess, size: number, times: number[]): Promise<void> {
  for (let revision = 1; revision <= REVISIONS; revision++) {
    const operations = Array.from({ length: size }, (_, i) => makeOperation(i, revision));
    const path = `/catalogs/bench-${size}`;
    const body = JSON.stringify({ operations });
    const start = performance.now();
    await fetchText(server.url, {
      method: 'PUT',
      path: `${path}/revisions/r${revision}?activate=true`,
      body,
    });
    times.push(performance.now() - start);
    const described = operations[0]!.path;
    await fetchText(server.url, { method: 'GET', path: `${path}/operations` });
    await fetchText(server.url, {
      method: 'POST',
      path: `${path}/search`,
      body: JSON.stringify({ query: described }),
    });
    await fetchText(server.url, { method: 'GET', path: `${path}/describe?path=${described}` });
  }
}

let nextSalt = 1;

function search(server: ServerProcess, durationMs: number, isDone: () => boolean): Promise<LoadResult> {
  const question = { ...QUESTIONS[3]!, type: 0 };
  return load(server.url, {
    connections: CONNECTIONS,
    durationMs,
    isDone,
    pauseMs: PAUSE_MS,
    next: () => encodeSearch(server.url, toTextQuery(question, nextSalt++)),
  });
}

async function observe(
  server: ServerProcess,
  name: string,
  run: () => Promise<LoadResult>,
): Promise<string[]> {
  server.resetDelay();
  const result = await run();
  const delay = await server.readDelay();
  return [
    name,
    format(delay.p99),
    format(delay.max),
    format(result.perSecond),
    format(result.times.p99),
    String(result.failures),
  ];
}
