import { invalidArgument } from '../../errors.ts';
import type { Page, PageStart } from '../search-index.ts';
import { countMatched, type Matched } from './matched.ts';
import { compareKeys, hitAt, type Position, positionOf } from './position.ts';
import { eachBit } from './searched-segment.ts';
import type { View } from './view.ts';

export interface PageOf {
  readonly size: number;
  readonly start: PageStart;
}

/** A page in key order: after a key of any view, so it survives writes. */
export function pageByKey(
  view: View,
  matched: readonly Matched[],
  { size, start }: PageOf,
  descending: boolean,
): Page {
  if (start.by === 'view') throw foreignStart();
  const after = start.by === 'key' ? start.after : undefined;
  const found: Position[] = [];
  for (const [part, own] of matched.entries()) {
    let taken = 0;
    for (const entry of descending ? entriesBefore(own, after) : entriesAfter(own, after)) {
      found.push(positionOf(part, entry));
      // One more than the page says whether there is a next one.
      if (++taken > size) break;
    }
  }
  const direction = descending ? -1 : 1;
  found.sort((a, b) => direction * compareKeys(matched, a, b));
  const hits = found.slice(0, size).map((position) => hitAt(matched, position));
  const last = hits.at(-1);
  return {
    seq: view.seq,
    hits,
    total: countMatched(matched),
    next: found.length > size && last !== undefined ? { by: 'key', after: last.key } : undefined,
  };
}

function entriesAfter({ part: { searched }, bits }: Matched, after: string | undefined): Iterable<number> {
  const { segment } = searched;
  const from = after === undefined ? 0 : segment.firstFrom(after);
  const isAfter = from < segment.layout.entries && segment.keyAt(from) === after;
  return eachBit(segment.words, bits, segment.layout.blocks, isAfter ? from + 1 : from);
}

function* entriesBefore(
  { part: { searched }, bits }: Matched,
  before: string | undefined,
): Generator<number> {
  const { segment } = searched;
  const end = before === undefined ? segment.layout.entries : segment.firstFrom(before);
  for (let entry = end - 1; entry >= 0; entry--) {
    if (((segment.word(bits, entry >>> 5) >>> (entry & 31)) & 1) === 1) yield entry;
  }
}

/** Where a page of an ordered result starts. */
export function offsetOf(start: PageStart): number {
  if (start.by === 'key') throw foreignStart();
  return start.by === 'view' ? start.offset : 0;
}

/** The key of the last hit of the page before; undefined on the first page of an ordered list. */
export function continuedAfter(start: PageStart): string | undefined {
  if (start.by === 'start') return undefined;
  if (start.by === 'key' || start.after === undefined) throw foreignStart();
  return start.after;
}

function foreignStart(): Error {
  return invalidArgument('The page token belongs to another question. Start again without pageToken.');
}
