import { shapesOf } from './build-segment.ts';
import { fillCrosses } from './fill-crosses.ts';
import { createSegment, fillRanked, fillTexts, type SegmentOptions } from './fill-segment.ts';
import { NONE } from './layout.ts';
import { type MergeSource, type Renumbering, renumberEntries } from './merge-keys.ts';
import { countMergedPostings, fillMergedPostings } from './merge-postings.ts';
import { mergeKeys, mergeRanked } from './merge-texts.ts';
import { countMergedValues, fillMergedValues } from './merge-values.ts';
import type { Segment } from './segment.ts';

export interface Merged {
  readonly segment: Segment;
  /** By source and old number: the new one, or NONE. */
  readonly renumbered: readonly Uint32Array[];
}

/**
 * One segment with the live entries of several (together at least one), in steps of a few milliseconds. Everything
 * is counted first and written once, so the peak is the new segment beside the old ones.
 */
export function* mergeSegments(
  sources: readonly MergeSource[],
  options: SegmentOptions,
): Generator<void, Merged> {
  const renumbering = yield* renumberEntries(sources);
  const keys = yield* mergeKeys(sources, renumbering);
  const ranked = yield* mergeRanked(sources, renumbering);
  const values = yield* countMergedValues(sources, renumbering);
  const ownSources = sources.map(({ segment }, i) => ({
    segment,
    postings: segment.layout.terms,
    renumbered: renumbering.renumbered[i]!,
  }));
  const own = yield* countMergedPostings(ownSources);
  const passages = renumberPassages(sources, renumbering);
  const passageSources = sources.map(({ segment }, i) => ({
    segment,
    postings: segment.layout.passageTerms,
    renumbered: passages.renumbered[i]!,
  }));
  const passageTerms = yield* countMergedPostings(passageSources);
  const segment = createSegment(
    {
      entries: renumbering.entries,
      keyBytes: keys.bytes.length,
      ranked: shapesOf(ranked),
      paths: values.paths,
      valueLengths: values.lengths,
      terms: own.shape,
      passages: passages.entries.length,
      passageTerms: passageTerms.shape,
    },
    values.numbers,
    options,
  );
  yield;
  const { layout } = segment;
  fillTexts(segment, layout.keys, keys);
  fillRanked(segment, ranked);
  fillDoubles(segment, sources, renumbering);
  yield;
  yield* fillMergedValues(segment, sources, renumbering);
  yield* fillCrosses(segment, options.createKernel);
  yield* fillMergedPostings(segment, layout.terms, ownSources, own);
  segment.numbers(layout.passageEntries, layout.passages).set(passages.entries);
  yield* fillMergedPostings(segment, layout.passageTerms, passageSources, passageTerms);
  return { segment, renumbered: renumbering.renumbered };
}

function fillDoubles(
  segment: Segment,
  sources: readonly MergeSource[],
  { entries, sourceOf, entryOf }: Renumbering,
): void {
  for (const field of ['versionIds', 'updatedAt', 'firstSeen'] as const) {
    const to = segment.layout[field] / 8;
    for (let number = 0; number < entries; number++) {
      const source = sources[sourceOf[number]!]!.segment;
      segment.doubles[to + number] = source.double(source.layout[field], entryOf[number]!);
    }
  }
}

function renumberPassages(sources: readonly MergeSource[], { entries, renumbered }: Renumbering) {
  const starts = new Uint32Array(entries + 1);
  for (const [i, { segment }] of sources.entries()) {
    for (const old of segment.numbers(segment.layout.passageEntries, segment.layout.passages)) {
      const entry = renumbered[i]![old]!;
      if (entry !== NONE) starts[entry + 1]!++;
    }
  }
  for (let entry = 0; entry < entries; entry++) starts[entry + 1]! += starts[entry]!;
  const owners = new Uint32Array(starts[entries]!);
  const numbers = sources.map(({ segment }) => new Uint32Array(segment.layout.passages).fill(NONE));
  for (const [i, { segment }] of sources.entries()) {
    const old = segment.numbers(segment.layout.passageEntries, segment.layout.passages);
    for (let passage = 0; passage < old.length; passage++) {
      const entry = renumbered[i]![old[passage]!]!;
      if (entry === NONE) continue;
      const number = starts[entry]!++;
      numbers[i]![passage] = number;
      owners[number] = entry;
    }
  }
  return { renumbered: numbers, entries: owners };
}
