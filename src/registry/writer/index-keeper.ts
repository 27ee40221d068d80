import type { IndexWriter } from '../../index/index-writer.ts';
import { MAX_SEGMENTS } from '../../index/merge-policy.ts';
import type { IndexChange } from '../../index/search-index.ts';
import type { ViewData } from '../../index/view-data.ts';
import type { IndexFeed } from './commits.ts';
import type { Snapshots } from './snapshots.ts';
import type { Housekeeping } from './write-queue.ts';

export interface IndexKeeper extends IndexFeed, Housekeeping {
  /** Lets go of what is under way, and writes the last snapshot. */
  finish(): Promise<void>;
}

export interface IndexKeeperOptions {
  readonly index: IndexWriter;
  /** The newest view, which answers already. */
  readonly view: ViewData;
  readonly snapshots: Snapshots;
  /** Makes a view the one that answers. */
  readonly publish: (view: ViewData) => void;
}

/** Applies commits to the index, and merges and saves it in between. */
export function keepIndex({ index, view, snapshots, publish }: IndexKeeperOptions): IndexKeeper {
  let newest = view;
  let merge: Generator<void, ViewData | undefined> | undefined;

  const show = (next: ViewData): void => {
    newest = next;
    publish(next);
  };
  const countEntries = () => newest.segments.reduce((sum, segment) => sum + segment.liveCount, 0);

  return {
    get seq() {
      return index.seq;
    },
    async apply(seq: number, changes: readonly IndexChange[]) {
      show(index.apply(seq, changes));
      merge ??= index.merge();
    },
    get overdue() {
      return newest.segments.length > MAX_SEGMENTS;
    },
    async step() {
      if (merge !== undefined) {
        const { done, value } = merge.next();
        if (done !== true) return 0;
        const next = value ?? index.compact();
        merge = value === undefined ? undefined : index.merge();
        if (next !== undefined) show(next);
        return 0;
      }
      const wait = snapshots.dueIn(countEntries());
      if (wait === 0) snapshots.start();
      return wait;
    },
    async finish() {
      merge?.return(undefined);
      await snapshots.finish(countEntries());
    },
  };
}
