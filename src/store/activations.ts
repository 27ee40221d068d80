import { createHash } from 'node:crypto';
import { LarderError } from '../errors.ts';
import { quote } from '../model/quote.ts';
import { NO_PROOF } from '../model/trust.ts';
import type { ActivationOutcome, NewActivation } from './catalog-store.ts';
import type { CatalogRow, Catalogs } from './catalogs.ts';
import type { Database } from './database.ts';
import type { EntryTables } from './generations.ts';
import { trustText } from './trust-text.ts';

export interface Activations {
  /** See `CatalogStore.activateRevision`; in the transaction under way, dated `now`. */
  activate(activation: NewActivation): ActivationOutcome;
}

export function prepareActivations(
  database: Database,
  catalogs: Catalogs,
  { sources, members, elections }: EntryTables,
): Activations {
  const selectEntries = database.prepare<[number], { readonly key: string; readonly versionId: number }>(
    `SELECT v.key, v.id AS versionId
     FROM revision_entries e JOIN entry_versions v ON v.id = e.version_id
     WHERE e.revision_id = ?
     ORDER BY e.position`,
  );
  const insert = database.prepare<[number, number, number | null, number]>(
    'INSERT INTO activations (catalog_id, number, revision_id, committed_at) VALUES (?, ?, ?, ?)',
  );
  const point = database.prepare<[number, number]>('UPDATE catalogs SET activation = ? WHERE id = ?');

  /** Makes the entries of a revision those of the catalog as a source; none without one. */
  const replaceEntries = (catalog: CatalogRow, revisionId: number | null, now: number) => {
    const name = sourceNameOf(catalog.name);
    const entries = revisionId === null ? [] : selectEntries.all(revisionId);
    const source = sources.find(name);
    // A source tells its generations apart by digest; here each is one of the catalog's activations.
    const digest = createHash('sha256')
      .update(JSON.stringify([name, revisionId]))
      .digest('hex');
    const { id } = sources.advance(source, {
      source: name,
      kind: 'catalog',
      origin: 'catalog',
      servedFrom: null,
      digest,
      reading: digest,
      verdicts: { ok: entries.length, warning: 0, error: 0 },
      now,
    });
    // What an operator publishes here needs no proof, and has none.
    const trust = trustText(NO_PROOF);
    const claims = new Map(entries.map(({ key, versionId }) => [key, { versionId, trust }]));
    const { touched } = members.replace(id, claims, source?.lastSeen ?? now, now);
    return elections.hold(touched, now);
  };

  return {
    activate({ catalog: name, revision, expected, now }) {
      const catalog = catalogs.get(name);
      const before = catalogs.summarise(catalog);
      assertExpected(catalog, before.active?.revision ?? null, expected);
      const revisionId = revision === null ? null : catalogs.getRevision(catalog, revision).id;
      if (revisionId === catalog.activeId) {
        return { catalog: before, seq: elections.currentSeq(), changes: [] };
      }
      const number = (catalog.activation ?? 0) + 1;
      insert.run(catalog.id, number, revisionId, now);
      point.run(number, catalog.id);
      const outcome = replaceEntries(catalog, revisionId, now);
      return { catalog: catalogs.summarise(catalogs.get(name)), ...outcome };
    },
  };
}

/** The name of a catalog among the sources; no manifest can have it. */
export function sourceNameOf(catalog: string): string {
  return `catalog:${catalog}`;
}

function assertExpected(
  { name }: CatalogRow,
  active: string | null,
  expected: string | null | undefined,
): void {
  if (expected === undefined || expected === active) return;
  const show = (revision: string | null) => (revision === null ? 'none' : quote(revision));
  throw new LarderError(
    'CONFLICT',
    `The active revision of the catalog ${quote(name)} is ${show(active)}, not ${show(expected)}; nothing was changed. ` +
      'Look at what changed, then say which one you expect.',
  );
}
