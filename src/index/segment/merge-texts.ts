import { NONE, RANKED_FIELDS, type RankedField } from './layout.ts';
import type { MergeSource, Renumbering } from './merge-keys.ts';
import { type Ranked, type Texts, TextsBuilder } from './texts.ts';

/** Entries between two steps of a merge. */
const STEP = 20_000;

export function* mergeKeys(
  sources: readonly MergeSource[],
  { entries, sourceOf, entryOf }: Renumbering,
): Generator<void, Texts> {
  const keys = new TextsBuilder();
  for (let number = 0; number < entries; number++) {
    const { segment } = sources[sourceOf[number]!]!;
    const { bytes, start, end } = segment.textAt(segment.layout.keys, entryOf[number]!);
    keys.addBytes(bytes.subarray(start, end));
    if (number % STEP === STEP - 1) yield;
  }
  return keys.texts;
}

export function* mergeRanked(
  sources: readonly MergeSource[],
  renumbering: Renumbering,
): Generator<void, Record<RankedField, Ranked>> {
  const merged = new Map<RankedField, Ranked>();
  for (const field of RANKED_FIELDS) merged.set(field, yield* mergeField(sources, renumbering, field));
  return Object.fromEntries(merged) as Record<RankedField, Ranked>;
}

function* mergeField(
  sources: readonly MergeSource[],
  { entries, sourceOf, entryOf, renumbered }: Renumbering,
  field: RankedField,
): Generator<void, Ranked> {
  const newRanks: Uint32Array[] = [];
  for (const [i, { segment }] of sources.entries()) {
    const ranks = new Uint32Array(segment.layout.ranked[field].count).fill(NONE);
    // Zero marks the texts that some remaining entry has.
    for (const [entry, number] of renumbered[i]!.entries()) {
      const rank = number === NONE ? NONE : segment.rankAt(field, entry);
      if (rank !== NONE) ranks[rank] = 0;
    }
    newRanks.push(ranks);
    yield;
  }
  const texts = new TextsBuilder();
  const next = newRanks.map((ranks) => nextUsed(ranks, 0));
  const textOf = (i: number): string | undefined => {
    const { segment } = sources[i]!;
    const ranked = segment.layout.ranked[field];
    return next[i]! < ranked.count ? segment.text(ranked, next[i]!) : undefined;
  };
  const heads = sources.map((_, i) => textOf(i));
  for (;;) {
    let least: string | undefined;
    for (const head of heads) if (head !== undefined && (least === undefined || head < least)) least = head;
    if (least === undefined) break;
    for (let i = 0; i < heads.length; i++) {
      if (heads[i] !== least) continue;
      newRanks[i]![next[i]!] = texts.count;
      next[i] = nextUsed(newRanks[i]!, next[i]! + 1);
      heads[i] = textOf(i);
    }
    texts.add(least);
    if (texts.count % STEP === 0) yield;
  }
  const ranks = new Uint32Array(entries);
  for (let number = 0; number < entries; number++) {
    const source = sourceOf[number]!;
    const rank = sources[source]!.segment.rankAt(field, entryOf[number]!);
    ranks[number] = rank === NONE ? NONE : newRanks[source]![rank]!;
  }
  return { texts: texts.texts, ranks };
}

function nextUsed(ranks: Uint32Array, from: number): number {
  let rank = from;
  while (rank < ranks.length && ranks[rank] === NONE) rank++;
  return rank;
}
