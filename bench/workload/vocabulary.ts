import { analyseText } from '../../src/text/analyse.ts';

const ONSETS = [
  'b',
  'd',
  'f',
  'g',
  'h',
  'j',
  'k',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  't',
  'v',
  'z',
  'br',
  'tr',
  'kl',
];
const VOWELS = ['a', 'e', 'i', 'o', 'u'];
const SYLLABLES = ONSETS.flatMap((onset) => VOWELS.map((vowel) => onset + vowel));

/** Steps through syllables without an order that shows; coprime to every power of their number (5 × 19). */
const STRIDE = 7_919;

/**
 * Makes `size` distinct words from syllables, the short ones first as in a language. They end in one of
 * `endings`, so vocabularies with different endings have no word in common. The analyser takes each as one word
 * and leaves it as it is, so no two share a stem.
 */
export function makeWords(size: number, endings: readonly string[], fewestSyllables: number): string[] {
  const words: string[] = [];
  for (let syllables = fewestSyllables; words.length < size; syllables++) {
    const count = SYLLABLES.length ** syllables;
    for (let step = 0; step < count && words.length < size; step++) {
      let rest = (step * STRIDE) % count;
      let stem = '';
      for (let i = 0; i < syllables; i++) {
        stem += SYLLABLES[rest % SYLLABLES.length]!;
        rest = Math.floor(rest / SYLLABLES.length);
      }
      const word = stem + endings[step % endings.length]!;
      if (isPlain(word)) words.push(word);
    }
  }
  return words;
}

function isPlain(word: string): boolean {
  const tokens = analyseText(word);
  return tokens.length === 1 && tokens[0]!.form === word && tokens[0]!.stem === word;
}
