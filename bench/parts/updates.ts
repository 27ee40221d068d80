import type { SearchIndex } from '../../src/index/search-index.ts';
import { change } from '../engines/larder.ts';
import { format, printTable } from '../table.ts';
import { summarise } from '../timing.ts';
import type { Work } from '../workload/entries.ts';
import { QUESTIONS, toFilterQuery } from '../workload/questions.ts';

const UPDATES = 50;
const ENTRIES_PER_UPDATE = 100;
const QUESTIONS_BETWEEN = 10;
/** Coprime to the sizes: updated entries lie all over. */
const STRIDE = 7_919;

/**
 * Changes of 100 entries on the thread that also answers: what one costs until it is visible, the merges that it
 * brings about included. The server has another thread for it; its part measures that.
 */
export async function measureUpdates(index: SearchIndex, work: Work): Promise<void> {
  const updates: number[] = [];
  const questions: number[] = [];
  for (let update = 0; update < UPDATES; update++) {
    const changes = Array.from({ length: ENTRIES_PER_UPDATE }, (_, k) => {
      return change(work, ((update * ENTRIES_PER_UPDATE + k) * STRIDE) % work.entries, 2 + update);
    });
    const start = performance.now();
    await index.apply(index.seq + changes.length, changes);
    updates.push(performance.now() - start);
    for (let k = 0; k < QUESTIONS_BETWEEN; k++) {
      const question = QUESTIONS[k % QUESTIONS.length]!;
      const asked = performance.now();
      await index.explore(toFilterQuery(question, -1 - update * QUESTIONS_BETWEEN - k), question.facets);
      questions.push(performance.now() - asked);
    }
  }
  const update = summarise(updates);
  const question = summarise(questions);
  printTable(
    ['in one thread', 'p50 ms', 'p95 ms', 'most ms'],
    [
      [
        `update of ${ENTRIES_PER_UPDATE} entries, ${UPDATES} times`,
        format(update.p50),
        format(update.p95),
        format(Math.max(...updates)),
      ],
      ['Q1-Q5 between them', format(question.p50), format(question.p95), format(Math.max(...questions))],
    ],
  );
}
