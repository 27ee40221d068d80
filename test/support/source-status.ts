import { compileQuery } from '../../src/model/parse-query.ts';
import type { Registry } from '../../src/registry/registry.ts';

/** How many entries have each `source.status`. */
export async function countStatus(registry: Registry): Promise<Record<string, number>> {
  const { facets } = await registry.explore(compileQuery({}), [
    { field: 'source.status', limit: 20, minCount: 1 },
  ]);
  return Object.fromEntries(
    facets.flatMap(({ buckets }) => buckets.map(({ value, count }) => [value, count])),
  );
}

/** The score of the best result; undefined where there is none. */
export async function scoreOf(registry: Registry, text: string): Promise<number | undefined> {
  const { results } = await registry.search(compileQuery({ text }), { size: 1, token: undefined });
  return results[0]?.score;
}
