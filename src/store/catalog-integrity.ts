import { namespaceOf } from '../forage/operation-path.ts';
import { StampHasher } from '../forage/stamp.ts';
import { canonicalJson } from '../model/canonical-json.ts';
import { isJsonObject, type Json, member } from '../model/entry.ts';
import { quote } from '../model/quote.ts';
import { sourceNameOf } from './activations.ts';
import type { Database } from './database.ts';

const READ_BATCH = 256;

interface RevisionRow {
  readonly id: number;
  readonly catalog: string;
  readonly name: string;
  readonly stamp: string;
  readonly operations: number;
}

interface CatalogRow {
  readonly id: number;
  readonly name: string;
  readonly activation: number | null;
  readonly newest: number | null;
  readonly activeId: number | null;
}

/**
 * Checks that every revision is what its stamp says, with its operations in list order and an entry for each, and that
 * what a catalog shows is exactly its active revision. One sentence a problem.
 */
export function findCatalogProblems(reader: Database): string[] {
  return [...revisionProblems(reader), ...activationProblems(reader)];
}

function revisionProblems(reader: Database): string[] {
  const revisions = reader
    .prepare<[], RevisionRow>(
      `SELECT r.id, c.name AS catalog, r.name, lower(hex(r.stamp)) AS stamp, r.operations
       FROM revisions r JOIN catalogs c ON c.id = r.catalog_id ORDER BY r.id`,
    )
    .all();
  const selectOperations = reader.prepare<
    [number, number, number],
    { readonly position: number; readonly path: string; readonly prepared: string }
  >(
    `SELECT position, path, prepared FROM revision_operations
     WHERE revision_id = ? AND position >= ? ORDER BY position LIMIT ?`,
  );
  const countEntries = reader.prepare<[number], { readonly count: number; readonly last: number }>(
    'SELECT count(*) AS count, coalesce(max(position), 0) AS last FROM revision_entries WHERE revision_id = ?',
  );

  return revisions.flatMap(({ id, catalog, name, stamp, operations }) => {
    const problems: string[] = [];
    const hasher = new StampHasher();
    let before: string | undefined;
    let position = 0;
    for (let rows = selectOperations.all(id, 0, READ_BATCH); rows.length > 0; ) {
      for (const row of rows) {
        const operation = operationOf(row.prepared);
        if (row.position !== position || !isBehind(row.path, before) || operation.path !== row.path) {
          problems.push(`its operation at ${row.position} is not the next one`);
        }
        hasher.add(operation.json);
        before = row.path;
        position++;
      }
      rows = selectOperations.all(id, (rows.at(-1)?.position ?? 0) + 1, READ_BATCH);
    }
    if (position !== operations) problems.push(`it has ${position} operations instead of ${operations}`);
    if (hasher.finish() !== stamp) problems.push('its operations are not what its stamp says');
    const entries = countEntries.get(id);
    if (entries?.count !== operations + 1 || entries.last !== operations) {
      problems.push(`it has ${entries?.count} entries instead of ${operations + 1}`);
    }
    const [first, ...more] = problems;
    if (first === undefined) return [];
    const rest = more.length === 0 ? '' : `, and ${more.length} more`;
    return [`The revision ${quote(name)} of the catalog ${quote(catalog)}: ${first}${rest}.`];
  });
}

/** Order of lists: first segment, then path, by code unit. */
function isBehind(path: string, before: string | undefined): boolean {
  if (before === undefined) return true;
  const [own, other] = [namespaceOf(path), namespaceOf(before)];
  return own === other ? path > before : own > other;
}

/** The metadata that the stamp is taken over. */
function operationOf(prepared: string): { readonly path: Json | undefined; readonly json: string } {
  const value: Json = JSON.parse(prepared);
  const operation = isJsonObject(value) ? member(value, 'operation') : undefined;
  if (!isJsonObject(operation)) return { path: undefined, json: '' };
  return { path: member(operation, 'path'), json: canonicalJson(operation) };
}

function activationProblems(reader: Database): string[] {
  const catalogs = reader
    .prepare<[], CatalogRow>(
      `SELECT c.id, c.name, c.activation, a.revision_id AS activeId,
              (SELECT max(number) FROM activations n WHERE n.catalog_id = c.id) AS newest
       FROM catalogs c LEFT JOIN activations a ON a.catalog_id = c.id AND a.number = c.activation
       ORDER BY c.id`,
    )
    .all();
  const countDiffering = reader.prepare<
    [sourceName: string, revisionId: number | null],
    { readonly count: number }
  >(
    `WITH shown AS (
       SELECT m.version_id FROM members m JOIN sources s ON s.id = m.source_id
       WHERE s.name = ? AND m.last_seen IS NULL
     ), published AS (
       SELECT version_id FROM revision_entries WHERE revision_id = ?
     )
     SELECT count(*) AS count FROM (
       SELECT * FROM (SELECT * FROM shown EXCEPT SELECT * FROM published)
       UNION ALL
       SELECT * FROM (SELECT * FROM published EXCEPT SELECT * FROM shown)
     )`,
  );
  return catalogs.flatMap(({ name, activation, newest, activeId }) => {
    if (activation !== newest) {
      return [`The catalog ${quote(name)} points at activation ${activation}; the newest is ${newest}.`];
    }
    const differing = countDiffering.get(sourceNameOf(name), activeId)?.count ?? 0;
    if (differing === 0) return [];
    return [`${differing} entries of the catalog ${quote(name)} are not those of its active revision.`];
  });
}
