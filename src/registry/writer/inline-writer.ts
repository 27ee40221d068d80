import type { NewOperation } from '../../store/catalog-store.ts';
import type { Store } from '../../store/store.ts';
import { createKey } from '../keys.ts';
import { createCommits } from './commits.ts';
import { importManifest } from './import-manifest.ts';
import type { IndexKeeper } from './index-keeper.ts';
import { joinList } from './slices.ts';
import { createWriteQueue } from './write-queue.ts';
import type { Writer } from './writer.ts';

export interface InlineWriterOptions {
  /** The one that writes; closed with the writer. */
  readonly store: Store;
  /** At the store's newest seq. */
  readonly index: IndexKeeper;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A commit is durable but the index could not follow: the process has to exit, the restart repairs. */
  readonly onFatal: (error: unknown) => void;
}

/** The writer of this thread. */
export function createInlineWriter({ store, index, now, onFatal }: InlineWriterOptions): Writer {
  const commits = createCommits(store, index, onFatal);
  const queue = createWriteQueue(index, commits.die);
  queue.wake();

  return {
    importManifest: (manifest) => queue.add(() => importManifest(store, commits, manifest, now)),
    recordTrust: (source, results) =>
      queue.add(async () => {
        const { changed } = await commits.make(() => store.recordTrust(source, results, now()));
        return { changed };
      }),
    recordSilence: (source, since) =>
      queue.add(async () => {
        await commits.make(() => store.recordSilence(source, since, now()));
      }),
    removeSource: (name) =>
      queue.add(async () => {
        const { orphaned } = await commits.make(() => store.removeSource(name, now()));
        return { orphaned };
      }),
    async publishRevision(revision, activate) {
      const operations = await joinList<NewOperation>(revision.operations);
      return queue.add(async () => {
        const { revision: published, created } = await commits.make(() =>
          store.publishRevision({ ...revision.head, operations, activate, now: now() }),
        );
        return { ...published, created };
      });
    },
    activateRevision: (activation) =>
      queue.add(async () => {
        const { catalog } = await commits.make(() => store.activateRevision({ ...activation, now: now() }));
        return catalog;
      }),
    createKey: (name, scope) => queue.add(() => createKey(store, name, scope, now())),
    revokeKey: (id) => queue.add(() => store.revokeKey(id, now())),
    async checkWritable() {
      commits.checkAlive();
      await store.checkWritable();
    },
    async close() {
      await queue.drain();
      try {
        // An index that could not follow a commit is not worth keeping.
        if (commits.alive) await index.finish();
      } finally {
        await store.close();
      }
    },
  };
}
