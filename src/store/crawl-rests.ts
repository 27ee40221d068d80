import type { Database } from './database.ts';

/** Hosts (with their ports) that asked to be left alone for a while, whichever crawl asked them. */
export interface CrawlRests {
  /** Keeps that a host wants to be left alone until then, epoch milliseconds; the later of two counts. */
  keep(host: string, until: number, now: number): void;
  /** Until when a host wants to be left alone; undefined where it does not now. */
  until(host: string, now: number): number | undefined;
}

export function prepareCrawlRests(database: Database): CrawlRests {
  const upsert = database.prepare<[string, number]>(
    `INSERT INTO resting_hosts (host, until) VALUES (?, ?)
     ON CONFLICT (host) DO UPDATE SET until = max(until, excluded.until)`,
  );
  const deleteRested = database.prepare<[number]>('DELETE FROM resting_hosts WHERE until <= ?');
  const select = database.prepare<[string, number], { readonly until: number }>(
    'SELECT until FROM resting_hosts WHERE host = ? AND until > ?',
  );

  return {
    keep: (host, until, now) =>
      database.write(() => {
        deleteRested.run(now);
        upsert.run(host, until);
      }),
    until: (host, now) => select.get(host, now)?.until,
  };
}
