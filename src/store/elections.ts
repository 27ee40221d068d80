import type { Database } from './database.ts';
import { type SilentFlag, statusOf } from './silent-flag.ts';
import type { Candidate, Elect, ElectedEntry, ElectionChange } from './store.ts';
import { parseTrust } from './trust-text.ts';

interface CandidateRow extends Candidate {
  readonly sourceId: number;
  readonly versionId: number;
  readonly trust: string;
}

type ElectionRow = Pick<CandidateRow, 'sourceId' | 'versionId' | 'trust'> & { readonly silent: SilentFlag };

export interface Elections {
  /**
   * Holds the election of each identifier again, in the transaction under way, and appends a row to
   * `changes` where the outcome is another source, version, trust or status.
   */
  hold(
    keys: Iterable<string>,
    now: number,
  ): { readonly seq: number; readonly changes: readonly ElectionChange[] };
  /** The newest `changes.seq`, 0 when there is none. */
  currentSeq(): number;
}

export function prepareElections(database: Database, elect: Elect): Elections {
  const selectCandidates = database.prepare<[string], CandidateRow>(
    `SELECT m.source_id AS sourceId, m.version_id AS versionId, m.first_seen AS firstSeen, m.trust AS trust,
            s.name AS source, s.kind AS kind, s.served_from AS servedFrom, s.silent_since AS silentSince,
            v.publisher AS publisher
     FROM members m
     JOIN sources s ON s.id = m.source_id
     JOIN entry_versions v ON v.id = m.version_id
     WHERE m.key = ? AND m.last_seen IS NULL`,
  );
  const selectElection = database.prepare<[string], ElectionRow>(
    'SELECT source_id AS sourceId, version_id AS versionId, trust, silent FROM elections WHERE key = ?',
  );
  const upsertElection = database.prepare<[string, number, number, string, SilentFlag]>(
    `INSERT INTO elections (key, source_id, version_id, trust, silent) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE
     SET source_id = excluded.source_id, version_id = excluded.version_id, trust = excluded.trust,
         silent = excluded.silent`,
  );
  const deleteElection = database.prepare<[string]>('DELETE FROM elections WHERE key = ?');
  const insertChange = database.prepare<
    [string, number | null, number | null, string | null, SilentFlag | null, number]
  >(
    'INSERT INTO changes (key, version_id, first_seen, trust, silent, committed_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const selectJson = database.prepare<[number], { readonly json: string }>(
    'SELECT json FROM entry_versions WHERE id = ?',
  );
  const selectSeq = database.prepare<[], { readonly seq: number }>(
    'SELECT coalesce(max(seq), 0) AS seq FROM changes',
  );
  const currentSeq = (): number => selectSeq.get()?.seq ?? 0;

  const holdOne = (key: string, now: number): ElectionChange | undefined => {
    const [first, ...rest] = selectCandidates.all(key);
    const before = selectElection.get(key);
    if (first === undefined) {
      if (before === undefined) return undefined;
      deleteElection.run(key);
      insertChange.run(key, null, null, null, null, now);
      return { key, entry: null };
    }
    const { sourceId, versionId, firstSeen, trust, silentSince } = elect([first, ...rest]);
    const silent: SilentFlag = silentSince === null ? 0 : 1;
    const isSame = before?.sourceId === sourceId && before.versionId === versionId;
    if (isSame && before.trust === trust && before.silent === silent) return undefined;
    upsertElection.run(key, sourceId, versionId, trust, silent);
    insertChange.run(key, versionId, firstSeen, trust, silent, now);
    const json = selectJson.get(versionId)?.json ?? '';
    const found = { trust: parseTrust(trust), status: statusOf(silent) };
    const entry: ElectedEntry = { key, versionId, firstSeen, json, ...found };
    return { key, entry };
  };

  return {
    currentSeq,
    hold(keys, now) {
      const changes: ElectionChange[] = [];
      for (const key of keys) {
        const change = holdOne(key, now);
        if (change !== undefined) changes.push(change);
      }
      return { seq: currentSeq(), changes };
    },
  };
}
