import { LarderError } from '../errors.ts';
import type { TrustResult } from '../model/trust.ts';
import type { Database } from './database.ts';
import { type SilentFlag, statusOf } from './silent-flag.ts';
import type { ElectedEntry, StoredEntry, StoredVersion } from './store.ts';
import { parseTrust } from './trust-text.ts';

/** Entries handed to `visit` at a time while all are read: a few megabytes. */
const READ_BATCH = 1_000;

export interface Entries {
  find(key: string): StoredEntry | undefined;
  readVersions(versionIds: readonly number[]): readonly StoredVersion[];
}

export function prepareEntries(database: Database): Entries {
  const selectElected = database.prepare<[string], WithTrustText<StoredEntry>>(
    `SELECT v.id AS versionId, v.key, v.json, lower(hex(v.digest)) AS digest,
            s.name AS source, m.first_seen AS firstSeen, s.last_seen AS lastSeen, e.trust
     FROM elections e
     JOIN entry_versions v ON v.id = e.version_id
     JOIN members m ON m.key = e.key AND m.source_id = e.source_id
     JOIN sources s ON s.id = e.source_id
     WHERE e.key = ?`,
  );
  const selectVersions = database.prepare<[string], StoredVersion>(
    `SELECT v.id AS versionId, v.key, v.json, lower(hex(v.digest)) AS digest
     FROM json_each(?) AS wanted
     JOIN entry_versions v ON v.id = wanted.value
     ORDER BY wanted.key`,
  );

  return {
    find(key) {
      const row = selectElected.get(key);
      return row === undefined ? undefined : readTrust(row);
    },
    readVersions(versionIds) {
      if (versionIds.length === 0) return [];
      const rows = selectVersions.all(JSON.stringify(versionIds));
      if (rows.length !== versionIds.length) {
        const found = new Set(rows.map((row) => row.versionId));
        const missing = versionIds.filter((id) => !found.has(id));
        throw new LarderError('INTERNAL_ERROR', `The store has no entry version ${missing.join(', ')}.`);
      }
      return rows;
    },
  };
}

type WithTrustText<Row> = Omit<Row, 'trust'> & { readonly trust: string };

type ElectedRow = WithTrustText<Omit<ElectedEntry, 'status'>> & { readonly silent: SilentFlag };

function readRow({ silent, ...row }: ElectedRow): ElectedEntry {
  return { ...readTrust(row), status: statusOf(silent) };
}

function readTrust<Row extends { readonly trust: string }>(
  row: Row,
): Omit<Row, 'trust'> & { trust: TrustResult } {
  return { ...row, trust: parseTrust(row.trust) };
}

/**
 * Reads all elected entries, ordered by key, in one read transaction on `reader` (a connection of its own, so
 * that commits go on meanwhile). Returns the seq of that moment.
 */
export async function readElected(
  reader: Database,
  visit: (batch: readonly ElectedEntry[]) => void | Promise<void>,
): Promise<{ readonly seq: number }> {
  const selectPage = reader.prepare<[string, number], ElectedRow>(
    `SELECT e.key, v.id AS versionId, v.json, m.first_seen AS firstSeen, e.trust, e.silent
     FROM elections e
     JOIN entry_versions v ON v.id = e.version_id
     JOIN members m ON m.key = e.key AND m.source_id = e.source_id
     WHERE e.key > ?
     ORDER BY e.key
     LIMIT ?`,
  );
  reader.execute('BEGIN');
  const row = reader
    .prepare<[], { readonly seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM changes')
    .get();
  let after: string | undefined = '';
  while (after !== undefined) {
    const batch = selectPage.all(after, READ_BATCH);
    after = batch.length === READ_BATCH ? batch.at(-1)?.key : undefined;
    if (batch.length > 0) await visit(batch.map(readRow));
  }
  reader.execute('COMMIT');
  return { seq: row?.seq ?? 0 };
}
