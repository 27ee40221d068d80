import { relevance } from '../../text/scoring.ts';
import { compareTexts } from '../dictionary/text-bytes.ts';
import type { Hit } from '../search-index.ts';
import type { Segment } from '../segment/segment.ts';
import type { Matched } from './matched.ts';
import { eachBit } from './searched-segment.ts';

/** A matched entry as one number: its part among the matched, and its number there. */
export type Position = number;

/** Entries that a part can have. */
const PART = 2 ** 32;

export function positionOf(part: number, entry: number): Position {
  return part * PART + entry;
}

export function partOf(position: Position): number {
  return Math.floor(position / PART);
}

export function entryIn(position: Position): number {
  return position % PART;
}

export function segmentOf(matched: readonly Matched[], position: Position): Segment {
  return matched[partOf(position)]!.part.searched.segment;
}

/** Below zero when the key of `a` comes first by UTF-16 code unit. */
export function compareKeys(matched: readonly Matched[], a: Position, b: Position): number {
  if (partOf(a) === partOf(b)) return a - b;
  const left = segmentOf(matched, a);
  const right = segmentOf(matched, b);
  return compareTexts(left.textAt(left.layout.keys, entryIn(a)), right.textAt(right.layout.keys, entryIn(b)));
}

export function* eachPosition(matched: readonly Matched[]): Generator<Position> {
  for (const [
    part,
    {
      part: { searched },
      bits,
    },
  ] of matched.entries()) {
    const { words, layout } = searched.segment;
    for (const entry of eachBit(words, bits, layout.blocks)) yield positionOf(part, entry);
  }
}

/** @param score raw, and what `relevance` measures it against; undefined where nothing was ranked */
export function hitAt(
  matched: readonly Matched[],
  position: Position,
  score?: { readonly raw: number; readonly full: number },
): Hit {
  const segment = segmentOf(matched, position);
  const entry = entryIn(position);
  return {
    key: segment.keyAt(entry),
    versionId: segment.double(segment.layout.versionIds, entry),
    score: score === undefined ? 0 : relevance(score.raw, score.full),
  };
}
