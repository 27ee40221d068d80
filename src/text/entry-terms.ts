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
import { WordTable } from './word-table.ts';
import { visitWords } from './words.ts';

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

/** The form of a stop word, which has no terms. */
const NO_TERM = 0xffffffff;

/**
 * Weighs the terms of entries (BM25F with fixed pivots): all that ranking ever reads of their text. Terms are
 * numbers, counted in arrays as long as the dictionary, because this is what building an index spends its time on.
 */
export class EntryWeigher {
  readonly #numberOf: (term: string) => number;
  /** The stem and the form of a word as terms. */
  readonly #words = new WordTable();
  /** By term: occurrences in the field at hand, and the sum of the field frequencies; zero between uses. */
  #counts = new Uint32Array(1 << 10);
  #frequencies = new Float64Array(1 << 10);
  /** The terms of the field at hand. */
  readonly #inField: number[] = [];
  readonly #inText: number[] = [];
  /** Words of the field at hand that add to its length. */
  #length = 0;
  /** The forms of a name, where its alias is looked at; and whether it is the alias that is counted now. */
  readonly #nameForms = new Set<number>();
  #mode: 'text' | 'name' | 'alias' = 'text';

  /** @param numberOf numbers a term, the same each time */
  constructor(numberOf: (term: string) => number) {
    this.#numberOf = numberOf;
  }

  /** The terms of an entry but for its passages. */
  weighOwn(text: EntryText, add: AddTerm): void {
    for (const field of FIELDS) {
      const hasAlias = field === 'name' && text.alias.length > 0;
      this.#mode = hasAlias ? 'name' : 'text';
      for (const string of text[field]) visitWords(string, this.#countWord);
      if (hasAlias) {
        this.#mode = 'alias';
        for (const string of text.alias) visitWords(string, this.#countWord);
        this.#nameForms.clear();
      }
      this.#closeField(FIELD_SCORING[field]);
    }
    this.#close(add);
  }

  weighPassage(text: string, add: AddTerm): void {
    this.#mode = 'text';
    visitWords(text, this.#countWord);
    this.#closeField(PASSAGE_SCORING);
    this.#close(add);
  }

  readonly #countWord = (within: string, start: number, end: number, hash: number, whole: boolean): void => {
    const known = this.#words.find(within, start, end, hash);
    const slot = known < 0 ? this.#numberWord(within.slice(start, end), hash) : known;
    const form = this.#words.secondAt(slot);
    if (form === NO_TERM) return;
    if (this.#mode === 'name') this.#nameForms.add(form);
    else if (this.#mode === 'alias' && this.#nameForms.has(form)) return;
    if (!whole) this.#length++;
    const stem = this.#words.firstAt(slot);
    if (this.#counts[stem]!++ === 0) this.#inField.push(stem);
    if (this.#counts[form]!++ === 0) this.#inField.push(form);
  };

  /** Puts a word among those that are known; gives its slot. */
  #numberWord(word: string, hash: number): number {
    if (STOP_WORDS.has(word)) return this.#words.put(word, hash, NO_TERM, NO_TERM);
    const stem = this.#numberOf(stemTerm(stemWord(word)));
    const form = this.#numberOf(formTerm(word));
    this.#reserve(Math.max(stem, form));
    return this.#words.put(word, hash, stem, form);
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
