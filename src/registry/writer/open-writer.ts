import type { IndexWriter } from '../../index/index-writer.ts';
import type { ViewData } from '../../index/view-data.ts';
import type { Store } from '../../store/store.ts';
import { loadIndex } from '../load-index.ts';
import { keepIndex } from './index-keeper.ts';
import { createInlineWriter } from './inline-writer.ts';
import { createSnapshots, NO_SNAPSHOTS } from './snapshots.ts';
import type { WriterWarning } from './warning.ts';
import type { Writer } from './writer.ts';

export interface WriterOptions {
  /** The one that writes; closed with the writer. */
  readonly store: Store;
  /** Where the snapshot of the index is, or will be. */
  readonly snapshot: string;
  /** The store is open for reading only, and the snapshot is not written. */
  readonly readonly: boolean;
  readonly createIndex: () => IndexWriter;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Makes a view the one that answers; called first before the writer is open. */
  readonly publish: (view: ViewData) => void;
  readonly onWarning: (warning: WriterWarning) => void;
  readonly onFatal: (error: unknown) => void;
}

/** Loads the index and opens the writer of this thread. */
export async function openWriter(options: WriterOptions): Promise<Writer> {
  const { store, snapshot, publish, onWarning } = options;
  const { index, view, snapshotSeq, unusable } = await loadIndex(store, snapshot, options.createIndex);
  if (unusable !== undefined) {
    onWarning({
      message: 'the snapshot of the index was not used; the index was built anew',
      reason: unusable,
    });
  }
  publish(view);
  const snapshots = options.readonly
    ? NO_SNAPSHOTS
    : createSnapshots({
        store,
        index,
        file: snapshot,
        savedSeq: snapshotSeq,
        onUnsaved: (error) =>
          onWarning({ message: 'the snapshot of the index could not be written', reason: String(error) }),
        onFatal: options.onFatal,
      });
  return createInlineWriter({ ...options, index: keepIndex({ index, view, snapshots, publish }) });
}
