import { buildDuckdb } from '../engines/duckdb.ts';
import type { Answer, Engine } from '../engines/engine.ts';
import { createLarder, type IndexKind, loadWork } from '../engines/larder.ts';
import { buildSqlite } from '../engines/sqlite.ts';
import { peakMiB, residentMiB } from '../memory.ts';
import { format, formatSize, printTable } from '../table.ts';
import { repeat, summarise } from '../timing.ts';
import { createWork, type Work } from '../workload/entries.ts';
import { askFacets, compileRows, type Row } from './rows.ts';
import { measureUpdates } from './updates.ts';

/** Engines take turns, so that what else the machine does hits all of them alike. */
const ROUNDS = 3;
const OURS = { budgetMs: 400, fewest: 15, most: 200 };
const PEER = { budgetMs: 400, fewest: 1, most: 10 };
const WARM_UP = { budgetMs: 400, fewest: 5, most: 100 };

/** What grows with the number of entries. */
export interface QuestionsResult {
  readonly entries: number;
  readonly bytesPerEntry: number;
  /** Milliseconds, by question. */
  readonly p50: Readonly<Record<string, number>>;
}

interface Timed {
  readonly row: Row;
  readonly matched: number;
  readonly ours: number[];
  /** In the order of the engines. */
  readonly peers: readonly number[][];
}

/**
 * Builds every engine over the same work and asks all of them Q1 to Q5. Where the matched sets are the same by
 * definition every bucket has to be, too; a difference fails the run.
 */
export async function measureQuestions(options: {
  readonly entries: number;
  readonly kind: IndexKind;
  readonly peers: readonly string[];
}): Promise<QuestionsResult> {
  const work = createWork(options.entries);
  console.log(`\n### ${formatSize(work.entries)} entries, index: ${options.kind}\n`);
  const larder = createLarder(options.kind);
  const { index } = larder;
  const before = residentMiB();
  const builds: string[][] = [];
  builds.push(['Larder', ...(await timeBuild(() => loadWork(larder, work)))]);
  const resident = residentMiB();
  const bytesPerEntry = ((resident - before) * 1024 * 1024) / work.entries;
  const memory = `Larder: ${format(resident)} MiB resident, of which ${format(before)} before the build (Node and the generator); ${format(peakMiB())} MiB at the most. ${format(bytesPerEntry)} bytes an entry; ${larder.countSegments() ?? 'no'} segments.\n`;
  const engines = await buildPeers(work, options.peers, builds);

  const rows: Timed[] = [];
  for (const row of compileRows(index)) {
    const { total } = await row.ask(0);
    const peers = row.hasPeers ? engines : [];
    for (const engine of peers) {
      requireSame(row, engine, await askFacets(index, row.question), await engine.ask(row.question));
    }
    rows.push({ row, matched: total, ours: [], peers: peers.map(() => []) });
  }
  const names = ['Larder', ...engines.map((engine) => engine.name)].join(', ');
  console.log(`The answers to Q1-Q5 are the same, bucket by bucket: ${names}.\n`);
  await takeTurns(rows, engines);
  for (const engine of engines) engine.close();

  printQuestions(rows, engines, work.entries);
  printTable(['build', 'seconds', 'CPU seconds'], builds);
  console.log(memory);
  await measureUpdates(index, work);
  const p50 = Object.fromEntries(rows.map(({ row, ours }) => [row.name, summarise(ours).p50]));
  return { entries: work.entries, bytesPerEntry, p50 };
}

async function buildPeers(work: Work, names: readonly string[], builds: string[][]): Promise<Engine[]> {
  const engines: Engine[] = [];
  const build = async (make: () => Promise<Engine | undefined>) => {
    let engine: Engine | undefined;
    const seconds = await timeBuild(async () => {
      engine = await make();
    });
    if (engine === undefined) return false;
    builds.push([engine.name, ...seconds]);
    engines.push(engine);
    return true;
  };
  if (names.includes('sqlite')) await build(async () => buildSqlite(work));
  if (names.includes('duckdb') && !(await build(() => buildDuckdb(work)))) {
    console.log('DuckDB is not installed, so it was not asked.\n');
  }
  return engines;
}

/** Seconds on the clock, and of processors: the latter also tell something on a busy machine. */
async function timeBuild(task: () => Promise<void>): Promise<[string, string]> {
  const start = performance.now();
  const cpu = process.cpuUsage();
  await task();
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return [format(seconds), format((user + system) / 1e6)];
}

function requireSame(row: Row, engine: Engine, ours: Answer, theirs: Answer): void {
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return;
  const at = ours.facets.findIndex((facet, i) => JSON.stringify(facet) !== JSON.stringify(theirs.facets[i]));
  throw new Error(
    `${row.name}: Larder and ${engine.name} differ\n` +
      `Larder: ${ours.total} ${JSON.stringify(ours.facets[at])}\n` +
      `${engine.name}: ${theirs.total} ${JSON.stringify(theirs.facets[at])}`,
  );
}

async function takeTurns(rows: readonly Timed[], engines: readonly Engine[]): Promise<void> {
  let salt = 1;
  for (const { row } of rows) await repeat(() => row.ask(salt++), [], WARM_UP);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { row, ours, peers } of rows) {
      await repeat(() => row.ask(salt++), ours, OURS);
      for (const [i, times] of peers.entries())
        await repeat(() => engines[i]!.ask(row.question), times, PEER);
    }
  }
}

function printQuestions(rows: readonly Timed[], engines: readonly Engine[], entries: number): void {
  const table = rows.map(({ row, matched, ours, peers }) => {
    const { p50, p95 } = summarise(ours);
    const theirs = engines.map((_, i) => summarise(peers[i] ?? []));
    const targets = [
      row.target?.ratio === undefined ? '' : `≥ ${format(row.target.ratio)} ×, `,
      row.target === undefined ? '' : `≤ ${format(row.target.ms)} ms`,
    ];
    return [
      row.name,
      `${format((100 * matched) / entries)} %`,
      ...theirs.map((peer) => (peer.runs === 0 ? '' : `${format(peer.p50 / p50)} ×`)),
      targets.join(''),
      format(p50),
      format(p95),
      ...theirs.flatMap((peer) => [format(peer.p50), format(peer.p95)]),
    ];
  });
  const names = engines.map((engine) => engine.name);
  printTable(
    [
      'question',
      'matched',
      ...names.map((name) => `than ${name}`),
      'to reach at 1M',
      'Larder p50 ms',
      'p95',
      ...names.flatMap((name) => [`${name} p50`, 'p95']),
    ],
    table,
  );
}
