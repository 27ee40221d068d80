import { stem } from 'porter2';

/** The stemmer knows English; any word with another letter stays as it is. */
const ENGLISH = /^[a-z]{3,}$/;

/** The English stem (Porter 2, the Snowball one) of a folded word; other words are their own stem. */
export function stemWord(form: string): string {
  return ENGLISH.test(form) ? stem(form) : form;
}
