import type { TrustResult } from '../../model/trust.ts';
import type { KeyRecord, Scope } from '../../store/store.ts';
import type { Activation, CatalogSummary, PublishedRevision } from '../catalogs.ts';
import type { PreparedRevision } from '../preparer/preparer.ts';
import type { ImportReport, ManifestImport } from '../registry.ts';

/**
 * Everything that changes the registry; one owner of the write connection is behind it. Writes run one at a time, in the
 * order in which they were asked for, and each resolves after its view answers: commit, view, answer.
 */
export interface Writer {
  /** See `Registry.importManifest`. */
  importManifest(manifest: ManifestImport): Promise<ImportReport>;
  /** See `Registry.recordTrust`. */
  recordTrust(
    source: string,
    results: ReadonlyMap<string, TrustResult>,
  ): Promise<{ readonly changed: number }>;
  /** See `Registry.recordSilence`. */
  recordSilence(source: string, since: number | null): Promise<void>;
  /** See `Registry.removeSource`. */
  removeSource(name: string): Promise<{ readonly orphaned: number }>;
  /** The part of `Catalogs.publishRevision` behind the preparation. */
  publishRevision(revision: PreparedRevision, activate: boolean): Promise<PublishedRevision>;
  /** See `Catalogs.activateRevision`; a revision that is null takes the catalog out of discovery. */
  activateRevision(activation: WantedActivation): Promise<CatalogSummary>;
  /** See `Registry.createKey`. */
  createKey(name: string, scope: Scope): Promise<KeyRecord & { readonly key: string }>;
  /** See `Registry.revokeKey`. */
  revokeKey(id: string): Promise<KeyRecord>;
  /** Throws UNAVAILABLE when nothing can be written now. Waits for no other write but the one under way. */
  checkWritable(): Promise<void>;
  /** Finishes what was asked for before, then lets go of the write connection; later writes are refused. */
  close(): Promise<void>;
}

export interface WantedActivation extends Omit<Activation, 'revision'> {
  readonly revision: string | null;
}
