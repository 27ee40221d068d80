import type { KeyRecord, Scope } from '../../store/store.ts';
import type { ImportReport, ManifestImport } from '../registry.ts';

/**
 * Everything that changes the registry; one owner of the write connection is behind it. Writes run one at a time, in the
 * order in which they were asked for, and each resolves after its view answers: commit, view, answer.
 */
export interface Writer {
  /** See `Registry.importManifest`. */
  importManifest(manifest: ManifestImport): Promise<ImportReport>;
  /** See `Registry.removeSource`. */
  removeSource(name: string): Promise<{ readonly orphaned: number }>;
  /** See `Registry.createKey`. */
  createKey(name: string, scope: Scope): Promise<KeyRecord & { readonly key: string }>;
  /** See `Registry.revokeKey`. */
  revokeKey(id: string): Promise<KeyRecord>;
  /** Throws UNAVAILABLE when nothing can be written now. Waits for no other write but the one under way. */
  checkWritable(): Promise<void>;
  /** Finishes what was asked for before, then lets go of the write connection; later writes are refused. */
  close(): Promise<void>;
}
