import { cleanText } from './clean.ts';

export type Cell = string | number | null | undefined;

export interface Column {
  readonly title: string;
  /** Numbers read better flush right. */
  readonly right?: boolean;
}

/** Space between two columns. */
const GAP = '  ';
/** A column is never cut below this many screen cells; narrower screens wrap instead. */
const MIN_WIDTH = 8;

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
const MARK_ONLY = /^\p{M}+$/u;
const WIDE =
  /^(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3000-\u303f\uff01-\uff60\uffe0-\uffe6])/u;

/**
 * A table as lines, each ended. Cells are cleaned. On a screen of `columns` cells the widest columns are cut,
 * with an ellipsis, until a row fits; without `columns` nothing is cut.
 */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  screen: number | undefined,
): string {
  const cells = rows.map((row) => columns.map((_, i) => cleanText(String(row[i] ?? ''))));
  const titles = columns.map((column) => column.title);
  const natural = columns.map((_, i) => Math.max(...[titles, ...cells].map((row) => widthOf(row[i]!))));
  const widths = screen === undefined ? natural : fitWidths(natural, screen);
  const lines = [titles, ...cells].map((row) =>
    row
      .map((cell, i) => padded(cut(cell, widths[i]!), widths[i]!, columns[i]!.right === true))
      .join(GAP)
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** Screen cells that a text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) width += cellsOf(segment);
  return width;
}

function cellsOf(grapheme: string): number {
  if (MARK_ONLY.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

function fitWidths(natural: readonly number[], screen: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1)) - screen;
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= MIN_WIDTH) break;
    widths[widths.indexOf(widest)] = widest - 1;
    excess--;
  }
  return widths;
}

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of GRAPHEMES.segment(text)) {
    const cells = cellsOf(segment);
    if (used + cells > width - 1) break;
    kept += segment;
    used += cells;
  }
  return `${kept}…`;
}

function padded(text: string, width: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return right ? space + text : text + space;
}
