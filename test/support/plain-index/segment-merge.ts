import { countBits, eachBit, fullBits } from './entry-set.ts';
import {
  findPostings,
  impactIn,
  layOutPostings,
  ownerOf,
  type PostingTable,
  packPosting,
} from './posting-table.ts';
import type { Column, Segment } from './segment.ts';
import type { Part } from './view.ts';

/** Neighbours are merged while the older is less than this many times as large: about log₂ N segments stay. */
const MERGE_RATIO = 2;

/** A number that no entry has: it was removed. */
const GONE = 0xffffffff;

/**
 * Keeps the number of parts small: merges from the newest backwards while sizes do not halve, and drops parts
 * without live entries. An entry is moved about log₂ N times in its life, so a small batch stays cheap. A part
 * that is mostly removed entries is rewritten.
 */
export function mergeParts(parts: readonly Part[]): Part[] {
  const kept = parts.filter((part) => liveSize(part) > 0);
  let from = kept.length;
  let size = 0;
  while (from > 0 && (size === 0 || liveSize(kept[from - 1]!) < MERGE_RATIO * size)) {
    from--;
    size += liveSize(kept[from]!);
  }
  const groups = [...kept.slice(0, from).map((part) => [part]), kept.slice(from)];
  return groups.filter((group) => group.length > 0).map(mergeGroup);
}

function mergeGroup(group: readonly Part[]): Part {
  const [first] = group;
  return first !== undefined && group.length === 1 && !isMostlyGone(first) ? first : mergeAll(group);
}

function liveSize(part: Part): number {
  return countBits(part.live);
}

function isMostlyGone(part: Part): boolean {
  return 2 * liveSize(part) < part.segment.size;
}

/** One part with the live entries of several, renumbered in key order. */
function mergeAll(parts: readonly Part[]): Part {
  const sources = parts
    .flatMap(({ segment, live }, part) =>
      [...eachBit(live)].map((entry) => ({ part, entry, key: segment.keys[entry]! })),
    )
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const renumbered = parts.map(({ segment }) => new Uint32Array(segment.size).fill(GONE));
  for (const [number, { part, entry }] of sources.entries()) renumbered[part]![entry] = number;
  const segments = parts.map((part) => part.segment);
  const gather = <T>(read: (segment: Segment) => ArrayLike<T>): T[] =>
    sources.map(({ part, entry }) => read(segments[part]!)[entry]!);
  const passages = renumberPassages(segments, renumbered);
  const segment: Segment = {
    size: sources.length,
    keys: gather((s) => s.keys),
    versionIds: Float64Array.from(gather((s) => s.versionIds)),
    displayNames: gather((s) => s.displayNames),
    types: gather((s) => s.types),
    publishers: gather((s) => s.publishers),
    versions: gather((s) => s.versions),
    updatedAt: Float64Array.from(gather((s) => s.updatedAt)),
    firstSeen: Float64Array.from(gather((s) => s.firstSeen)),
    columns: mergeColumns(segments, renumbered),
    own: mergeTables(
      segments.map((s) => s.own),
      renumbered,
    ),
    passages: mergeTables(
      segments.map((s) => s.passages),
      passages.renumbered,
    ),
    passageEntries: passages.entries,
  };
  return { segment, live: fullBits(segment.size) };
}

/** Passages are numbered part by part; their order says nothing. */
function renumberPassages(
  segments: readonly Segment[],
  renumbered: readonly Uint32Array[],
): { readonly renumbered: Uint32Array[]; readonly entries: Uint32Array } {
  const entries: number[] = [];
  const numbers = segments.map(({ passageEntries }, part) =>
    passageEntries.map((old) => {
      const entry = renumbered[part]![old]!;
      return entry === GONE ? GONE : entries.push(entry) - 1;
    }),
  );
  return { renumbered: numbers, entries: Uint32Array.from(entries) };
}

function mergeTables(tables: readonly PostingTable[], renumbered: readonly Uint32Array[]): PostingTable {
  const byTerm = new Map<number, number[]>();
  for (const [part, table] of tables.entries()) {
    for (const term of table.terms) {
      const postings = byTerm.get(term) ?? [];
      for (const posting of findPostings(table, term)) {
        const owner = renumbered[part]![ownerOf(posting)]!;
        if (owner !== GONE) postings.push(packPosting(owner, impactIn(posting)));
      }
      if (postings.length > 0) byTerm.set(term, postings);
    }
  }
  return layOutPostings(byTerm);
}

function mergeColumns(segments: readonly Segment[], renumbered: readonly Uint32Array[]): Map<string, Column> {
  const cells = new Map<string, [entry: number, value: number][]>();
  for (const [part, { columns }] of segments.entries()) {
    for (const [path, column] of columns) {
      const kept = cells.get(path) ?? [];
      for (const [i, old] of column.entries.entries()) {
        const entry = renumbered[part]![old]!;
        if (entry !== GONE) kept.push([entry, column.values[i]!]);
      }
      if (kept.length > 0) cells.set(path, kept);
    }
  }
  return new Map(
    [...cells].map(([path, kept]) => {
      kept.sort(([a], [b]) => a - b);
      return [
        path,
        {
          entries: Uint32Array.from(kept, ([entry]) => entry),
          values: Uint32Array.from(kept, ([, value]) => value),
        },
      ];
    }),
  );
}
