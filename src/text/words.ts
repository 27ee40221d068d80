import { foldAccents, foldCase } from './fold.ts';

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
  const analysed = text.slice(0, MAX_TEXT_LENGTH);
  const ascii = splitAscii(analysed);
  if (ascii !== undefined) return ascii;
  const words: Word[] = [];
  for (const [run] of foldAccents(analysed).matchAll(RUN)) splitRun(run, words);
  return words;
}

/** The same for ASCII, in one pass that makes no match objects: most of what an index is built from. */
function splitAscii(text: string): Word[] | undefined {
  const words: Word[] = [];
  let start = 0;
  let lower = 0;
  let digits = 0;
  for (let i = 0; i <= text.length; i++) {
    // The end is a separator like any other.
    const unit = i < text.length ? text.charCodeAt(i) : 0;
    if (unit >= 0x61 && unit <= 0x7a) lower++;
    else if (unit >= 0x30 && unit <= 0x39) digits++;
    else if (unit >= 0x80) return undefined;
    else if (unit < 0x41 || unit > 0x5a) {
      const length = i - start;
      if (length > 0) {
        const run = text.slice(start, i);
        if (lower !== length && digits !== length) splitRun(run, words);
        else if (length <= MAX_WORD_LENGTH) words.push({ form: run, whole: false });
      }
      start = i + 1;
      lower = 0;
      digits = 0;
    }
  }
  return words;
}

function splitRun(run: string, words: Word[]): void {
  if (PLAIN.test(run)) {
    addWord(run, false, words);
    return;
  }
  let parts = 0;
  let spaced = true;
  for (const part of run.matchAll(PART)) {
    parts++;
    if (part.groups?.unspaced === undefined) {
      addWord(part[0], false, words);
      continue;
    }
    spaced = false;
    for (const { segment, isWordLike } of segmenter.segment(part[0])) {
      if (isWordLike) addWord(segment, false, words);
    }
  }
  if (parts > 1 && spaced) addWord(run, true, words);
}

function addWord(text: string, whole: boolean, words: Word[]): void {
  if (text.length <= MAX_WORD_LENGTH) words.push({ form: foldCase(text), whole });
}
