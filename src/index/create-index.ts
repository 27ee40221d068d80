import { createFastIndex, type FastIndex, type FastIndexOptions } from './fast-index.ts';
import { createIndexWriter, finish, type IndexWriterOptions } from './index-writer.ts';
import type { SearchIndex } from './search-index.ts';

/** The index with both halves in one thread: writes, merges and questions block each other. */
export function createIndex(options: FastIndexOptions & IndexWriterOptions = {}): SearchIndex {
  const writer = createIndexWriter(options);
  const index: FastIndex = createFastIndex(options);
  return {
    get seq() {
      return index.seq;
    },
    async apply(seq, changes) {
      let view = writer.apply(seq, changes);
      for (let next = finish(writer.merge()); next !== undefined; next = finish(writer.merge())) view = next;
      index.adopt(writer.compact() ?? view);
    },
    explore: (query, facets) => index.explore(query, facets),
    search: (query, page) => index.search(query, page),
    list: (filter, order, page) => index.list(filter, order, page),
  };
}
