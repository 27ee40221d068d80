import { LarderError } from '../errors.ts';
import { quote } from '../model/quote.ts';
import type { Activations } from './activations.ts';
import type { NewRevision, PublicationOutcome } from './catalog-store.ts';
import { type Catalogs, type RevisionRow, summariseRevision } from './catalogs.ts';
import type { Database } from './database.ts';
import type { EntryTables } from './generations.ts';

export interface Revisions {
  /** See `CatalogStore.publishRevision`; in the transaction under way, dated `now`. */
  publish(revision: NewRevision): PublicationOutcome;
}

export function prepareRevisions(
  database: Database,
  catalogs: Catalogs,
  activations: Activations,
  { versions, elections }: EntryTables,
): Revisions {
  const insertCatalog = database.prepare<[string, number]>(
    'INSERT INTO catalogs (name, first_published_at) VALUES (?, ?)',
  );
  const insertRevision = database.prepare<
    [
      catalogId: number,
      number: number,
      name: string,
      stamp: Buffer,
      title: string | null,
      description: string | null,
      publisher: string,
      operations: number,
      tableDigest: Buffer | null,
      publishedAt: number,
    ]
  >(
    `INSERT INTO revisions (catalog_id, number, name, stamp, title, description, publisher, operations,
                            table_digest, published_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertOperation = database.prepare<[number, number, string, string]>(
    'INSERT INTO revision_operations (revision_id, position, path, prepared) VALUES (?, ?, ?, ?)',
  );
  const insertEntry = database.prepare<[number, number, number]>(
    'INSERT INTO revision_entries (revision_id, position, version_id) VALUES (?, ?, ?)',
  );

  const insert = (revision: NewRevision): void => {
    const { operations, now } = revision;
    const before = catalogs.find(revision.catalog);
    const catalogId = before?.id ?? insertCatalog.run(revision.catalog, now);
    const revisionId = insertRevision.run(
      catalogId,
      (before?.revisions ?? 0) + 1,
      revision.revision,
      Buffer.from(revision.stamp, 'hex'),
      revision.title ?? null,
      revision.description ?? null,
      revision.publisher,
      operations.length,
      revision.tableDigest === undefined ? null : Buffer.from(revision.tableDigest, 'hex'),
      now,
    );
    insertEntry.run(revisionId, 0, versions.findOrInsert(revision.entry));
    for (const [position, { path, prepared, entry }] of operations.entries()) {
      insertOperation.run(revisionId, position, path, prepared);
      insertEntry.run(revisionId, position + 1, versions.findOrInsert(entry));
    }
  };

  return {
    publish(revision) {
      const { catalog: name, now } = revision;
      const before = catalogs.find(name);
      const found = before === undefined ? undefined : catalogs.findRevision(before, revision.revision);
      if (found === undefined) insert(revision);
      else assertSame(found, revision);
      const { seq, changes } = revision.activate
        ? activations.activate({ catalog: name, revision: revision.revision, expected: undefined, now })
        : { seq: elections.currentSeq(), changes: [] };
      const catalog = catalogs.get(name);
      const published = catalogs.getRevision(catalog, revision.revision);
      return {
        revision: summariseRevision(catalog, published),
        created: found === undefined,
        seq,
        changes,
      };
    },
  };
}

/** What was published under a name stays what that name means. */
function assertSame(found: RevisionRow, revision: NewRevision): void {
  const differing = [
    ...(found.stamp === revision.stamp ? [] : ['operations (the stamp)']),
    ...(found.title === (revision.title ?? null) ? [] : ['title']),
    ...(found.description === (revision.description ?? null) ? [] : ['description']),
    ...(found.publisher === revision.publisher ? [] : ['publisher']),
  ];
  if (differing.length === 0) return;
  throw new LarderError(
    'CONFLICT',
    `The revision ${quote(found.name)} of the catalog ${quote(revision.catalog)} exists already and differs in ${differing.join(', ')}. ` +
      'Revisions never change: publish this under another name.',
  );
}
