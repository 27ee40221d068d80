import type { IndexChange, SearchIndex } from '../index/search-index.ts';
import type { ElectedEntry, ElectionChange, Store } from '../store/store.ts';
import { parseStoredEntry } from './published-entry.ts';

/** Changes read at a time while an index catches up. */
const CATCH_UP_BATCH = 1_000;

/** Brings an empty index to the store's newest seq. */
export async function loadIndex(store: Store, index: SearchIndex): Promise<void> {
  const changes: IndexChange[] = [];
  const { seq } = await store.readElected((batch) => {
    for (const elected of batch) changes.push({ key: elected.key, entry: indexed(elected) });
  });
  if (seq > index.seq) await index.apply(seq, changes);
  await catchUp(store, index);
}

/** Applies what was committed after the index's newest view. */
export async function catchUp(store: Store, index: SearchIndex): Promise<void> {
  for (;;) {
    const changes = await store.readChanges(index.seq, CATCH_UP_BATCH);
    const last = changes.at(-1);
    if (last === undefined) return;
    await index.apply(last.seq, indexChanges(changes));
  }
}

/** What the index has to apply; of several changes of one identifier only the last counts. */
export function indexChanges(changes: readonly ElectionChange[]): readonly IndexChange[] {
  const last = new Map<string, IndexChange>();
  for (const { key, entry } of changes) {
    last.set(key, entry === null ? { key, entry: null } : { key, entry: indexed(entry) });
  }
  return [...last.values()];
}

function indexed(elected: ElectedEntry) {
  const { key, versionId, firstSeen, json } = elected;
  return { key, versionId, firstSeen, entry: parseStoredEntry(json) };
}
