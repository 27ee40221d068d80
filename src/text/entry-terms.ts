import { formTerm, stemTerm } from './analyse.ts';
import {
  FIELD_SCORING,
  FIELDS,
  type FieldName,
  fieldFrequency,
  impactOf,
  PASSAGE_SCORING,
} from './scoring.ts';
import { stemWord } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';
import { splitWords } from './words.ts';

/** The searchable text of an entry, by field; the strings of a field are analysed one by one. */
export interface EntryText extends Readonly<Record<FieldName, readonly string[]>> {
  /** Names that mostly say the display name again: the words it lacks count to the field `name`. */
  readonly alias: readonly string[];
  /** Representative queries: each is scored as a passage of its own. */
  readonly passages: readonly string[];
}

/** Takes in a term and its impact (1-255). */
export type AddTerm = (term: number, impact: number) => void;

interface Scoring {
  readonly weight: number;
  readonly discount: number;
  readonly pivot: number;
}

/** The terms under which a word is indexed. */
interface WordTerms {
  readonly stem: number;
  readonly form: number;
}

/**
 * Words whose terms are remembered, so that the words of a language are stemmed and numbered once: some megabytes. As
 * many again of those before, so that words in use outlive rare ones.
 */
const MAX_KNOWN_WORDS = 65_536;

/**
 * Weighs the terms of entries (BM25F with fixed pivots): all that ranking ever reads of their text. Terms are
 * numbers, counted in arrays as long as the dictionary, because this is what building an index spends its time on.
 */
export class EntryWeigher {
  readonly #numberOf: (term: string) => number;
  /** By form; null for a stop word. */
  #known = new Map<string, WordTerms | null>();
  #knownBefore = new Map<string, WordTerms | null>();
  /** By term: occurrences in the field at hand, and the sum of the field frequencies; zero between uses. */
  #counts = new Uint32Array(1 << 10);
  #frequencies = new Float64Array(1 << 10);
  /** The terms of the field at hand. */
  readonly #inField: number[] = [];
  readonly #inText: number[] = [];
  /** Words of the field at hand that add to its length. */
  #length = 0;

  /** @param numberOf numbers a term, the same each time */
  constructor(numberOf: (term: string) => number) {
    this.#numberOf = numberOf;
  }

  /** The terms of an entry but for its passages. */
  weighOwn(text: EntryText, add: AddTerm): void {
    for (const field of FIELDS) {
      const inName = field === 'name' && text.alias.length > 0 ? new Set<string>() : undefined;
      for (const string of text[field]) this.#count(string, inName);
      if (inName !== undefined) this.#countLacking(text.alias, inName);
      this.#closeField(FIELD_SCORING[field]);
    }
    this.#close(add);
  }

  weighPassage(text: string, add: AddTerm): void {
    this.#count(text, undefined);
    this.#closeField(PASSAGE_SCORING);
    this.#close(add);
  }

  /** @param forms takes in the words, where somebody wants to know them */
  #count(text: string, forms: Set<string> | undefined): void {
    for (const { form, whole } of splitWords(text)) {
      if (this.#countWord(form, whole)) forms?.add(form);
    }
  }

  #countLacking(texts: readonly string[], forms: ReadonlySet<string>): void {
    for (const text of texts) {
      for (const { form, whole } of splitWords(text)) {
        if (!forms.has(form)) this.#countWord(form, whole);
      }
    }
  }

  /** False for a stop word, which counts for nothing. */
  #countWord(form: string, whole: boolean): boolean {
    const terms = this.#termsOf(form);
    if (terms === null) return false;
    if (!whole) this.#length++;
    if (this.#counts[terms.stem]!++ === 0) this.#inField.push(terms.stem);
    if (this.#counts[terms.form]!++ === 0) this.#inField.push(terms.form);
    return true;
  }

  #termsOf(form: string): WordTerms | null {
    const known = this.#known.get(form);
    if (known !== undefined) return known;
    const terms = this.#knownBefore.get(form) ?? this.#numberWord(form);
    if (this.#known.size === MAX_KNOWN_WORDS) {
      this.#knownBefore = this.#known;
      this.#known = new Map();
    }
    this.#known.set(form, terms);
    return terms;
  }

  #numberWord(form: string): WordTerms | null {
    if (STOP_WORDS.has(form)) return null;
    const terms = {
      stem: this.#numberOf(stemTerm(stemWord(form))),
      form: this.#numberOf(formTerm(form)),
    };
    this.#reserve(Math.max(terms.stem, terms.form));
    return terms;
  }

  #closeField(scoring: Scoring): void {
    const length = Math.max(1, this.#length);
    for (const term of this.#inField) {
      if (this.#frequencies[term] === 0) this.#inText.push(term);
      this.#frequencies[term]! += fieldFrequency(this.#counts[term]!, length, scoring);
      this.#counts[term] = 0;
    }
    this.#inField.length = 0;
    this.#length = 0;
  }

  #close(add: AddTerm): void {
    for (const term of this.#inText) {
      add(term, impactOf(this.#frequencies[term]!));
      this.#frequencies[term] = 0;
    }
    this.#inText.length = 0;
  }

  #reserve(term: number): void {
    if (term < this.#counts.length) return;
    const counts = new Uint32Array(2 * (term + 1));
    counts.set(this.#counts);
    this.#counts = counts;
    const frequencies = new Float64Array(2 * (term + 1));
    frequencies.set(this.#frequencies);
    this.#frequencies = frequencies;
  }
}
