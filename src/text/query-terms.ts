import { analyseText, formTerm, stemTerm } from './analyse.ts';
import {
  EXACT_WEIGHT,
  inverseDocumentFrequency,
  MAX_IMPACT,
  MAX_QUERY_TERMS,
  REPETITION_EXPONENT,
  WEIGHT_SUM,
  WHOLE_WEIGHT,
} from './scoring.ts';

/** A word of a query: its stem, and each spelling in which the query has it. */
export interface QueryWord {
  readonly stem: string;
  readonly forms: readonly string[];
  /** What multiplies its inverse document frequency. */
  readonly factor: number;
}

/** A term to look up, with its integer weight. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

export interface WeightedQuery {
  /** Terms that some live entry has, the heaviest first; their weights sum to at most 4,096. */
  readonly terms: readonly WeightedTerm[];
  /** What an entry scores that has the query's three heaviest words at full impact; unknown words count. */
  readonly full: number;
}

/** Words whose full weight is what `relevance` measures against. */
const HEAVIEST_WORDS = 3;

/** The distinct words of a query text, in order of first appearance. */
export function splitQuery(text: string): QueryWord[] {
  const words = new Map<string, { count: number; whole: boolean; readonly forms: Set<string> }>();
  for (const { form, stem, whole } of analyseText(text)) {
    const word = words.get(stem) ?? { count: 0, whole: true, forms: new Set() };
    words.set(stem, word);
    word.count++;
    word.whole &&= whole;
    word.forms.add(form);
  }
  return [...words].map(([stem, { count, whole, forms }]) => ({
    stem,
    forms: [...forms],
    factor: count ** REPETITION_EXPONENT * (whole ? WHOLE_WEIGHT : 1),
  }));
}

/**
 * Gives each known term its share of 4,096: a stem by factor × inverse document frequency, an exact form
 * `EXACT_WEIGHT` of its stem's. Beyond 64 known terms the lightest are left out.
 *
 * @param live number of live entries
 * @param countHaving how many of them have a term
 */
export function weighQuery(
  words: readonly QueryWord[],
  live: number,
  countHaving: (term: string) => number,
): WeightedQuery {
  const known: { readonly term: string; readonly raw: number }[] = [];
  const wordWeights: number[] = [];
  for (const { stem, forms, factor } of words) {
    const having = countHaving(stemTerm(stem));
    const raw = factor * inverseDocumentFrequency(live, having);
    wordWeights.push(raw * (1 + EXACT_WEIGHT * forms.length));
    if (having === 0) continue;
    known.push({ term: stemTerm(stem), raw });
    for (const form of forms) {
      if (countHaving(formTerm(form)) > 0) known.push({ term: formTerm(form), raw: EXACT_WEIGHT * raw });
    }
  }
  const chosen = known.sort((a, b) => b.raw - a.raw).slice(0, MAX_QUERY_TERMS);
  const sum = chosen.reduce((total, { raw }) => total + raw, 0);
  const heaviest = wordWeights.sort((a, b) => b - a).slice(0, HEAVIEST_WORDS);
  return {
    terms: chosen.map(({ term, raw }) => ({ term, weight: Math.floor((WEIGHT_SUM * raw) / sum) })),
    full: (heaviest.reduce((total, raw) => total + raw, 0) * WEIGHT_SUM * MAX_IMPACT) / (16 * sum),
  };
}
