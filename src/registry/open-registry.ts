import type { SearchIndex } from '../index/search-index.ts';
import type { Store } from '../store/store.ts';
import { importManifest } from './import-manifest.ts';
import { createKey, findKey } from './keys.ts';
import { list } from './list.ts';
import { loadIndex } from './load-index.ts';
import type { Registry } from './registry.ts';
import { retrieve } from './retrieve.ts';
import { search } from './search.ts';
import { createWriter } from './writer.ts';

export interface RegistryOptions {
  readonly store: Store;
  /** An empty index; it is loaded from the store. */
  readonly index: SearchIndex;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A commit is durable but the index could not follow: the process has to exit, the restart repairs. */
  readonly onFatal: (error: unknown) => void;
}

/** Opens the registry over a store: loads the index, then answers. The registry closes the store. */
export async function openRegistry(options: RegistryOptions): Promise<Registry> {
  const { store, index, now, onFatal } = options;
  await loadIndex(store, index);
  const writer = createWriter(store, index, onFatal);

  return {
    get seq() {
      return index.seq;
    },
    async explore(query, facets) {
      const { total, facets: results } = await index.explore(query, facets);
      return { total, facets: results };
    },
    search: (query, page) => search(store, index, query, page),
    list: (filter, order, page) => list(store, index, filter, order, page),
    retrieve: (identifier) => retrieve(store, identifier),

    importManifest: (manifest) => importManifest(store, writer, manifest, now),
    listSources: () => store.listSources(),
    getSource: (name) => store.getSource(name),
    async removeSource(name) {
      const { orphaned } = await writer.write(() => store.removeSource(name, now()));
      return { orphaned };
    },

    createKey: (name, scope) => createKey(store, name, scope, now()),
    findKey: (text) => findKey(store, text),
    listKeys: () => store.listKeys(),
    revokeKey: (id) => store.revokeKey(id, now()),

    async checkReady() {
      writer.checkAlive();
      await store.checkWritable();
    },
    async close() {
      await writer.drain();
      await store.close();
    },
  };
}
