import { createFastIndex } from '../../src/index/fast-index.ts';
import { createIndexWriter, finish } from '../../src/index/index-writer.ts';
import type { IndexChange, IndexedEntry, SearchIndex } from '../../src/index/search-index.ts';
import { createPlainIndex } from '../../test/support/plain-index/plain-index.ts';
import { latestRevision } from '../workload/draw.ts';
import type { Work } from '../workload/entries.ts';

export const INDEX_KINDS = ['fast', 'plain'] as const;
export type IndexKind = (typeof INDEX_KINDS)[number];

/** Entries handed over at a time while everything is taken in. */
const BATCH = 10_000;

/** Batches in which the later revisions come: seven leave five segments at the largest size. */
const REVISION_BATCHES = 7;

/** Ours in one thread, as the registry has it or as its oracle. */
export interface Larder {
  readonly index: SearchIndex;
  /** Takes in everything at once, as at a start. */
  load(batches: Iterable<readonly IndexedEntry[]>): Promise<void>;
  /** Segments of the newest view, where there are any to tell of. */
  countSegments(): number | undefined;
}

export function createLarder(kind: IndexKind): Larder {
  return kind === 'fast' ? createFast() : createPlain();
}

function createPlain(): Larder {
  const index = createPlainIndex();
  return {
    index,
    async load(batches) {
      for (const entries of batches) {
        await index.apply(
          index.seq + entries.length,
          entries.map((entry) => ({ key: entry.key, entry })),
        );
      }
    },
    countSegments: () => undefined,
  };
}

function createFast(): Larder {
  const writer = createIndexWriter();
  const index = createFastIndex();
  let segments = 0;
  const adopt = (view: ReturnType<typeof writer.apply>) => {
    segments = view.segments.length;
    index.adopt(view);
  };
  return {
    index: {
      get seq() {
        return index.seq;
      },
      async apply(seq, changes) {
        let view = writer.apply(seq, changes);
        for (let next = finish(writer.merge()); next !== undefined; next = finish(writer.merge()))
          view = next;
        adopt(view);
      },
      explore: (query, facets) => index.explore(query, facets),
      search: (query, page) => index.search(query, page),
      list: (filter, order, page) => index.list(filter, order, page),
    },
    async load(batches) {
      const load = writer.load();
      let count = 0;
      for (const entries of batches) {
        load.add(entries);
        count += entries.length;
      }
      adopt(load.finish(count));
    },
    countSegments: () => segments,
  };
}

/** Takes in the work as a registry would over time: all entries first, then those that were revised. */
export async function loadWork(larder: Larder, work: Work): Promise<void> {
  await larder.load(entriesOf(work));
  for (let batch = 0; batch < REVISION_BATCHES; batch++) {
    const changes: IndexChange[] = [];
    const end = Math.floor((work.entries * (batch + 1)) / REVISION_BATCHES);
    for (let i = Math.floor((work.entries * batch) / REVISION_BATCHES); i < end; i++) {
      if (latestRevision(i) > 0) changes.push(change(work, i, latestRevision(i)));
    }
    await larder.index.apply(larder.index.seq + changes.length, changes);
  }
}

function* entriesOf(work: Work): Generator<readonly IndexedEntry[]> {
  for (let start = 0; start < work.entries; start += BATCH) {
    const entries: IndexedEntry[] = [];
    for (let i = start; i < Math.min(work.entries, start + BATCH); i++) entries.push(work.indexed(i));
    yield entries;
  }
}

/** Entry i becomes its revision. */
export function change(work: Work, i: number, revision: number): IndexChange {
  const entry = work.indexed(i, revision);
  return { key: entry.key, entry };
}
