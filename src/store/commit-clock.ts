import type { Database } from './database.ts';

/** Gives the moment at which a commit is dated, in the transaction under way. */
export type CommitClock = (now: number) => number;

/** Never before what is stored: with the clock set back, a later claim would be the earlier one in elections. */
export function prepareClock(database: Database): CommitClock {
  const selectLatest = database.prepare<[], { readonly at: number }>(
    'SELECT committed_at AS at FROM changes ORDER BY seq DESC LIMIT 1',
  );
  return (now) => {
    const latest = selectLatest.get()?.at ?? now;
    return now < latest ? latest + 1 : now;
  };
}
