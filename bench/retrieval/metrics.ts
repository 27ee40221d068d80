export interface Quality {
  readonly ndcg10: number;
  readonly recall1: number;
  readonly recall5: number;
}

/** Judges one ranking against the documents that are relevant, all alike. */
export function judge(ranking: readonly string[], relevant: readonly string[]): Quality {
  const wanted = new Set(relevant);
  const recall = (depth: number) =>
    ranking.slice(0, depth).filter((id) => wanted.has(id)).length / wanted.size;
  let gain = 0;
  let ideal = 0;
  for (let rank = 0; rank < 10; rank++) {
    const discounted = 1 / Math.log2(rank + 2);
    if (wanted.has(ranking[rank] ?? '')) gain += discounted;
    if (rank < wanted.size) ideal += discounted;
  }
  return { ndcg10: gain / ideal, recall1: recall(1), recall5: recall(5) };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function meanQuality(qualities: readonly Quality[]): Quality {
  return {
    ndcg10: mean(qualities.map((quality) => quality.ndcg10)),
    recall1: mean(qualities.map((quality) => quality.recall1)),
    recall5: mean(qualities.map((quality) => quality.recall5)),
  };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
