import { printable } from '../model/quote.ts';

/** Everything that ends a line for a compiler or an editor. */
const LINE_END = /\r\n|[\n\r\u2028\u2029]/;

/**
 * A JSDoc comment of paragraphs, without indentation and without a line end after it; undefined when there is no
 * text. What strangers wrote can neither end the comment nor hide in it: the end mark is broken up, and control
 * and direction characters are spelled out.
 */
export function printDocComment(paragraphs: readonly string[]): string | undefined {
  const lines = paragraphs
    .filter((paragraph) => paragraph.trim() !== '')
    .flatMap((paragraph, i) => [...(i === 0 ? [] : ['']), ...paragraph.split(LINE_END)])
    .map((line) => (line.trim() === '' ? ' *' : ` * ${escapeLine(line.trimEnd())}`));
  return lines.length === 0 ? undefined : ['/**', ...lines, ' */'].join('\n');
}

/** A tab is harmless and common; every other character that does not print is spelled out. */
function escapeLine(line: string): string {
  return line.split('\t').map(printable).join('\t').replaceAll('*/', '*\\/');
}
