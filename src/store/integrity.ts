import { createHash } from 'node:crypto';
import { isJsonObject, type Json, member } from '../model/entry.ts';
import { parseIdentifier } from '../model/urn.ts';
import { findCatalogProblems } from './catalog-integrity.ts';
import type { Database } from './database.ts';
import { type SilentFlag, statusOf } from './silent-flag.ts';
import type { Candidate, Elect } from './store.ts';

/** Problems that are listed; a broken database can have one for each row. */
const MAX_PROBLEMS = 100;
const READ_BATCH = 1_000;

interface Claim extends Candidate {
  readonly key: string;
  readonly sourceId: number;
  readonly versionId: number;
}

/**
 * Checks, in one read transaction on a connection of its own, that SQLite's file is sound and that our own
 * invariants hold: versions are what their digests say, every live identifier has exactly the election that
 * a recount gives, the changes replay to just those elections, and catalogs are and show just what was published. One
 * sentence a problem, at most 100.
 */
export function findProblems(reader: Database, elect: Elect): readonly string[] {
  reader.execute('BEGIN');
  const problems = [
    ...sqliteProblems(reader),
    ...versionProblems(reader),
    ...electionProblems(reader, elect),
    ...changeProblems(reader),
    ...findCatalogProblems(reader),
  ];
  reader.execute('COMMIT');
  return problems.slice(0, MAX_PROBLEMS);
}

function sqliteProblems(reader: Database): string[] {
  const sound = reader
    .prepare<[], { readonly integrity_check: string }>(`PRAGMA integrity_check(${MAX_PROBLEMS})`)
    .all()
    .map((row) => row.integrity_check)
    .filter((text) => text !== 'ok')
    .map((text) => `SQLite: ${text}.`);
  const dangling = reader
    .prepare<[], { readonly table: string; readonly parent: string }>('PRAGMA foreign_key_check')
    .all()
    .map(({ table, parent }) => `A row of ${table} refers to a row of ${parent} that does not exist.`);
  return [...sound, ...dangling];
}

function versionProblems(reader: Database): string[] {
  const select = reader.prepare<
    [number, number],
    { readonly id: number; readonly key: string; readonly json: string; readonly digest: string }
  >(
    'SELECT id, key, json, lower(hex(digest)) AS digest FROM entry_versions WHERE id > ? ORDER BY id LIMIT ?',
  );
  const problems: string[] = [];
  for (
    let rows = select.all(0, READ_BATCH);
    rows.length > 0;
    rows = select.all(rows.at(-1)?.id ?? 0, READ_BATCH)
  ) {
    for (const row of rows) {
      if (createHash('sha256').update(row.json).digest('hex') !== row.digest) {
        problems.push(`Version ${row.id} of ${row.key} is not what its digest says.`);
      } else if (identifierKey(row.json) !== row.key) {
        problems.push(`Version ${row.id} is stored as ${row.key} but has another identifier.`);
      }
      if (problems.length >= MAX_PROBLEMS) return problems;
    }
  }
  return problems;
}

function electionProblems(reader: Database, elect: Elect): string[] {
  const select = reader.prepare<[string, number], Claim>(
    `SELECT m.key, m.source_id AS sourceId, m.version_id AS versionId, m.first_seen AS firstSeen,
            s.name AS source, s.kind, s.served_from AS servedFrom, s.silent_since AS silentSince, v.publisher
     FROM members m JOIN sources s ON s.id = m.source_id JOIN entry_versions v ON v.id = m.version_id
     WHERE m.last_seen IS NULL AND m.key IN (
       SELECT DISTINCT key FROM members WHERE key > ? AND last_seen IS NULL ORDER BY key LIMIT ?)
     ORDER BY m.key`,
  );
  const selectElection = reader.prepare<
    [string],
    { readonly sourceId: number; readonly versionId: number; readonly silent: SilentFlag }
  >('SELECT source_id AS sourceId, version_id AS versionId, silent FROM elections WHERE key = ?');
  const problems: string[] = [];
  let live = 0;
  for (
    let rows = select.all('', READ_BATCH);
    rows.length > 0;
    rows = select.all(rows.at(-1)?.key ?? '', READ_BATCH)
  ) {
    for (const [key, claims] of groupByKey(rows)) {
      live++;
      const winner = elect(claims);
      const elected = selectElection.get(key);
      if (elected?.sourceId !== winner.sourceId || elected.versionId !== winner.versionId) {
        problems.push(`${key} should be answered by source "${winner.source}", version ${winner.versionId}.`);
        if (problems.length >= MAX_PROBLEMS) return problems;
      } else if ((elected.silent === 1) !== (winner.silentSince !== null)) {
        problems.push(`${key} is kept as ${statusOf(elected.silent)}, and source "${winner.source}" is not.`);
        if (problems.length >= MAX_PROBLEMS) return problems;
      }
    }
  }
  const elected = reader
    .prepare<[], { readonly count: number }>('SELECT count(*) AS count FROM elections')
    .get();
  if (elected?.count !== live) {
    problems.push(`${elected?.count} identifiers have an election, ${live} have a live entry.`);
  }
  return problems;
}

function groupByKey(rows: readonly Claim[]): Map<string, [Claim, ...Claim[]]> {
  const groups = new Map<string, [Claim, ...Claim[]]>();
  for (const row of rows) {
    const group = groups.get(row.key);
    if (group === undefined) groups.set(row.key, [row]);
    else group.push(row);
  }
  return groups;
}

function changeProblems(reader: Database): string[] {
  const gaps = reader
    .prepare<[], { readonly count: number; readonly last: number }>(
      'SELECT count(*) AS count, coalesce(max(seq), 0) AS last FROM changes',
    )
    .get();
  const problems =
    gaps?.count === gaps?.last ? [] : [`${gaps?.count} changes are numbered up to ${gaps?.last}.`];
  const differing = reader
    .prepare<[number], { readonly key: string }>(
      `WITH last AS (
         SELECT key, version_id, first_seen, coalesce(trust, 'unverifiable no-proof') AS trust,
                coalesce(silent, 0) AS silent
         FROM changes WHERE seq IN (SELECT max(seq) FROM changes GROUP BY key)
       ), now AS (
         SELECT e.key, e.version_id, m.first_seen, e.trust, e.silent FROM elections e
         JOIN members m ON m.key = e.key AND m.source_id = e.source_id
       )
       SELECT key FROM (SELECT * FROM last WHERE version_id IS NOT NULL EXCEPT SELECT * FROM now)
       UNION
       SELECT key FROM (SELECT * FROM now EXCEPT SELECT * FROM last)
       LIMIT ?`,
    )
    .all(MAX_PROBLEMS);
  return [...problems, ...differing.map(({ key }) => `The last change of ${key} differs from its election.`)];
}

function identifierKey(json: string): string | undefined {
  const entry: Json = JSON.parse(json);
  const identifier = isJsonObject(entry) ? member(entry, 'identifier') : undefined;
  return typeof identifier === 'string' ? parseIdentifier(identifier)?.key : undefined;
}
