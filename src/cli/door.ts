import type { ImportReport, ManifestImport } from '../registry/registry.ts';

/** One question to a registry, as HTTP puts it. */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query, encoded, beginning with a slash. */
  readonly path: string;
  /** A JSON body. */
  readonly body?: unknown;
  /** A body that is JSON text already, sent as it is. */
  readonly text?: string;
}

/** What HTTP says of an import; whether the source is new, it says by the status alone. */
export type ImportAnswer = Omit<ImportReport, 'created' | 'nestedCatalogs' | 'signed'>;

/**
 * A way to a registry: over the network, or to an app built in this process over a database. An error answer is
 * thrown as the LarderError it stands for.
 */
export interface Door {
  /** Asks, and gives the parsed JSON body; undefined where the answer has none. */
  request(ask: Ask): Promise<unknown>;
  importManifest(manifest: ManifestImport): Promise<ImportAnswer>;
  close(): Promise<void>;
}
