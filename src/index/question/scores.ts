import { splitQuery, weighQuery } from '../../text/query-terms.ts';
import { PASSAGE_SHARE } from '../../text/scoring.ts';
import { NO_SCOPE } from '../dictionary/dictionaries.ts';
import { BLOCK_BYTES, type PostingsLayout } from '../segment/layout.ts';
import type { Part, SearchedSegment } from './searched-segment.ts';
import type { View } from './view.ts';

/** The scores of a text, in the scratch of each part until the next question. */
export interface Scores {
  /** The full weight of the query's three heaviest words: what `relevance` measures against. */
  readonly full: number;
  /** The parts in which some term of the text stands. */
  readonly parts: readonly Part[];
  /** The score from which an entry is relevant. */
  readonly cutOff: number;
}

interface NumberedTerm {
  readonly term: number;
  readonly weight: number;
}

/** Scores every entry against a text that is not blank. Undefined when nothing is relevant. */
export function scoreText(view: View, text: string): Scores | undefined {
  const words = splitQuery(text);
  const { terms } = view.dictionaries;
  const countHaving = (term: string): number => countLive(view, terms.find(NO_SCOPE, term));
  const query = weighQuery(words, view.liveCount, countHaving);
  const numbered = query.terms.flatMap(({ term, weight }) => {
    const number = terms.find(NO_SCOPE, term);
    return number === undefined ? [] : [{ term: number, weight }];
  });
  const parts = view.parts.filter((part) => scoreSegment(part.searched, numbered));
  const cutOff = findCutOff(parts);
  return cutOff === undefined ? undefined : { full: query.full, parts, cutOff };
}

/** Live entries that have the term, in their own text or in a representative query. */
function countLive(view: View, term: number | undefined): number {
  if (term === undefined) return 0;
  const known = view.frequencies.get(term);
  if (known !== undefined) return known;
  let count = 0;
  for (const { searched, live, liveCount } of view.parts) {
    const { segment, kernel } = searched;
    const { terms, entries } = segment.layout;
    const at = segment.findTerm(terms, term);
    if (at === undefined) continue;
    const { list, length } = postingsAt(searched, terms, at);
    count += liveCount === entries ? length : kernel.countList(searched.useLive(live), list, length);
  }
  view.frequencies.set(term, count);
  return count;
}

/** False when the segment has none of the terms; its scores are then not touched. */
function scoreSegment(searched: SearchedSegment, terms: readonly NumberedTerm[]): boolean {
  const { kernel, scratch, segment } = searched;
  const { layout } = segment;
  const own = findTerms(searched, layout.terms, terms);
  // A term of a passage stands among the terms of its entry too.
  if (own.length === 0) return false;
  kernel.clear(scratch.scores, scratch.scoreBytes);
  for (const { list, impacts, length, weight } of own) {
    kernel.addScores(scratch.scores, list, impacts, length, weight);
  }
  const passages = findTerms(searched, layout.passageTerms, terms);
  if (passages.length === 0) return true;
  kernel.clear(scratch.passageScores, scratch.passageScoreBytes);
  for (const { list, impacts, length, weight } of passages) {
    kernel.addScores(scratch.passageScores, list, impacts, length, weight);
  }
  kernel.combinePassages(
    scratch.scores,
    scratch.passageScores,
    layout.passageEntries,
    layout.passages,
    PASSAGE_SHARE,
  );
  return true;
}

function findTerms(searched: SearchedSegment, postings: PostingsLayout, terms: readonly NumberedTerm[]) {
  return terms.flatMap(({ term, weight }) => {
    const at = searched.segment.findTerm(postings, term);
    return at === undefined ? [] : [{ ...postingsAt(searched, postings, at), weight }];
  });
}

function postingsAt({ segment }: SearchedSegment, postings: PostingsLayout, at: number) {
  const start = segment.word(postings.starts, at);
  return {
    list: postings.owners + 4 * start,
    impacts: postings.impacts + start,
    length: segment.word(postings.lengths, at),
  };
}

const TENTH = 10;

/**
 * The least score that passes the relevance cut-off of `passesCutOff` (DESIGN 3), best and tenth being taken over
 * all that is live. Undefined when nothing scores.
 */
function findCutOff(parts: readonly Part[]): number | undefined {
  const highest = highestScores(
    parts,
    parts.map(({ searched, live }) => searched.useLive(live)),
  );
  const best = highest[0] ?? 0;
  if (best === 0) return undefined;
  return Math.max(1, Math.ceil(best / 4), Math.ceil((3 * (highest[TENTH - 1] ?? 0)) / 5));
}

/** The ten highest scores above 0 over a bit set of each part, descending. */
export function highestScores(parts: readonly Part[], bits: readonly number[]): number[] {
  const highest: number[] = [];
  for (const [i, { searched }] of parts.entries()) {
    const { kernel, scratch, segment } = searched;
    kernel.clear(scratch.top, 2 * BLOCK_BYTES);
    kernel.topTen(scratch.top, scratch.scores, bits[i]!, segment.layout.blocks);
    for (let k = 0; k < TENTH; k++) highest.push(segment.halves[scratch.top / 2 + k]!);
  }
  return highest
    .filter((score) => score > 0)
    .sort((a, b) => b - a)
    .slice(0, TENTH);
}
