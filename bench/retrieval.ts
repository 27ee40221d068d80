import { resolve } from 'node:path';
import { type RetrievalSet, readSets } from './retrieval/corpus.ts';
import { createFts5 } from './retrieval/fts5.ts';
import { ask, createUncut, indexTools } from './retrieval/larder.ts';
import { judge, mean, meanQuality, median, type Quality } from './retrieval/metrics.ts';
import { measureShares, SHARES } from './retrieval/passages.ts';

const CORPUS = resolve('../shared/corpus/retrieval');

interface Outcome {
  readonly set: string;
  readonly fts5: Quality;
  readonly larder: Quality;
  readonly uncut: Quality;
  /** Share of the set's entries that a question matches. */
  readonly matched: number;
}

async function measureSet({ name, tools, questions }: RetrievalSet): Promise<Outcome> {
  const fts5 = createFts5(tools);
  const uncut = createUncut(tools);
  const index = await indexTools(tools);
  const qualities: { fts5: Quality; larder: Quality; uncut: Quality; matched: number }[] = [];
  for (const { text, relevant } of questions) {
    const { ranking, total } = await ask(index, tools, text);
    qualities.push({
      fts5: judge(fts5(text), relevant),
      larder: judge(ranking, relevant),
      uncut: judge(uncut(text), relevant),
      matched: total / tools.length,
    });
  }
  return { set: name, ...averageOf(qualities) };
}

function averageOf(outcomes: readonly Omit<Outcome, 'set'>[]): Omit<Outcome, 'set'> {
  return {
    fts5: meanQuality(outcomes.map((outcome) => outcome.fts5)),
    larder: meanQuality(outcomes.map((outcome) => outcome.larder)),
    uncut: meanQuality(outcomes.map((outcome) => outcome.uncut)),
    matched: mean(outcomes.map((outcome) => outcome.matched)),
  };
}

/** Median milliseconds of a question to one index that holds every set. */
async function measureTime(
  sets: readonly RetrievalSet[],
): Promise<{ larder: number; fts5: number; tools: number }> {
  const tools = sets.flatMap((set) => set.tools);
  const index = await indexTools(tools);
  const fts5 = createFts5(tools);
  const times: { larder: number; fts5: number }[] = [];
  for (const { text } of sets.flatMap((set) => set.questions)) {
    const start = performance.now();
    await ask(index, tools, text);
    const middle = performance.now();
    fts5(text);
    times.push({ larder: middle - start, fts5: performance.now() - middle });
  }
  return {
    larder: median(times.map((time) => time.larder)),
    fts5: median(times.map((time) => time.fts5)),
    tools: tools.length,
  };
}

function formatRow({ set, fts5, larder, uncut, matched }: Outcome): string {
  const cells = [fts5, larder].flatMap((quality) => [quality.recall1, quality.recall5, quality.ndcg10]);
  cells.push(larder.ndcg10 - fts5.ndcg10, larder.ndcg10 - uncut.ndcg10, matched);
  return `| ${set.padEnd(15)} | ${cells.map((value) => value.toFixed(4)).join(' | ')} |`;
}

/** Sets with fewer questions to spare have no representative queries to try. */
const MIN_SPARE = 100;

function printShares(sets: readonly RetrievalSet[]): void {
  console.log(`\n| representative queries | ${SHARES.map((share) => `${share}/256`).join(' | ')} |`);
  console.log(`|---|${SHARES.map(() => '---').join('|')}|`);
  for (const [every, label] of [
    [1, 'every tool'],
    [6, 'one tool in six'],
  ] as const) {
    for (const set of sets.filter(({ spare }) => spare.length >= MIN_SPARE)) {
      const cells = measureShares(set, every).map((value) => value.toFixed(4));
      console.log(`| ${set.name}, ${label} | ${cells.join(' | ')} |`);
    }
  }
}

const sets = readSets(CORPUS);
if (sets.length === 0) {
  console.log(`There is no retrieval corpus at ${CORPUS}: nothing was measured.`);
} else {
  console.log(
    '| set | FTS5 R@1 | R@5 | NDCG@10 | Larder R@1 | R@5 | NDCG@10 | Larder − FTS5 | cut-off | matched |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  const outcomes: Outcome[] = [];
  for (const set of sets) {
    const outcome = await measureSet(set);
    outcomes.push(outcome);
    console.log(formatRow(outcome));
  }
  console.log(formatRow({ set: 'macro', ...averageOf(outcomes) }));
  const { larder, fts5, tools } = await measureTime(sets);
  console.log(
    `\np50 of a question over ${tools} tools: Larder ${larder.toFixed(3)} ms, FTS5 ${fts5.toFixed(3)} ms`,
  );
  printShares(sets);
}
