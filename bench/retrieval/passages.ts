import { splitQuery, weighQuery } from '../../src/text/query-terms.ts';
import { combinePassages, contribution } from '../../src/text/scoring.ts';
import { weighEntry } from '../../test/support/weigh-entry.ts';
import type { RetrievalSet } from './corpus.ts';
import { judge, mean } from './metrics.ts';

/** Shares of a representative query's score, in 256ths, that are compared. */
export const SHARES = [0, 64, 128, 160, 192, 224, 256] as const;

/** Representative queries that a tool gets, of the questions that were not drawn. */
const QUERIES_A_TOOL = 3;

/**
 * NDCG@10 at each of `SHARES` when every `every`-th tool has up to three representative queries. An upper
 * bound: they come from where the questions come from.
 */
export function measureShares({ tools, questions, spare }: RetrievalSet, every: number): number[] {
  const given = new Map<string, string[]>();
  for (const { text, relevant } of spare) {
    for (const id of relevant) {
      const queries = given.get(id) ?? [];
      if (queries.length < QUERIES_A_TOOL) given.set(id, [...queries, text]);
    }
  }
  const weighed = tools.map(({ id, name, description, text }, i) =>
    weighEntry({
      name: [name],
      alias: [],
      description: [description],
      text: text === undefined ? [] : [text],
      passages: i % every === 0 ? (given.get(id) ?? []) : [],
    }),
  );
  const having = new Map<string, number>();
  for (const { own, passages } of weighed) {
    const terms = new Set([own, ...passages].flatMap((impacts) => [...impacts.keys()]));
    for (const term of terms) having.set(term, (having.get(term) ?? 0) + 1);
  }
  const gains = SHARES.map((): number[] => []);
  for (const { text, relevant } of questions) {
    const { terms } = weighQuery(splitQuery(text), tools.length, (term) => having.get(term) ?? 0);
    const scoreOf = (impacts: ReadonlyMap<string, number>) =>
      terms.reduce((sum, { term, weight }) => sum + contribution(weight, impacts.get(term) ?? 0), 0);
    const scored = weighed.map(({ own, passages }, i) => ({
      id: tools[i]!.id,
      own: scoreOf(own),
      best: Math.max(0, ...passages.map(scoreOf)),
    }));
    for (const [i, share] of SHARES.entries()) {
      const ranking = scored
        .map(({ id, own, best }) => ({ id, score: combinePassages(own, best, share) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .map(({ id }) => id);
      gains[i]!.push(judge(ranking, relevant).ndcg10);
    }
  }
  return gains.map(mean);
}
