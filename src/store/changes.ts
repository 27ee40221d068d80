import type { Database } from './database.ts';
import { type SilentFlag, statusOf } from './silent-flag.ts';
import type { StoredChange } from './store.ts';
import { parseTrust } from './trust-text.ts';

interface ChangeRow {
  readonly seq: number;
  readonly key: string;
  readonly versionId: number | null;
  readonly firstSeen: number | null;
  readonly json: string | null;
  readonly trust: string | null;
  readonly silent: SilentFlag | null;
}

export interface Changes {
  /** See `Store.readChanges`; one statement, hence one consistent read. */
  readAfter(after: number, limit: number): readonly StoredChange[];
}

export function prepareChanges(database: Database): Changes {
  const select = database.prepare<[number, number], ChangeRow>(
    `SELECT c.seq, c.key, c.version_id AS versionId, c.first_seen AS firstSeen, c.trust, c.silent, v.json
     FROM changes c
     LEFT JOIN entry_versions v ON v.id = c.version_id
     WHERE c.seq > ?
     ORDER BY c.seq
     LIMIT ?`,
  );
  return {
    readAfter: (after, limit) =>
      select.all(after, limit).map(({ seq, key, versionId, firstSeen, json, trust, silent }) => {
        const left = versionId === null || firstSeen === null || json === null;
        if (left) return { seq, key, entry: null };
        const found = { trust: parseTrust(trust), status: statusOf(silent) };
        return { seq, key, entry: { key, versionId, firstSeen, json, ...found } };
      }),
  };
}
