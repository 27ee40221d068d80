import { createPlainIndex } from '../../src/index/plain-index.ts';
import type { IndexChange, SearchIndex } from '../../src/index/search-index.ts';
import { latestRevision } from '../work/draw.ts';
import type { Work } from '../work/entries.ts';

export const INDEX_KINDS = ['plain'] as const;
export type IndexKind = (typeof INDEX_KINDS)[number];

/** Entries of one change while the work is taken in: what bounds the memory of it. */
const BATCH = 10_000;

/** Batches in which the later revisions come, so that they are segments of their own. */
const REVISION_BATCHES = 5;

export function createIndexOf(_kind: IndexKind): SearchIndex {
  return createPlainIndex();
}

/** Takes in the work as a registry would over time: all entries first, then those that were revised. */
export async function loadWork(index: SearchIndex, work: Work): Promise<void> {
  for (let start = 0; start < work.entries; start += BATCH) {
    const changes: IndexChange[] = [];
    for (let i = start; i < Math.min(work.entries, start + BATCH); i++) changes.push(change(work, i, 0));
    await index.apply(index.seq + changes.length, changes);
  }
  for (let batch = 0; batch < REVISION_BATCHES; batch++) {
    const changes: IndexChange[] = [];
    const end = Math.floor((work.entries * (batch + 1)) / REVISION_BATCHES);
    for (let i = Math.floor((work.entries * batch) / REVISION_BATCHES); i < end; i++) {
      if (latestRevision(i) > 0) changes.push(change(work, i, latestRevision(i)));
    }
    await index.apply(index.seq + changes.length, changes);
  }
}

/** Entry i becomes its revision. */
export function change(work: Work, i: number, revision: number): IndexChange {
  const entry = work.indexed(i, revision);
  return { key: entry.key, entry };
}
