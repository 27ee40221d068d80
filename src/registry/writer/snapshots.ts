import type { IndexWriter } from '../../index/index-writer.ts';
import type { Store } from '../../store/store.ts';
import { removeUnfinished, writeSnapshot } from '../snapshot-file.ts';

/** Snapshots are no more frequent than this while the server runs: each writes everything. */
const MIN_INTERVAL_MS = 5 * 60 * 1000;
/** Replaying one change at the start takes about as long as reading so many entries from a snapshot. */
const ENTRIES_A_CHANGE = 100;
/** Closing waits this long for a snapshot; without it the next start replays more. Supervisors kill after 10 s. */
const MAX_CLOSING_MS = 4_000;

export interface SnapshotOptions {
  readonly store: Store;
  readonly index: IndexWriter;
  readonly file: string;
  /** How far the one on disk goes; undefined without one. */
  readonly savedSeq: number | undefined;
  /** The file system refused a snapshot, and the writer goes on without. */
  readonly onUnsaved: (error: unknown) => void;
  readonly onFatal: (error: unknown) => void;
}

export interface Snapshots {
  /** Milliseconds until the next one is due, for an index of so many entries: 0 now, Infinity when too little changed. */
  dueIn(entries: number): number;
  /** Starts to write one; writes of the index go on meanwhile. */
  start(): void;
  /** Writes the last one, if it is worth while and takes no longer than closing may. */
  finish(entries: number): Promise<void>;
}

/** Those of an index that is only read. */
export const NO_SNAPSHOTS: Snapshots = {
  dueIn: () => Number.POSITIVE_INFINITY,
  start: () => {},
  finish: async () => {},
};

export function createSnapshots({
  store,
  index,
  file,
  savedSeq,
  onUnsaved,
  onFatal,
}: SnapshotOptions): Snapshots {
  let savedUpTo = savedSeq ?? 0;
  // An index that was built has no snapshot to start from next time, so its first one does not wait.
  let earliest = savedSeq === undefined && index.seq > 0 ? 0 : performance.now() + MIN_INTERVAL_MS;
  let deadline = Number.POSITIVE_INFINITY;
  let saving: Promise<void> | undefined;

  const isWorthwhile = (entries: number): boolean => index.seq - savedUpTo > entries / ENTRIES_A_CHANGE;

  const write = async (): Promise<void> => {
    earliest = performance.now() + MIN_INTERVAL_MS;
    const { seq } = index;
    const chunks = index.saveSnapshot();
    const mark = await store.markHistory(seq);
    if (mark === undefined) return;
    try {
      const goOn = () => performance.now() < deadline;
      if (await writeSnapshot(file, { seq, mark }, chunks, goOn)) savedUpTo = seq;
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      onUnsaved(error);
    }
  };

  const start = (): void => {
    saving ??= write()
      .catch(onFatal)
      .finally(() => {
        saving = undefined;
      });
  };

  return {
    start,
    dueIn(entries) {
      if (!isWorthwhile(entries)) return Number.POSITIVE_INFINITY;
      return saving === undefined ? Math.max(0, earliest - performance.now()) : MIN_INTERVAL_MS;
    },
    async finish(entries) {
      deadline = performance.now() + MAX_CLOSING_MS;
      await saving;
      if (isWorthwhile(entries)) start();
      await saving;
      await removeUnfinished(file);
    },
  };
}
