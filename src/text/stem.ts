import { stemmer } from 'stemmer';

/** The stemmer knows English; any word with another letter stays as it is. */
const ENGLISH = /^[a-z]{3,}$/;

/** Stems remembered: a stem costs some thirty regular expressions, and catalogs repeat their words. */
const MAX_REMEMBERED_STEMS = 50_000;
const remembered = new Map<string, string>();

/** The English stem (Porter) of a folded word; other words are their own stem. */
export function stemWord(form: string): string {
  if (!ENGLISH.test(form)) return form;
  const known = remembered.get(form);
  if (known !== undefined) return known;
  const stem = stemmer(form);
  if (remembered.size >= MAX_REMEMBERED_STEMS) remembered.clear();
  remembered.set(form, stem);
  return stem;
}
