import type { Query } from '../../model/query.ts';
import { findConditions, meetConditions } from './filter.ts';
import { Matched } from './matched.ts';
import { type Scores, scoreText } from './scores.ts';
import type { View } from './view.ts';

export interface MatchedSet {
  /** Parts without a matched entry are left out. */
  readonly matched: readonly Matched[];
  /** Undefined where nothing was ranked: the text was blank, or nothing is relevant. */
  readonly scores: Scores | undefined;
}

const NOTHING: MatchedSet = { matched: [], scores: undefined };

/** Blank text asks for everything; text without a single word that counts asks for nothing there is. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/**
 * The one function from (text, filter) to the matched set, for search and explore alike (DESIGN 2). Text is judged
 * over all that is live, then the filter takes away: so a filter never adds an entry.
 */
export function matchQuery(view: View, { text, filter }: Query): MatchedSet {
  const conditions = findConditions(view, filter);
  if (conditions === undefined) return NOTHING;
  const scores = isBlank(text) ? undefined : scoreText(view, text);
  if (scores === undefined && !isBlank(text)) return NOTHING;
  const matched: Matched[] = [];
  for (const part of scores?.parts ?? view.parts) {
    const { searched, live } = part;
    const { kernel, scratch, segment } = searched;
    let bits = searched.useLive(live);
    if (scores !== undefined) {
      kernel.atLeast(scratch.matched, scratch.scores, bits, segment.layout.blocks, scores.cutOff);
      bits = scratch.matched;
    }
    const met = meetConditions(part, conditions, bits);
    if (met === undefined) continue;
    const found = new Matched(part, met.bits, scores === undefined ? met.only : undefined);
    if (found.count > 0) matched.push(found);
  }
  return { matched, scores };
}
