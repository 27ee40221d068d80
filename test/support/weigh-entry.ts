import type { SourceStatus } from '../../src/model/source-status.ts';
import { analyseText, formTerm, stemTerm, type Token } from '../../src/text/analyse.ts';
import type { EntryText } from '../../src/text/entry-terms.ts';
import {
  FIELD_SCORING,
  FIELDS,
  fieldFrequency,
  impactOf,
  PASSAGE_SCORING,
  silentImpact,
} from '../../src/text/scoring.ts';

/** Impact (1-255) by term. */
export type Impacts = ReadonlyMap<string, number>;

export interface EntryTerms {
  readonly own: Impacts;
  readonly passages: readonly Impacts[];
}

/** The terms of an entry with their impacts, by the formulas of `src/text` and in the shortest code. */
export function weighEntry(text: EntryText, status?: SourceStatus): EntryTerms {
  const terms = weighLive(text);
  if (status !== 'silent') return terms;
  return { own: silence(terms.own), passages: terms.passages.map(silence) };
}

const silence = (impacts: Impacts): Impacts =>
  new Map([...impacts].map(([term, impact]) => [term, silentImpact(impact)]));

function weighLive(text: EntryText): EntryTerms {
  const frequencies = new Map<string, number>();
  for (const field of FIELDS) {
    const tokens = text[field].flatMap(analyseText);
    if (field === 'name') tokens.push(...lackingIn(tokens, text.alias));
    addFrequencies(tokens, FIELD_SCORING[field], frequencies);
  }
  return { own: impactsOf(frequencies), passages: text.passages.map(weighPassage) };
}

function lackingIn(tokens: readonly Token[], texts: readonly string[]): Token[] {
  const forms = new Set(tokens.map((token) => token.form));
  return texts.flatMap(analyseText).filter((token) => !forms.has(token.form));
}

function weighPassage(text: string): Impacts {
  const frequencies = new Map<string, number>();
  addFrequencies(analyseText(text), PASSAGE_SCORING, frequencies);
  return impactsOf(frequencies);
}

function addFrequencies(
  tokens: readonly Token[],
  scoring: { readonly weight: number; readonly discount: number; readonly pivot: number },
  frequencies: Map<string, number>,
): void {
  const occurrences = new Map<string, number>();
  let length = 0;
  for (const { form, stem, whole } of tokens) {
    if (!whole) length++;
    for (const term of [stemTerm(stem), formTerm(form)]) {
      occurrences.set(term, (occurrences.get(term) ?? 0) + 1);
    }
  }
  for (const [term, count] of occurrences) {
    frequencies.set(term, (frequencies.get(term) ?? 0) + fieldFrequency(count, Math.max(1, length), scoring));
  }
}

function impactsOf(frequencies: ReadonlyMap<string, number>): Impacts {
  return new Map([...frequencies].map(([term, frequency]) => [term, impactOf(frequency)]));
}
