import type { SearchIndex } from '../../src/index/search-index.ts';
import { buildDuckdb } from '../engines/duckdb.ts';
import type { Answer, Engine } from '../engines/engine.ts';
import { createIndexOf, type IndexKind, loadWork } from '../engines/larder.ts';
import { buildSqlite } from '../engines/sqlite.ts';
import { peakMiB, residentMiB } from '../memory.ts';
import { format, formatSize, printTable } from '../table.ts';
import { repeat, summarise } from '../timing.ts';
import { createWork, TYPE_NAMES, WORD_NAMES } from '../work/entries.ts';
import { QUESTIONS, type Question, toFilterQuery, toTextQuery } from '../work/questions.ts';

/** Engines take turns, so that what else the machine does hits all of them alike. */
const ROUNDS = 3;
const OURS = { budgetMs: 400, fewest: 15, most: 200 };
const PEER = { budgetMs: 400, fewest: 1, most: 10 };
const WARM_UP = { budgetMs: 400, fewest: 5, most: 50 };

interface Row {
  readonly name: string;
  readonly matched: number;
  readonly ours: number[];
  readonly peers: ReadonlyMap<string, number[]>;
  /** What else was asked of ours, where the peers' answer would be another. */
  readonly peerless: boolean;
  ask(salt: number): Promise<{ readonly total: number }>;
  readonly question: Question;
}

/**
 * Builds every engine over the same work and asks all of them Q1 to Q5. Where the matched sets are the same by
 * definition every bucket has to be, too; a difference fails the run.
 */
export async function measureQuestions(options: {
  readonly entries: number;
  readonly kind: IndexKind;
  readonly peers: readonly string[];
}): Promise<void> {
  const work = createWork(options.entries);
  console.log(`\n### ${formatSize(work.entries)} entries, index: ${options.kind}\n`);
  const before = residentMiB();
  const index = createIndexOf(options.kind);
  const builds: string[][] = [];
  const timeBuild = async <T>(name: string, build: () => T | Promise<T>): Promise<T> => {
    const resident = residentMiB();
    const start = performance.now();
    const built = await build();
    const seconds = (performance.now() - start) / 1_000;
    const grown = residentMiB() - resident;
    if (built !== undefined || name === 'Larder') builds.push([name, format(seconds), format(grown)]);
    return built;
  };
  await timeBuild('Larder', () => loadWork(index, work));
  const ours = residentMiB();
  const peak = peakMiB();
  const engines: Engine[] = [];
  if (options.peers.includes('sqlite')) {
    engines.push(await timeBuild('SQLite', () => buildSqlite(work)));
  }
  if (options.peers.includes('duckdb')) {
    const duckdb = await timeBuild('DuckDB', () => buildDuckdb(work));
    if (duckdb === undefined) console.log('DuckDB is not installed, so it was not asked.\n');
    else engines.push(duckdb);
  }

  const rows = [...compileRows(index), ...compileTexts(index)];
  for (const row of rows) {
    const first = await row.ask(0);
    rows[rows.indexOf(row)] = { ...row, matched: first.total };
    for (const engine of row.peerless ? [] : engines) {
      compareAnswers(row, engine, await askFacets(index, row.question), await engine.ask(row.question));
    }
  }
  console.log(
    `Answers to Q1-Q5 agree bucket by bucket: Larder${engines.map((engine) => `, ${engine.name}`).join('')}.\n`,
  );

  let salt = 1;
  for (const row of rows) await repeat(() => row.ask(salt++), [], WARM_UP);
  for (let round = 0; round < ROUNDS; round++) {
    for (const row of rows) {
      await repeat(() => row.ask(salt++), row.ours, OURS);
      for (const engine of row.peerless ? [] : engines) {
        const times = row.peers.get(engine.name) ?? [];
        (row.peers as Map<string, number[]>).set(engine.name, times);
        await repeat(() => engine.ask(row.question), times, PEER);
      }
    }
  }
  for (const engine of engines) engine.close();
  print(rows, engines, work.entries);
  printTable(['build', 'seconds', 'RSS MiB'], builds);
  console.log(
    `Larder alone: ${format(ours)} MiB resident, of which ${format(before)} before the build (the generator and Node); ` +
      `${format(peak)} MiB at the most. ${format(((ours - before) * 1024 * 1024) / work.entries)} bytes an entry.\n`,
  );
}

function compileRows(index: SearchIndex): Row[] {
  return QUESTIONS.map((question) => ({
    name: question.name,
    matched: 0,
    ours: [],
    peers: new Map(),
    peerless: false,
    question,
    ask: (salt) => index.explore(toFilterQuery(question, salt), question.facets),
  }));
}

/** The questions with words as they are meant to be asked of ours, and the ten best of a search. */
function compileTexts(index: SearchIndex): Row[] {
  const texts = QUESTIONS.filter((question) => question.words.length > 0).map(
    (question): Row => ({
      name: `${question.name} as text`,
      matched: 0,
      ours: [],
      peers: new Map(),
      peerless: true,
      question,
      ask: (salt) => index.explore(toTextQuery(question, salt), question.facets),
    }),
  );
  const [four] = QUESTIONS.filter((question) => question.words.length === 1);
  const search: Question = { ...four!, name: 'search', type: 0 };
  texts.push({
    name: `search "${WORD_NAMES[four!.words[0]!]}", type ${TYPE_NAMES[0].split('/')[1]}, top 10`,
    matched: 0,
    ours: [],
    peers: new Map(),
    peerless: true,
    question: search,
    ask: (salt) => index.search(toTextQuery(search, salt), { size: 10, start: { by: 'start' } }),
  });
  return texts;
}

function askFacets(index: SearchIndex, question: Question): Promise<Answer> {
  return index.explore(toFilterQuery(question, 0), question.facets);
}

function compareAnswers(row: Row, engine: Engine, ours: Answer, theirs: Answer): void {
  const shown = (answer: Answer) => JSON.stringify({ total: answer.total, facets: answer.facets });
  if (shown(ours) === shown(theirs)) return;
  const field = ours.facets.find((facet, i) => JSON.stringify(facet) !== JSON.stringify(theirs.facets[i]));
  const other = theirs.facets.find((facet) => facet.field === field?.field);
  throw new Error(
    `${row.name}: Larder and ${engine.name} differ\n${ours.total} ${JSON.stringify(field)}\n${theirs.total} ${JSON.stringify(other)}`,
  );
}

function print(rows: readonly Row[], engines: readonly Engine[], entries: number): void {
  const names = engines.map((engine) => engine.name);
  const table = rows.map((row) => {
    const ours = summarise(row.ours);
    const peers = names.map((name) => summarise(row.peers.get(name) ?? []));
    return [
      row.name,
      `${format((100 * row.matched) / entries)} %`,
      ...peers.map((peer) => (Number.isNaN(peer.p50) ? '' : `${format(peer.p50 / ours.p50)} ×`)),
      format(ours.p50),
      format(ours.p95),
      ...peers.flatMap((peer) => [format(peer.p50), format(peer.p95)]),
    ];
  });
  printTable(
    [
      'question',
      'matched',
      ...names.map((name) => `faster than ${name}`),
      'Larder p50 ms',
      'p95',
      ...names.flatMap((name) => [`${name} p50`, 'p95']),
    ],
    table,
  );
}
