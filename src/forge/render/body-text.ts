import type { Json } from '../../model/entry.ts';

/**
 * Characters that move a cursor, reverse the reading direction or cannot be seen, so that what is approved is what
 * is read. JSON.stringify has escaped those below U+0020 and lone surrogates already.
 */
const UNREADABLE = /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The body of a request, byte for byte as it is previewed and sent: indented JSON, unreadable characters as escapes. */
export function bodyText(value: Json): string {
  return JSON.stringify(value, null, 2).replace(UNREADABLE, (char) =>
    Array.from({ length: char.length }, (_, i) => char.charCodeAt(i))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
