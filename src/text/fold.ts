/** Marks that only vary a letter of an alphabet; the vowel signs of Indic and South-East Asian scripts are none. */
const DIACRITICS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;

/** Hebrew points and Arabic short vowels: written in some texts, left out in most. */
const POINTS = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]/g;

/** Zero-width and soft hyphen characters stand inside words without being part of them. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

const ASCII = /^[\0-\x7f]*$/;

/** Letters that Unicode does not decompose, but that people type without their stroke or ligature. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ς', 'σ'],
]);
const UNDECOMPOSED = /[ßæœøđðþłħıς]/g;

/**
 * Folds compatibility forms and accents (Unicode NFKD, marks removed, recomposed), keeping case: the word
 * splitter still needs it.
 */
export function foldAccents(text: string): string {
  if (ASCII.test(text)) return text;
  return text
    .normalize('NFKD')
    .replace(DIACRITICS, '')
    .replace(POINTS, '')
    .replace(INVISIBLE, '')
    .normalize('NFC');
}

/** Folds the case of one word whose accents are folded already. */
export function foldCase(word: string): string {
  const lower = word.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return lower.replace(DIACRITICS, '').replace(UNDECOMPOSED, (letter) => LETTERS.get(letter) ?? letter);
}
