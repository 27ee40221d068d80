import { analyseText, formTerm, stemTerm } from './analyse.ts';
import {
  contribution,
  EXACT_WEIGHT,
  inverseDocumentFrequency,
  MAX_IMPACT,
  MAX_QUERY_TERMS,
  WEIGHT_SUM,
} from './scoring.ts';

/** A word of a query: its stem, and each spelling in which the query has it. */
export interface QueryWord {
  readonly stem: string;
  readonly forms: readonly string[];
}

/** A term to look up, with its 12-bit integer weight. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

export interface WeightedQuery {
  readonly terms: readonly WeightedTerm[];
  /** What an entry scores that has the three heaviest words of the query at full impact; unknown words count. */
  readonly full: number;
}

/** The distinct words of a query text, in order of first appearance. */
export function splitQuery(text: string): QueryWord[] {
  const forms = new Map<string, Set<string>>();
  for (const { form, stem } of analyseText(text)) {
    const known = forms.get(stem);
    if (known === undefined) forms.set(stem, new Set([form]));
    else known.add(form);
  }
  return [...forms].map(([stem, spellings]) => ({ stem, forms: [...spellings] }));
}

/**
 * Gives each word its share of 4,096: the stem by its inverse document frequency, each exact form
 * `EXACT_WEIGHT` of that. Beyond 64 terms the lightest words are left out.
 *
 * @param live number of live entries
 * @param having live entries that have the stem, for each word
 */
export function weighQuery(
  words: readonly QueryWord[],
  live: number,
  having: readonly number[],
): WeightedQuery {
  const heaviestFirst = words
    .map((word, i) => ({ word, idf: inverseDocumentFrequency(live, having[i] ?? 0) }))
    .sort((a, b) => b.idf - a.idf);
  const chosen: typeof heaviestFirst = [];
  let terms = 0;
  let sum = 0;
  for (const candidate of heaviestFirst) {
    terms += 1 + candidate.word.forms.length;
    if (terms > MAX_QUERY_TERMS) break;
    chosen.push(candidate);
    sum += candidate.idf * (1 + EXACT_WEIGHT * candidate.word.forms.length);
  }
  const weighted: WeightedTerm[] = [];
  let full = 0;
  for (const [i, { word, idf }] of chosen.entries()) {
    const stemWeight = Math.floor((WEIGHT_SUM * idf) / sum);
    const formWeight = Math.floor((WEIGHT_SUM * EXACT_WEIGHT * idf) / sum);
    weighted.push({ term: stemTerm(word.stem), weight: stemWeight });
    for (const form of word.forms) weighted.push({ term: formTerm(form), weight: formWeight });
    if (i < 3)
      full += contribution(stemWeight, MAX_IMPACT) + word.forms.length * contribution(formWeight, MAX_IMPACT);
  }
  return { terms: weighted, full };
}
