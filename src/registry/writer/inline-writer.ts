import type { Store } from '../../store/store.ts';
import { createKey } from '../keys.ts';
import { createCommits, type IndexFeed } from './commits.ts';
import { importManifest } from './import-manifest.ts';
import { createWriteQueue } from './write-queue.ts';
import type { Writer } from './writer.ts';

export interface InlineWriterOptions {
  /** The one that writes; closed with the writer. */
  readonly store: Store;
  /** At the store's newest seq. */
  readonly index: IndexFeed;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A commit is durable but the index could not follow: the process has to exit, the restart repairs. */
  readonly onFatal: (error: unknown) => void;
}

/** The writer of this thread. */
export function createInlineWriter({ store, index, now, onFatal }: InlineWriterOptions): Writer {
  const queue = createWriteQueue();
  const commits = createCommits(store, index, onFatal);

  return {
    importManifest: (manifest) => queue.add(() => importManifest(store, commits, manifest, now)),
    removeSource: (name) =>
      queue.add(async () => {
        const { orphaned } = await commits.make(() => store.removeSource(name, now()));
        return { orphaned };
      }),
    createKey: (name, scope) => queue.add(() => createKey(store, name, scope, now())),
    revokeKey: (id) => queue.add(() => store.revokeKey(id, now())),
    async checkWritable() {
      commits.checkAlive();
      await store.checkWritable();
    },
    async close() {
      await queue.drain();
      await store.close();
    },
  };
}
