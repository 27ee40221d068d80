import type { Database } from './database.ts';

/** A domain that an operator refuses, with everything below it. */
export interface Refusal {
  /** Lower case. */
  readonly domain: string;
  /** For the operator alone. */
  readonly reason: string | null;
  /** Epoch milliseconds. */
  readonly refusedAt: number;
}

export interface CrawlRefusals {
  /** A domain that is refused already keeps its moment, and its reason where no other is given. */
  put(
    domain: string,
    reason: string | null,
    now: number,
  ): { readonly refusal: Refusal; readonly isNew: boolean };
  find(domain: string): Refusal | undefined;
  /** By domain. */
  list(): readonly Refusal[];
  /** Gives what was removed; undefined when the domain was not refused. */
  remove(domain: string): Refusal | undefined;
}

const COLUMNS = 'domain, reason, refused_at AS refusedAt';

export function prepareCrawlRefusals(database: Database): CrawlRefusals {
  const select = database.prepare<[string], Refusal>(`SELECT ${COLUMNS} FROM refusals WHERE domain = ?`);
  const selectAll = database.prepare<[], Refusal>(`SELECT ${COLUMNS} FROM refusals ORDER BY domain`);
  const upsert = database.prepare<[string, string | null, number]>(
    `INSERT INTO refusals (domain, reason, refused_at) VALUES (?, ?, ?)
     ON CONFLICT (domain) DO UPDATE SET reason = excluded.reason`,
  );
  const remove = database.prepare<[string], Refusal>(
    `DELETE FROM refusals WHERE domain = ? RETURNING ${COLUMNS}`,
  );

  return {
    put: (domain, reason, now) =>
      database.write(() => {
        const before = select.get(domain);
        const refusal = {
          domain,
          reason: reason ?? before?.reason ?? null,
          refusedAt: before?.refusedAt ?? now,
        };
        upsert.run(domain, refusal.reason, refusal.refusedAt);
        return { refusal, isNew: before === undefined };
      }),
    find: (domain) => select.get(domain),
    list: () => selectAll.all(),
    remove: (domain) => database.write(() => remove.all(domain)[0]),
  };
}
