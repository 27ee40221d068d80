import type { Matched } from './matched.ts';
import { compareKeys, eachPosition, entryIn, type Position, partOf, positionOf } from './position.ts';
import { highestScores } from './scores.ts';
import { eachBit } from './searched-segment.ts';
import { takeFirst } from './take-first.ts';

/** The score of a matched entry, while its question is answered. */
export function rawScore(matched: readonly Matched[], position: Position): number {
  const { segment, scratch } = matched[partOf(position)]!.part.searched;
  return segment.halves[scratch.scores / 2 + entryIn(position)]!;
}

/** The first `count` matched entries by score, then key. */
export function takeRanked(matched: readonly Matched[], count: number): Position[] {
  return takeFirst(
    candidates(matched, count),
    count,
    (a, b) => rawScore(matched, b) - rawScore(matched, a) || compareKeys(matched, a, b),
  );
}

/** The matched entries that may be among the first `count`: all, or those that score as much as the count-th best. */
function candidates(matched: readonly Matched[], count: number): Iterable<Position> {
  const highest = highestScores(
    matched.map(({ part }) => part),
    matched.map(({ bits }) => bits),
  );
  const threshold = highest[count - 1];
  return threshold === undefined ? eachPosition(matched) : scoringAtLeast(matched, threshold);
}

function* scoringAtLeast(matched: readonly Matched[], threshold: number): Generator<Position> {
  for (const [
    part,
    {
      part: { searched },
      bits,
    },
  ] of matched.entries()) {
    const { kernel, scratch, segment } = searched;
    const { blocks } = segment.layout;
    kernel.atLeast(scratch.condition, scratch.scores, bits, blocks, threshold);
    for (const entry of eachBit(segment.words, scratch.condition, blocks)) yield positionOf(part, entry);
  }
}
