import { stripVTControlCharacters } from 'node:util';

/**
 * Characters that act on a terminal or hide in text: C0 and C1 controls, bidirectional controls, zero-width
 * marks, line separators, interlinear marks and tag characters. Published text is written by strangers.
 */
const ACTING =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const WHITE_SPACE = /\s+/gu;

/** Third-party text made safe to print on one line: escape sequences and acting characters gone, white space single. */
export function cleanText(text: string): string {
  const spaced = stripVTControlCharacters(text.replace(/[\t\n\v\f\r\u2028\u2029\u0085]/g, ' '));
  return spaced.replace(ACTING, '').replace(WHITE_SPACE, ' ').trim();
}

/** What a table says of a text that may have many paragraphs. */
export function firstLine(text: string | undefined): string | undefined {
  return text?.trimStart().split('\n', 1)[0];
}

/** JSON for `--json`: nothing is lost, but acting characters are written as escapes. */
export function toSafeJson(value: unknown): string {
  return toSafeCode(JSON.stringify(value, null, 2));
}

/**
 * JSON or TypeScript made safe to print, line by line: acting characters are written as escapes, which mean the same
 * inside strings and names.
 */
export function toSafeCode(text: string): string {
  return text.replace(ACTING, (char) => (char === '\n' ? char : escaped(char)));
}

function escaped(char: string): string {
  return Array.from({ length: char.length }, (_, i) => char.charCodeAt(i))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}
