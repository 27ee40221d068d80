import { LarderError } from '../../errors.ts';
import type { SearchIndex } from '../../index/search-index.ts';
import type { ElectionChange, Store } from '../../store/store.ts';
import { indexChanges } from '../load-index.ts';
import { unavailable } from './waiting-writes.ts';

/** Where a commit has to be seen before it is acknowledged. */
export type IndexFeed = Pick<SearchIndex, 'seq' | 'apply'>;

/** What a commit leaves for the index to apply. */
interface Committed {
  readonly seq: number;
  readonly changes: readonly ElectionChange[];
}

export interface Commits {
  /**
   * Makes one commit, then the view; resolves when the view answers. If the view cannot follow a commit,
   * `onFatal` is called and nothing is written any more: only a restart, which builds the index anew, brings both
   * together. One at a time.
   */
  make<T extends Committed>(commit: () => Promise<T>): Promise<T>;
  /** False after a fatal failure. */
  readonly alive: boolean;
  /** Throws UNAVAILABLE after a fatal failure. */
  checkAlive(): void;
  /** The fatal failure: nothing is written any more. */
  die(error: unknown): void;
}

export function createCommits(store: Store, index: IndexFeed, onFatal: (error: unknown) => void): Commits {
  let dead = false;

  const checkAlive = (): void => {
    if (dead) throw unavailable('The registry has to restart before it can write again.');
  };

  const die = (error: unknown): void => {
    dead = true;
    onFatal(error);
  };

  return {
    get alive() {
      return !dead;
    },
    checkAlive,
    die,
    async make<T extends Committed>(commit: () => Promise<T>): Promise<T> {
      checkAlive();
      let committed: T;
      try {
        committed = await commit();
      } catch (error) {
        // A commit can fail after it became durable; then the view is behind and nobody would tell it.
        if ((await store.currentSeq()) !== index.seq) die(error);
        throw error;
      }
      if (committed.seq === index.seq) return committed;
      try {
        await index.apply(committed.seq, indexChanges(committed.changes));
      } catch (error) {
        die(error);
        throw new LarderError('INTERNAL_ERROR', 'The index could not follow a commit.', { cause: error });
      }
      return committed;
    },
  };
}
