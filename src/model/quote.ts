/** Longest piece of foreign text that a message repeats, in UTF-16 code units. */
const MAX_QUOTED_LENGTH = 80;

/** Control, format and private characters, lone surrogates, and the two line separators that JSON leaves bare. */
const UNPRINTABLE = /[\p{C}\u2028\u2029]/gu;

/**
 * Text of a stranger, quoted for a message: cut to 80 code units, and free of anything that moves a cursor,
 * reverses the reading direction or breaks a line.
 */
export function quote(text: string): string {
  const cut = text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text;
  return `'${printable(cut)}'`;
}

/** The text with every unprintable character spelled as `\u{…}`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
