import { invalidArgument } from '../../../src/errors.ts';
import type { Hit, Page, PageStart } from '../../../src/index/search-index.ts';
import { eachBit } from './entry-set.ts';
import { compareCodeUnits, entryIn, keyAt, type Position, positionOf, segmentAt } from './position.ts';
import { firstFrom } from './segment.ts';
import { countEntries, type EntrySet, type View } from './view.ts';

/** The hit at a position; `score` is 0 where nothing was ranked. */
export function hitAt(view: View, position: Position, score: number): Hit {
  const segment = segmentAt(view, position);
  const entry = entryIn(position);
  return { key: segment.keys[entry]!, versionId: segment.versionIds[entry]!, score };
}

/** A page of `set` in key order: after a key of any view, so it survives writes. */
export function pageByKey(
  view: View,
  set: EntrySet,
  {
    size,
    start,
    descending,
  }: { readonly size: number; readonly start: PageStart; readonly descending: boolean },
): Page {
  if (start.by === 'view') throw foreignStart();
  const after = start.by === 'key' ? start.after : undefined;
  // One more than the page says whether there is a next one.
  const found = view.parts.flatMap(({ segment }, part) => {
    const numbers: number[] = [];
    for (const entry of entriesAfter(
      segment.keys,
      firstFrom(segment, after ?? ''),
      set[part]!,
      after,
      descending,
    )) {
      numbers.push(positionOf(part, entry));
      if (numbers.length > size) break;
    }
    return numbers;
  });
  const direction = descending ? -1 : 1;
  found.sort((a, b) => direction * compareCodeUnits(keyAt(view, a), keyAt(view, b)));
  const hits = found.slice(0, size).map((position) => hitAt(view, position, 0));
  const last = hits.at(-1);
  return {
    seq: view.seq,
    hits,
    total: countEntries(set),
    next: found.length > size && last !== undefined ? { by: 'key', after: last.key } : undefined,
  };
}

function* entriesAfter(
  keys: readonly string[],
  from: number,
  bits: Uint32Array,
  after: string | undefined,
  descending: boolean,
): Generator<number> {
  if (!descending) {
    yield* eachBit(bits, after !== undefined && keys[from] === after ? from + 1 : from);
    return;
  }
  for (let entry = after === undefined ? keys.length - 1 : from - 1; entry >= 0; entry--) {
    if (((bits[entry >>> 5]! >>> (entry & 31)) & 1) === 1) yield entry;
  }
}

/** Where a page of an ordered result starts. */
export function offsetOf(start: PageStart): number {
  if (start.by === 'key') throw foreignStart();
  return start.by === 'view' ? start.offset : 0;
}

function foreignStart(): Error {
  return invalidArgument('The page token belongs to another question. Start again without pageToken.');
}
