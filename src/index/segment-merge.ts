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
 * without live entries. An entry is moved about log₂ N times in its life, so a small batch stays cheap.
 */
export function mergeParts(parts: readonly Part[]): Part[] {
  const kept: Part[] = [];
  for (const part of parts) {
    if (countBits(part.live) === 0) continue;
    kept.push(part);
  }
  let from = kept.length;
  let size = 0;
  while (from > 0 && (from === kept.length || liveSize(kept[from - 1]!) < MERGE_RATIO * size)) {
    from--;
    size += liveSize(kept[from]!);
  }
  // A part that is mostly removed entries is rewritten on its own.
  const merged = kept.slice(from);
  const rest = kept.slice(0, from).map((part) => (isMostlyGone(part) ? mergeAll([part]) : part));
  const [only] = merged;
  if (merged.length === 1 && only !== undefined && !isMostlyGone(only)) return [...rest, only];
  return merged.length === 0 ? rest : [...rest, mergeAll(merged)];
}

function liveSize(part: Part): number {
  return countBits(part.live);
}

function isMostlyGone(part: Part): boolean {
  return 2 * countBits(part.live) < part.segment.size;
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

function renumberPassages(
  segments: readonly Segment[],
  renumbered: readonly Uint32Array[],
): { readonly renumbered: Uint32Array[]; readonly entries: Uint32Array } {
  const moved: { readonly part: number; readonly passage: number; readonly entry: number }[] = [];
  for (const [part, { passageEntries }] of segments.entries()) {
    for (const [passage, old] of passageEntries.entries()) {
      const entry = renumbered[part]![old]!;
      if (entry !== GONE) moved.push({ part, passage, entry });
    }
  }
  moved.sort((a, b) => a.entry - b.entry || a.passage - b.passage);
  const numbers = segments.map(({ passageEntries }) => new Uint32Array(passageEntries.length).fill(GONE));
  for (const [number, { part, passage }] of moved.entries()) numbers[part]![passage] = number;
  return { renumbered: numbers, entries: Uint32Array.from(moved, ({ entry }) => entry) };
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
