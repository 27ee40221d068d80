/** Milliseconds of single runs. */
export interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly runs: number;
}

export function summarise(milliseconds: readonly number[]): Times {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), runs: sorted.length };
}

export function median(values: readonly number[]): number {
  return summarise(values).p50;
}

/** Repeats a task until `budgetMs` are used up, at least `fewest` and at most `most` times; appends each time. */
export async function repeat(
  task: () => Promise<unknown>,
  times: number[],
  { budgetMs, fewest, most }: { readonly budgetMs: number; readonly fewest: number; readonly most: number },
): Promise<void> {
  const end = performance.now() + budgetMs;
  for (let run = 0; run < most && (run < fewest || performance.now() < end); run++) {
    const start = performance.now();
    await task();
    times.push(performance.now() - start);
  }
}
