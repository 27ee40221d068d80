import type { IndexChange, IndexedEntry } from './search-index.ts';
import type { ViewData } from './view-data.ts';

/** Builds versions of the index; lives where writes do, which may be another thread than the questions'. */
export interface IndexWriter {
  /** The seq of the newest version. */
  readonly seq: number;
  /**
   * Applies one committed batch, or throws and changes nothing that a view shows. Allowed between the steps of a
   * merge.
   */
  apply(seq: number, changes: readonly IndexChange[]): ViewData;
  /**
   * One merge of segments, if one is due, in steps of a few milliseconds; done when the iterator is. Gives the
   * view with the merged segment, or undefined when nothing was to be done. Only one merge at a time; call it again
   * until it gives undefined.
   */
  merge(): Generator<void, ViewData | undefined>;
  /** Starts to build everything from the store. Nothing else may be called until it has finished. */
  load(): IndexLoad;
  /** The newest version as bytes, in chunks of a few megabytes that stay valid until the next call of the writer. */
  saveSnapshot(): Iterable<Uint8Array>;
  /**
   * Takes over what `saveSnapshot` gave, in any cutting. Errors: SnapshotError when it is damaged, truncated, or
   * made by another version of Larder; the writer is then as new, and the caller loads from the store.
   */
  loadSnapshot(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<ViewData>;
}

/** A load in progress, in bounded memory: batches of any size, each key once. */
export interface IndexLoad {
  add(entries: readonly IndexedEntry[]): void;
  finish(seq: number): ViewData;
}
