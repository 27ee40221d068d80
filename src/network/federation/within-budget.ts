import { FEDERATION_BUDGET_MS } from './limits.ts';
import type { Report } from './upstream.ts';

/** Waits for all, and at the end of the budget no longer: what is not there then has timed out for this caller. */
export async function withinBudget(
  asked: readonly { readonly url: string; readonly report: Promise<Report> }[],
): Promise<readonly Report[]> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), FEDERATION_BUDGET_MS);
  });
  const reports = await Promise.all(
    asked.map(async ({ url, report }): Promise<Report> => {
      const known = await Promise.race([report, end]);
      if (known !== undefined) return known;
      const reason = `no answer within ${FEDERATION_BUDGET_MS} ms`;
      return { url, outcome: { kind: 'timed-out', reason }, durationMs: FEDERATION_BUDGET_MS };
    }),
  );
  clearTimeout(timer);
  return reports;
}
