import { stemWord } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';
import { splitWords } from './words.ts';

/** Counts up whenever a text gets other terms or impacts than before: an index that was saved is then built anew. */
export const ANALYSER_VERSION = 1;

/** One word of a text, as it is indexed and asked for. */
export interface Token {
  /** Folded spelling. */
  readonly form: string;
  /** What its inflections share. */
  readonly stem: string;
  /** See `Word.whole`. */
  readonly whole: boolean;
}

/** Splits, folds and stems a text, without its stop words. */
export function analyseText(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { form, whole } of splitWords(text)) {
    if (STOP_WORDS.has(form)) continue;
    tokens.push({ form, stem: stemWord(form), whole });
  }
  return tokens;
}

/** The term under which a stem is indexed. */
export function stemTerm(stem: string): string {
  return stem;
}

/** The term under which an exact form is indexed; no word contains the equals sign. */
export function formTerm(form: string): string {
  return `=${form}`;
}
