/** Prints rows as a Markdown table, the first column to the left, all others to the right. */
export function printTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => (row[i] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`;
  console.log(line(heads));
  console.log(
    `|${widths.map((width, i) => `${'-'.repeat(width + (i === 0 ? 2 : 1))}${i === 0 ? '' : ':'}`).join('|')}|`,
  );
  for (const row of rows) console.log(line(row));
  console.log();
}

/** Three significant digits, thousands with commas. */
export function format(value: number): string {
  if (!Number.isFinite(value)) return '';
  if (value === 0) return '0';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-GB');
  return String(Number(value.toPrecision(3)));
}

export function formatSize(entries: number): string {
  return entries >= 1_000_000
    ? `${entries / 1_000_000}M`
    : entries >= 1_000
      ? `${entries / 1_000}k`
      : `${entries}`;
}
