import { splitQuery, weighQuery } from '../../../src/text/query-terms.ts';
import { combinePassages, contribution, passesCutOff } from '../../../src/text/scoring.ts';
import type { Dictionaries } from './dictionary.ts';
import { type Bits, eachBit, emptyBits, hasBit, setBit } from './entry-set.ts';
import { findPostings, impactIn, ownerOf } from './posting-table.ts';
import type { Segment } from './segment.ts';
import { countEntries, type EntrySet, liveEntries, type View } from './view.ts';

/** The text scores of a view's entries, by part and number (0: no match). */
export interface Scores {
  readonly byPart: readonly Uint16Array[];
  /** The full weight of the query's three heaviest words: what `relevance` measures against. */
  readonly full: number;
}

interface NumberedTerm {
  readonly term: number;
  readonly weight: number;
}

/** Scores every entry against a text that is not blank. Undefined when the text has no words to look for. */
export function scoreEntries(view: View, { terms }: Dictionaries, text: string): Scores | undefined {
  const words = splitQuery(text);
  if (words.length === 0) return undefined;
  const live = countEntries(liveEntries(view));
  const query = weighQuery(words, live, (term) => countLive(view, terms.find(term)));
  const numbered = query.terms.map(({ term, weight }) => ({ term: terms.get(term), weight }));
  return { byPart: view.parts.map(({ segment }) => scoreSegment(segment, numbered)), full: query.full };
}

/** Live entries that have the term, in their own text or in a representative query. */
function countLive(view: View, term: number | undefined): number {
  if (term === undefined) return 0;
  let count = 0;
  for (const { segment, live } of view.parts) {
    for (const posting of findPostings(segment.own, term)) if (hasBit(live, ownerOf(posting))) count++;
  }
  return count;
}

function scoreSegment(segment: Segment, terms: readonly NumberedTerm[]): Uint16Array {
  const scores = new Uint16Array(segment.size);
  const passages = new Uint16Array(segment.passageEntries.length);
  for (const { term, weight } of terms) {
    for (const posting of findPostings(segment.own, term)) {
      scores[ownerOf(posting)]! += contribution(weight, impactIn(posting));
    }
    for (const posting of findPostings(segment.passages, term)) {
      passages[ownerOf(posting)]! += contribution(weight, impactIn(posting));
    }
  }
  // The best passage of an entry is the maximum over all of them, so each may be combined on its own.
  for (let passage = 0; passage < passages.length; passage++) {
    const score = passages[passage]!;
    if (score === 0) continue;
    const entry = segment.passageEntries[passage]!;
    scores[entry] = combinePassages(scores[entry]!, score);
  }
  return scores;
}

/** The entries whose score passes the cut-off; best and tenth are taken over `visible`, all the caller may see. */
export function cutOff(scores: Scores, visible: EntrySet): EntrySet {
  const { best, tenth } = findThresholds(scores, visible);
  return scores.byPart.map((part, i) => {
    const kept: Bits = emptyBits(part.length);
    for (const entry of eachBit(visible[i]!))
      if (passesCutOff(part[entry]!, best, tenth)) setBit(kept, entry);
    return kept;
  });
}

const TENTH = 10;

function findThresholds(
  scores: Scores,
  visible: EntrySet,
): { readonly best: number; readonly tenth: number } {
  const highest = new Uint16Array(TENTH);
  for (const [i, part] of scores.byPart.entries()) {
    for (const entry of eachBit(visible[i]!)) {
      const score = part[entry]!;
      if (score <= highest[TENTH - 1]!) continue;
      let rank = TENTH - 1;
      for (; rank > 0 && highest[rank - 1]! < score; rank--) highest[rank] = highest[rank - 1]!;
      highest[rank] = score;
    }
  }
  return { best: highest[0]!, tenth: highest[TENTH - 1]! };
}
