import { foldAccents, foldCase } from './fold.ts';
import { HASH_START, hashUnit } from './word-table.ts';

/** Code units of one text that are analysed; what follows is kept and returned, but not searched. */
export const MAX_TEXT_LENGTH = 32_768;

/** Longer runs of letters are encoded data rather than words, and their number has no bound. */
export const MAX_WORD_LENGTH = 64;

export interface Word {
  /** Folded case and accents, not stemmed. */
  readonly form: string;
  /**
   * True for the whole spelling of a word that was split ("GitHub" beside "git" and "hub"). It can be found
   * as one word, and adds nothing to the length of its text.
   */
  readonly whole: boolean;
}

/** Scripts written without spaces, with the marks that Unicode counts as common to several scripts. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}ー々〆]`;

/** Letters and digits with nothing between them. */
const RUN = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The words inside a run, first match wins: text of unspaced scripts; a plural acronym (`URLs`); an acronym up
 * to the capital that starts the next word (`HTTP|Server`); a word with its capital; digits.
 */
const PART = new RegExp(
  String.raw`(?<unspaced>${UNSPACED}+)|\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})|\p{Lu}?(?:(?!${UNSPACED})[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}])+|\p{N}+`,
  'gu',
);

/** Most runs are one plain word, which needs none of the above. */
const PLAIN = /^(?:[A-Z]?[a-z]+|[A-Z]+|[0-9]+)$/;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Splits text into words: at everything that is neither letter nor digit, at case changes (`camelCase`,
 * `HTTPServer`), between letters and digits, and by dictionary in scripts without spaces. A split word also
 * stands whole, after its parts.
 */
export function splitWords(text: string): Word[] {
  const words: Word[] = [];
  visitWords(text, (within, start, end, _hash, whole) =>
    words.push({ form: within.slice(start, end), whole }),
  );
  return words;
}

/** Takes in a word: the form `within[start .. end)`, its hash (see `word-table.ts`), and whether it is a whole one. */
export type VisitWord = (within: string, start: number, end: number, hash: number, whole: boolean) => void;

/** The same words in the same order, of which no string is made where the text has them as they are. */
export function visitWords(text: string, visit: VisitWord): void {
  const analysed = text.slice(0, MAX_TEXT_LENGTH);
  if (ASCII.test(analysed)) visitAscii(analysed, visit);
  else for (const [run] of foldAccents(analysed).matchAll(RUN)) visitRun(run, visit);
}

const ASCII = /^[\x00-\x7f]*$/;

/** Most of what an index is built from, in one pass that makes no match objects. */
function visitAscii(text: string, visit: VisitWord): void {
  let start = 0;
  let lower = 0;
  let digits = 0;
  let hash = HASH_START;
  for (let i = 0; i <= text.length; i++) {
    // The end is a separator like any other.
    const unit = i < text.length ? text.charCodeAt(i) : 0;
    if (unit >= 0x61 && unit <= 0x7a) lower++;
    else if (unit >= 0x30 && unit <= 0x39) digits++;
    else if (unit < 0x41 || unit > 0x5a) {
      const length = i - start;
      if (length > 0) {
        if (lower !== length && digits !== length) visitRun(text.slice(start, i), visit);
        else if (length <= MAX_WORD_LENGTH) visit(text, start, i, hash, false);
      }
      start = i + 1;
      lower = 0;
      digits = 0;
      hash = HASH_START;
      continue;
    }
    hash = hashUnit(hash, unit);
  }
}

function visitRun(run: string, visit: VisitWord): void {
  if (PLAIN.test(run)) {
    visitWord(run, false, visit);
    return;
  }
  let parts = 0;
  let spaced = true;
  for (const part of run.matchAll(PART)) {
    parts++;
    if (part.groups?.unspaced === undefined) {
      visitWord(part[0], false, visit);
      continue;
    }
    spaced = false;
    for (const { segment, isWordLike } of segmenter.segment(part[0])) {
      if (isWordLike) visitWord(segment, false, visit);
    }
  }
  if (parts > 1 && spaced) visitWord(run, true, visit);
}

function visitWord(text: string, whole: boolean, visit: VisitWord): void {
  if (text.length > MAX_WORD_LENGTH) return;
  const form = foldCase(text);
  let hash = HASH_START;
  for (let i = 0; i < form.length; i++) hash = hashUnit(hash, form.charCodeAt(i));
  visit(form, 0, form.length, hash, whole);
}
