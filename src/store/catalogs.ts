import { LarderError } from '../errors.ts';
import { quote } from '../model/quote.ts';
import { findNearest } from '../text/nearest.ts';
import type { CatalogSummary, RevisionSummary } from './catalog-store.ts';
import type { Database } from './database.ts';

/** A catalog with its pointer. */
export interface CatalogRow {
  readonly id: number;
  readonly name: string;
  readonly firstPublishedAt: number;
  /** The newest activation; null before the first. */
  readonly activation: number | null;
  /** The active revision; null when there is none. */
  readonly activeId: number | null;
  readonly revisions: number;
}

export interface RevisionRow {
  readonly id: number;
  readonly name: string;
  readonly stamp: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly publisher: string;
  readonly operations: number;
  readonly tableDigest: string | null;
  readonly publishedAt: number;
}

export interface Catalogs {
  find(name: string): CatalogRow | undefined;
  /** Errors: NOT_FOUND, with the nearest name. */
  get(name: string): CatalogRow;
  findRevision(catalog: CatalogRow, name: string): RevisionRow | undefined;
  /** Errors: NOT_FOUND, with the nearest name. */
  getRevision(catalog: CatalogRow, name: string): RevisionRow;
  list(): readonly CatalogSummary[];
  summarise(catalog: CatalogRow): CatalogSummary;
  /** Newest first. */
  listRevisions(catalog: CatalogRow): readonly RevisionSummary[];
  /** The prepared JSON of operations, in the order asked for. Errors: INTERNAL_ERROR for an unknown position. */
  readOperations(revisionId: number, positions: readonly number[]): readonly string[];
}

const SELECT_CATALOG = `
  SELECT c.id, c.name, c.first_published_at AS firstPublishedAt, c.activation, a.revision_id AS activeId,
         (SELECT count(*) FROM revisions r WHERE r.catalog_id = c.id) AS revisions
  FROM catalogs c LEFT JOIN activations a ON a.catalog_id = c.id AND a.number = c.activation`;

const SELECT_REVISION = `
  SELECT id, name, lower(hex(stamp)) AS stamp, title, description, publisher, operations,
         lower(hex(table_digest)) AS tableDigest, published_at AS publishedAt
  FROM revisions`;

export function prepareCatalogs(database: Database): Catalogs {
  const selectAll = database.prepare<[], CatalogRow>(`${SELECT_CATALOG} ORDER BY c.name`);
  const selectOne = database.prepare<[string], CatalogRow>(`${SELECT_CATALOG} WHERE c.name = ?`);
  const selectRevision = database.prepare<[number, string], RevisionRow>(
    `${SELECT_REVISION} WHERE catalog_id = ? AND name = ?`,
  );
  const selectRevisionById = database.prepare<[number], RevisionRow>(`${SELECT_REVISION} WHERE id = ?`);
  const selectRevisions = database.prepare<[number], RevisionRow>(
    `${SELECT_REVISION} WHERE catalog_id = ? ORDER BY number DESC`,
  );
  // CROSS: otherwise SQLite goes through the whole revision for each position.
  const selectOperations = database.prepare<[string, number], { readonly prepared: string }>(
    `SELECT o.prepared FROM json_each(?) AS wanted
     CROSS JOIN revision_operations o ON o.revision_id = ? AND o.position = wanted.value
     ORDER BY wanted.key`,
  );

  const summarise = (catalog: CatalogRow): CatalogSummary => {
    const active = catalog.activeId === null ? undefined : selectRevisionById.get(catalog.activeId);
    return {
      name: catalog.name,
      active: active === undefined ? null : summariseRevision(catalog, active),
      revisions: catalog.revisions,
      firstPublishedAt: catalog.firstPublishedAt,
    };
  };

  return {
    find: (name) => selectOne.get(name),
    get(name) {
      const catalog = selectOne.get(name);
      if (catalog !== undefined) return catalog;
      const names = selectAll.all().map((one) => one.name);
      throw unknown('There is no catalog', name, names);
    },
    findRevision: ({ id }, name) => selectRevision.get(id, name),
    getRevision(catalog, name) {
      const revision = selectRevision.get(catalog.id, name);
      if (revision !== undefined) return revision;
      const names = selectRevisions.all(catalog.id).map((one) => one.name);
      throw unknown(`The catalog ${quote(catalog.name)} has no revision`, name, names);
    },
    list: () => selectAll.all().map(summarise),
    summarise,
    listRevisions: (catalog) =>
      selectRevisions.all(catalog.id).map((revision) => summariseRevision(catalog, revision)),
    readOperations(revisionId, positions) {
      const rows = selectOperations.all(JSON.stringify(positions), revisionId);
      if (rows.length !== positions.length) {
        throw new LarderError('INTERNAL_ERROR', `A revision lacks some of the operations ${positions}.`);
      }
      return rows.map(({ prepared }) => prepared);
    },
  };
}

export function summariseRevision(catalog: CatalogRow, revision: RevisionRow): RevisionSummary {
  const { id, name, title, description, tableDigest, ...rest } = revision;
  return {
    catalog: catalog.name,
    revision: name,
    ...rest,
    ...(title === null ? {} : { title }),
    ...(description === null ? {} : { description }),
    ...(tableDigest === null || tableDigest === '' ? {} : { tableDigest }),
    active: catalog.activeId === id,
  };
}

function unknown(what: string, name: string, names: readonly string[]): LarderError {
  const nearest = findNearest(name, names);
  const offer = nearest === undefined ? '' : ` Did you mean ${quote(nearest)}?`;
  return new LarderError('NOT_FOUND', `${what} ${quote(name)}.${offer}`);
}
