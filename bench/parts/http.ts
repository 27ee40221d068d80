import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDatabase } from '../server/database.ts';
import { encodeRequest, fetchText, type LoadResult, load, type Message } from '../server/load.ts';
import { startFixed, startLarder } from '../server/process.ts';
import { exploreBody, searchBody } from '../server/requests.ts';
import { format, formatSize, printTable } from '../table.ts';
import { median } from '../timing.ts';
import { createWork, WORD_NAMES } from '../workload/entries.ts';
import { QUESTIONS, toFilterQuery, toTextQuery } from '../workload/questions.ts';

const CONNECTIONS = 32;
const ROUNDS = 5;
const ROUND_MS = 2_000;
const WARM_UP_MS = 2_000;

interface Row {
  readonly name: string;
  readonly path: string;
  /** Bodies are asked in turn. */
  readonly bodies: readonly string[];
  readonly target: string;
}

/** Requests a second of the whole server, beside a Fastify that parses the same bodies and gives a fixed answer. */
export async function measureHttp(entries: number): Promise<void> {
  const work = createWork(entries);
  const directory = await mkdtemp(join(tmpdir(), 'larder-bench-'));
  const database = join(directory, 'larder.db');
  await makeDatabase(database, work);
  const larder = await startLarder(database);
  try {
    const rows = compileRows();
    const answers: Record<string, string> = {};
    for (const row of rows) {
      answers[`/${rows.indexOf(row)}`] = await fetchText(larder.url, {
        method: 'POST',
        path: row.path,
        body: row.bodies[0]!,
      });
    }
    const file = join(directory, 'answers.json');
    await writeFile(file, JSON.stringify(answers));
    const fixed = await startFixed(file);
    console.log(`\n### HTTP at ${formatSize(entries)} entries, ${CONNECTIONS} connections\n`);
    const table: string[][] = [];
    for (const row of rows) {
      const ours = row.bodies.map((body) =>
        encodeRequest(larder.url, { method: 'POST', path: row.path, body }),
      );
      const theirs = row.bodies.map((body) =>
        encodeRequest(fixed.url, { method: 'POST', path: `/${rows.indexOf(row)}`, body }),
      );
      const results = await takeTurns([
        { url: larder.url, messages: ours },
        { url: fixed.url, messages: theirs },
      ]);
      const [mine, other] = results.map((rounds) => median(rounds.map((round) => round.perSecond)));
      const failures = results.flat().reduce((sum, round) => sum + round.failures, 0);
      table.push([
        row.name,
        `${format((100 * mine!) / other!)} %`,
        row.target,
        format(mine!),
        format(other!),
        format(Buffer.byteLength(answers[`/${rows.indexOf(row)}`]!)),
        format(median(results[0]!.map((round) => round.times.p99))),
        String(failures),
      ]);
    }
    printTable(
      [
        'question',
        'of fixed',
        'to reach',
        'Larder /s',
        'fixed /s',
        'body bytes',
        'Larder p99 ms',
        'failures',
      ],
      table,
    );
    await fixed.stop();
  } finally {
    await larder.stop();
    await rm(directory, { recursive: true });
  }
}

/** Enough that none comes back while an earlier answer to it is likely to be kept. */
const DISTINCT = 20_000;

function compileRows(): Row[] {
  const two = QUESTIONS[1]!;
  const four = QUESTIONS[3]!;
  const salts = Array.from({ length: DISTINCT }, (_, i) => i);
  return [
    {
      name: '/explore, the same question (Q2)',
      path: '/explore',
      bodies: [exploreBody(toFilterQuery(two, 0), two.facets)],
      target: '≥ 70 %',
    },
    {
      name: '/explore, never the same (Q2)',
      path: '/explore',
      bodies: salts.map((salt) => exploreBody(toFilterQuery(two, salt), two.facets)),
      target: '',
    },
    {
      name: `/search, the same question ("${WORD_NAMES[four.words[0]!]}", type, top 10)`,
      path: '/search',
      bodies: [searchBody(toTextQuery({ ...four, type: 0 }, 0))],
      target: '≥ 40 %',
    },
    {
      name: '/search, never the same',
      path: '/search',
      bodies: salts.map((salt) => searchBody(toTextQuery({ ...four, type: 0 }, salt))),
      target: '≥ 40 %',
    },
  ];
}

async function takeTurns(
  servers: readonly { readonly url: string; readonly messages: readonly Message[] }[],
): Promise<LoadResult[][]> {
  const results: LoadResult[][] = servers.map(() => []);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [i, { url, messages }] of servers.entries()) {
      let sent = 0;
      const next = () => messages[sent++ % messages.length]!;
      const durationMs = round < 0 ? WARM_UP_MS : ROUND_MS;
      const result = await load(url, { connections: CONNECTIONS, durationMs, next, polls: true });
      if (round >= 0) results[i]!.push(result);
    }
  }
  return results;
}
