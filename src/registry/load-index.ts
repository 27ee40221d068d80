import { createIndexWriter, finish, type IndexWriter } from '../index/index-writer.ts';
import type { IndexChange, IndexedEntry } from '../index/search-index.ts';
import { SnapshotError } from '../index/snapshot/format.ts';
import type { ViewData } from '../index/view-data.ts';
import type { ElectedEntry, ElectionChange, Store } from '../store/store.ts';
import { parseStoredEntry } from './published-entry.ts';
import { openSnapshot, type SnapshotReader } from './snapshot-file.ts';

/** Changes read at a time while an index catches up. */
const CATCH_UP_BATCH = 1_000;

export interface LoadedIndex {
  readonly index: IndexWriter;
  /** At the store's newest seq. */
  readonly view: ViewData;
  /** How far the snapshot went that was used; undefined when the index was built from the store. */
  readonly snapshotSeq: number | undefined;
  /** Why a snapshot that is there was not used. */
  readonly unusable: string | undefined;
}

/**
 * Brings an index to the store's newest seq: from the snapshot and the changes after it, or, where there is no
 * snapshot that fits, from all entries of the store.
 */
export async function loadIndex(
  store: Store,
  snapshot: string,
  create: () => IndexWriter = createIndexWriter,
): Promise<LoadedIndex> {
  const restored = await restoreIndex(store, snapshot, create);
  if (typeof restored === 'object') return restored;
  const index = create();
  const view = await buildIndex(store, index);
  return { index, view, snapshotSeq: undefined, unusable: restored };
}

/** The index of snapshot and changes; undefined without a snapshot, or the reason why it is not usable. */
async function restoreIndex(
  store: Store,
  file: string,
  create: () => IndexWriter,
): Promise<LoadedIndex | string | undefined> {
  let snapshot: SnapshotReader | string | undefined;
  try {
    snapshot = await openSnapshot(file);
    if (typeof snapshot !== 'object') return snapshot;
    const { seq, mark } = snapshot.origin;
    const expected = await store.markHistory(seq);
    if (expected === undefined || !Buffer.from(expected).equals(mark)) {
      return 'it is from another database, or from another course of this one';
    }
    const index = create();
    const saved = await index.loadSnapshot(snapshot.chunks);
    if (saved.seq !== seq) return 'its parts belong to different changes';
    return { index, view: await catchUp(store, index, saved), snapshotSeq: seq, unusable: undefined };
  } catch (error) {
    if (error instanceof SnapshotError || error instanceof MissingChangesError) return error.message;
    if (error instanceof Error && 'syscall' in error) return `it cannot be read: ${error.message}`;
    throw error;
  } finally {
    if (typeof snapshot === 'object') await snapshot.close();
  }
}

async function buildIndex(store: Store, index: IndexWriter): Promise<ViewData> {
  const load = index.load();
  const { seq } = await store.readElected((batch) => load.add(batch.map(indexedEntry)));
  return catchUp(store, index, load.finish(seq));
}

/** Applies what was committed after `view`, the index's newest. Errors: MissingChangesError. */
async function catchUp(store: Store, index: IndexWriter, view: ViewData): Promise<ViewData> {
  for (let newest = view; ; ) {
    const changes = await store.readChanges(newest.seq, CATCH_UP_BATCH);
    const last = changes.at(-1);
    if (last === undefined) return newest;
    if (last.seq !== newest.seq + changes.length) throw new MissingChangesError(newest.seq);
    const applied = index.apply(last.seq, indexChanges(changes));
    newest = mergeAll(index) ?? applied;
  }
}

/** The view after every merge that is due; undefined when none was. */
function mergeAll(index: IndexWriter): ViewData | undefined {
  let view: ViewData | undefined;
  for (;;) {
    const merged = finish(index.merge());
    if (merged === undefined) return view;
    view = merged;
  }
}

class MissingChangesError extends Error {
  constructor(seq: number) {
    super(`the database no longer has every change after ${seq}`);
  }
}

/** What the index has to apply; of several changes of one identifier only the last counts. */
export function indexChanges(changes: readonly ElectionChange[]): readonly IndexChange[] {
  const last = new Map<string, IndexChange>();
  for (const { key, entry } of changes) {
    last.set(key, entry === null ? { key, entry: null } : { key, entry: indexedEntry(entry) });
  }
  return [...last.values()];
}

function indexedEntry({ key, versionId, firstSeen, json, trust, status }: ElectedEntry): IndexedEntry {
  return { key, versionId, firstSeen, trust, status, entry: parseStoredEntry(json) };
}
