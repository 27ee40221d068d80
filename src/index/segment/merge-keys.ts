import { NONE } from './layout.ts';
import type { Segment } from './segment.ts';

/** A segment to be merged, and which of its entries are taken over. */
export interface MergeSource {
  readonly segment: Segment;
  /** One bit an entry. */
  readonly live: Uint32Array;
}

/** How the entries of several segments are numbered in one, in key order. */
export interface Renumbering {
  readonly entries: number;
  /** By new number: the source, and the number there. */
  readonly sourceOf: Uint8Array;
  readonly entryOf: Uint32Array;
  /** By source and old number: the new one, or NONE where the entry is left out. */
  readonly renumbered: readonly Uint32Array[];
}

/** Entries between two steps of a merge. */
const STEP = 20_000;

export function* renumberEntries(sources: readonly MergeSource[]): Generator<void, Renumbering> {
  const most = sources.reduce((sum, { segment }) => sum + segment.layout.entries, 0);
  const sourceOf = new Uint8Array(most);
  const entryOf = new Uint32Array(most);
  const renumbered = sources.map(({ segment }) => new Uint32Array(segment.layout.entries).fill(NONE));
  const next = sources.map((source) => nextLive(source, 0));
  const keys = sources.map(({ segment }, i) => keyOf(segment, next[i]!));
  let entries = 0;
  for (;;) {
    let least = -1;
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] !== undefined && (least < 0 || keys[i]! < keys[least]!)) least = i;
    }
    if (least < 0) break;
    const entry = next[least]!;
    sourceOf[entries] = least;
    entryOf[entries] = entry;
    renumbered[least]![entry] = entries++;
    next[least] = nextLive(sources[least]!, entry + 1);
    keys[least] = keyOf(sources[least]!.segment, next[least]!);
    if (entries % STEP === 0) yield;
  }
  return {
    entries,
    sourceOf: sourceOf.subarray(0, entries),
    entryOf: entryOf.subarray(0, entries),
    renumbered,
  };
}

function nextLive({ segment, live }: MergeSource, from: number): number {
  const { entries } = segment.layout;
  let entry = from;
  while (entry < entries && ((live[entry >>> 5]! >>> (entry & 31)) & 1) === 0) entry++;
  return entry;
}

function keyOf(segment: Segment, entry: number): string | undefined {
  return entry < segment.layout.entries ? segment.keyAt(entry) : undefined;
}
