import type { Database } from './database.ts';

interface MemberRow {
  readonly key: string;
  readonly versionId: number;
  readonly trust: string;
  /** 1 while the source's current generation has the entry. */
  readonly live: number;
}

/** What a source says of one identifier. */
export interface Claim {
  readonly versionId: number;
  /** See `trustText`. */
  readonly trust: string;
}

export interface MembershipDiff {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly orphaned: number;
  /** Identifiers whose claim by this source is new, changed or gone, or trusted otherwise. */
  readonly touched: readonly string[];
}

export interface Members {
  countLive(sourceId: number): number;
  /** The identifiers of its live entries. */
  listLive(sourceId: number): readonly string[];
  /** Live entries of the source that another source holds the election for. */
  countShadowed(sourceId: number): number;
  /**
   * Makes these claims, by identifier, the live entries of a source; those that it no longer has are orphaned as of
   * `lastSeen`.
   */
  replace(
    sourceId: number,
    claims: ReadonlyMap<string, Claim>,
    lastSeen: number,
    now: number,
  ): MembershipDiff;
  /** Changes what is known of a live entry of a source; false where nothing changes. */
  trust(sourceId: number, key: string, trust: string): boolean;
  /** Takes out every entry of a source, orphaned ones too; returns the identifiers that were live. */
  removeAll(sourceId: number): readonly string[];
}

export function prepareMembers(database: Database): Members {
  const countLive = database.prepare<[number], { readonly count: number }>(
    'SELECT count(*) AS count FROM members WHERE source_id = ? AND last_seen IS NULL',
  );
  const selectLive = database.prepare<[number], { readonly key: string }>(
    'SELECT key FROM members WHERE source_id = ? AND last_seen IS NULL',
  );
  const countElected = database.prepare<[number], { readonly count: number }>(
    'SELECT count(*) AS count FROM elections WHERE source_id = ?',
  );
  const selectMembers = database.prepare<[number], MemberRow>(
    'SELECT key, version_id AS versionId, trust, last_seen IS NULL AS live FROM members WHERE source_id = ?',
  );
  const upsertMember = database.prepare<[string, number, number, number, string]>(
    `INSERT INTO members (key, source_id, version_id, first_seen, trust) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (key, source_id) DO UPDATE SET version_id = excluded.version_id, last_seen = NULL, trust = excluded.trust`,
  );
  const selectTrust = database.prepare<[string, number], { readonly trust: string }>(
    'SELECT trust FROM members WHERE key = ? AND source_id = ? AND last_seen IS NULL',
  );
  const updateTrust = database.prepare<[string, string, number]>(
    'UPDATE members SET trust = ? WHERE key = ? AND source_id = ?',
  );
  const orphanMember = database.prepare<[number, string, number]>(
    'UPDATE members SET last_seen = ? WHERE key = ? AND source_id = ?',
  );
  const deleteMembers = database.prepare<[number]>('DELETE FROM members WHERE source_id = ?');

  return {
    countLive: (sourceId) => countLive.get(sourceId)?.count ?? 0,
    listLive: (sourceId) => selectLive.all(sourceId).map(({ key }) => key),
    countShadowed: (sourceId) =>
      (countLive.get(sourceId)?.count ?? 0) - (countElected.get(sourceId)?.count ?? 0),

    replace(sourceId, claims, lastSeen, now) {
      const before = new Map(selectMembers.all(sourceId).map((row) => [row.key, row]));
      const touched: string[] = [];
      let added = 0;
      let updated = 0;
      for (const [key, { versionId, trust }] of claims) {
        const member = before.get(key);
        const isLive = member?.live === 1;
        const isSame = isLive && member?.versionId === versionId;
        if (isSame && member?.trust === trust) continue;
        upsertMember.run(key, sourceId, versionId, now, trust);
        touched.push(key);
        if (!isLive) added++;
        else if (!isSame) updated++;
      }
      let orphaned = 0;
      for (const member of before.values()) {
        if (member.live === 0 || claims.has(member.key)) continue;
        orphanMember.run(lastSeen, member.key, sourceId);
        touched.push(member.key);
        orphaned++;
      }
      const unchanged = claims.size - added - updated;
      return { added, updated, unchanged, orphaned, touched };
    },

    trust(sourceId, key, trust) {
      const known = selectTrust.get(key, sourceId);
      if (known === undefined || known.trust === trust) return false;
      updateTrust.run(trust, key, sourceId);
      return true;
    },

    removeAll(sourceId) {
      const live = selectMembers.all(sourceId).filter((row) => row.live === 1);
      deleteMembers.run(sourceId);
      return live.map((row) => row.key);
    },
  };
}
