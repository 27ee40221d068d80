import { LarderError } from '../errors.ts';
import type { SearchIndex } from '../index/search-index.ts';
import type { ElectionChange, Store } from '../store/store.ts';
import { indexChanges } from './load-index.ts';

/** A restart takes about this long. */
const RESTART_SECONDS = 1;

/** What a commit leaves for the index to apply. */
interface Committed {
  readonly seq: number;
  readonly changes: readonly ElectionChange[];
}

export interface Writer {
  /**
   * Runs one write after all earlier ones: the commit, then the view. Resolves when the view answers. If the
   * view cannot follow a commit, `onFatal` is called and nothing is written any more: only a restart, which
   * builds the index anew, brings both together.
   */
  write<T extends Committed>(commit: () => Promise<T>): Promise<T>;
  /** Throws UNAVAILABLE after a fatal failure. */
  checkAlive(): void;
  /** Resolves when no write is under way; later ones are refused. */
  drain(): Promise<void>;
}

export function createWriter(store: Store, index: SearchIndex, onFatal: (error: unknown) => void): Writer {
  let tail: Promise<unknown> = Promise.resolve();
  let dead = false;
  let closing = false;

  const checkAlive = (): void => {
    if (dead) throw unavailable('The registry has to restart before it can write again.');
  };

  const die = (error: unknown): void => {
    dead = true;
    onFatal(error);
  };

  const run = async <T extends Committed>(commit: () => Promise<T>): Promise<T> => {
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
  };

  return {
    checkAlive,
    async write(commit) {
      if (closing) throw unavailable('The registry is shutting down.');
      const result = tail.then(() => run(commit));
      // The queue goes on after a failed write; its caller has the error.
      tail = result.catch(() => undefined);
      return result;
    },
    async drain() {
      closing = true;
      await tail;
    },
  };
}

function unavailable(message: string): LarderError {
  return new LarderError('UNAVAILABLE', message, { retryAfterSeconds: RESTART_SECONDS });
}
