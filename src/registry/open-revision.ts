import { setImmediate } from 'node:timers/promises';
import { CatalogOpening, type OpenedCatalog } from '../forage/catalog-opening.ts';
import type { PreparedOperation } from '../forage/prepare-operation.ts';
import type { RevisionSummary } from '../store/catalog-store.ts';
import type { Store } from '../store/store.ts';

/** Operations that are read at a time; 70 kB or so, a hundred times that at worst. */
const READ_BATCH = 16;
/** How long opening holds the event loop before others get a turn, milliseconds. */
const SLICE_MS = 4;

export interface LoadedRevision {
  readonly opened: OpenedCatalog;
  /** Characters of the JSON that it was opened from: a measure of what it keeps in memory. */
  readonly size: number;
}

/** Opens a stored revision bit by bit, so that no turn of the event loop is long. */
export async function loadRevision(
  store: Pick<Store, 'readOperations'>,
  { catalog, revision, stamp, operations }: RevisionSummary,
): Promise<LoadedRevision> {
  const opening = new CatalogOpening(stamp);
  let size = 0;
  let resume = performance.now() + SLICE_MS;
  for (let from = 0; from < operations; from += READ_BATCH) {
    const length = Math.min(READ_BATCH, operations - from);
    const positions = Array.from({ length }, (_, at) => from + at);
    for (const json of await store.readOperations(catalog, revision, positions)) {
      opening.add(parsePrepared(json));
      size += json.length;
      if (performance.now() < resume) continue;
      await setImmediate();
      resume = performance.now() + SLICE_MS;
    }
  }
  return { opened: opening.finish(), size };
}

/** Reads back what was prepared when the revision was published; the column is never filled from elsewhere. */
export function parsePrepared(json: string): PreparedOperation {
  return JSON.parse(json);
}
