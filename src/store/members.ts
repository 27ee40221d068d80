import { LarderError } from '../errors.ts';
import type { AcceptedEntry } from '../model/accepted-entry.ts';
import type { Database } from './database.ts';

interface MemberRow {
  readonly key: string;
  readonly versionId: number;
  /** 1 while the source's current generation has the entry. */
  readonly live: number;
}

export interface MembershipDiff {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly orphaned: number;
  /** Identifiers whose claim by this source is new, changed or gone. */
  readonly touched: readonly string[];
  /** The version of each entry that the source has now. */
  readonly versionOf: ReadonlyMap<string, number>;
}

export interface Members {
  countLive(sourceId: number): number;
  /** Live entries of the source that another source holds the election for. */
  countShadowed(sourceId: number): number;
  /** Makes `entries` the live entries of a source; those that it no longer has are orphaned as of `lastSeen`. */
  replace(sourceId: number, entries: readonly AcceptedEntry[], lastSeen: number, now: number): MembershipDiff;
  /** Takes out every entry of a source, orphaned ones too; returns the identifiers that were live. */
  removeAll(sourceId: number): readonly string[];
}

export function prepareMembers(database: Database): Members {
  const countLive = database.prepare<[number], { readonly count: number }>(
    'SELECT count(*) AS count FROM members WHERE source_id = ? AND last_seen IS NULL',
  );
  const countElected = database.prepare<[number], { readonly count: number }>(
    'SELECT count(*) AS count FROM elections WHERE source_id = ?',
  );
  const selectMembers = database.prepare<[number], MemberRow>(
    'SELECT key, version_id AS versionId, last_seen IS NULL AS live FROM members WHERE source_id = ?',
  );
  const selectVersion = database.prepare<[Buffer], { readonly id: number; readonly key: string }>(
    'SELECT id, key FROM entry_versions WHERE digest = ?',
  );
  const insertVersion = database.prepare<[string, string, Buffer, string]>(
    'INSERT INTO entry_versions (key, publisher, digest, json) VALUES (?, ?, ?, ?)',
  );
  const upsertMember = database.prepare<[string, number, number, number]>(
    `INSERT INTO members (key, source_id, version_id, first_seen) VALUES (?, ?, ?, ?)
     ON CONFLICT (key, source_id) DO UPDATE SET version_id = excluded.version_id, last_seen = NULL`,
  );
  const orphanMember = database.prepare<[number, string, number]>(
    'UPDATE members SET last_seen = ? WHERE key = ? AND source_id = ?',
  );
  const deleteMembers = database.prepare<[number]>('DELETE FROM members WHERE source_id = ?');

  const findOrInsertVersion = (entry: AcceptedEntry): number => {
    const digest = Buffer.from(entry.digest, 'hex');
    const found = selectVersion.get(digest);
    if (found === undefined) return insertVersion.run(entry.key, entry.publisher, digest, entry.json);
    if (found.key !== entry.key) {
      throw new LarderError(
        'INTERNAL_ERROR',
        `The digest ${entry.digest} of ${entry.key} belongs to ${found.key} already.`,
      );
    }
    return found.id;
  };

  return {
    countLive: (sourceId) => countLive.get(sourceId)?.count ?? 0,
    countShadowed: (sourceId) =>
      (countLive.get(sourceId)?.count ?? 0) - (countElected.get(sourceId)?.count ?? 0),

    replace(sourceId, entries, lastSeen, now) {
      const before = new Map(selectMembers.all(sourceId).map((row) => [row.key, row]));
      const versionOf = new Map<string, number>();
      const touched: string[] = [];
      let added = 0;
      let updated = 0;
      for (const entry of entries) {
        const versionId = findOrInsertVersion(entry);
        versionOf.set(entry.key, versionId);
        const member = before.get(entry.key);
        const isLive = member?.live === 1;
        if (isLive && member?.versionId === versionId) continue;
        upsertMember.run(entry.key, sourceId, versionId, now);
        touched.push(entry.key);
        if (isLive) updated++;
        else added++;
      }
      let orphaned = 0;
      for (const member of before.values()) {
        if (member.live === 0 || versionOf.has(member.key)) continue;
        orphanMember.run(lastSeen, member.key, sourceId);
        touched.push(member.key);
        orphaned++;
      }
      const unchanged = versionOf.size - added - updated;
      return { added, updated, unchanged, orphaned, touched, versionOf };
    },

    removeAll(sourceId) {
      const live = selectMembers.all(sourceId).filter((row) => row.live === 1);
      deleteMembers.run(sourceId);
      return live.map((row) => row.key);
    },
  };
}
