import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeDatabase, UPDATED_ENTRIES } from '../server/database.ts';
import { fetchText } from '../server/load.ts';
import { type ServerProcess, startLarder } from '../server/process.ts';
import { format, formatSize, printTable } from '../table.ts';
import { summarise } from '../timing.ts';
import { createWork } from '../workload/entries.ts';
import { LOAD_HEADS, measureLoads } from './mixed-load.ts';

/** After a start, before memory is read and load begins. */
const SETTLE_MS = 2_000;

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
    const loads = await measureLoads(server, work);
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
    printTable(LOAD_HEADS, loads.rows);
    console.log('To reach: query p99 ≤ 20 ms during merges; event-loop delay p99 ≤ 20 ms.\n');
    const update = summarise(loads.updates);
    printTable(
      [`update of ${UPDATED_ENTRIES} entries under load`, 'p50 ms', 'p95 ms', 'most ms', 'to reach'],
      [
        [
          'from request to visible (the 2xx)',
          format(update.p50),
          format(update.p95),
          format(Math.max(...loads.updates)),
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
  await setTimeout(SETTLE_MS);
}
