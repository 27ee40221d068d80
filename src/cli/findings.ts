import type { Verdict } from '../model/verdict.ts';
import { formatTable } from './table.ts';

const COLUMNS = ['LEVEL', 'SOURCE', 'WHERE', 'RULE', 'WHAT IS WRONG'].map((title) => ({ title }));

/** A table of findings, one row each, errors first; the empty string when nothing is wrong. */
export function formatFindings(
  verdicts: readonly { readonly source: string; readonly verdict: Verdict }[],
  columns: number | undefined,
): string {
  const rows = verdicts.flatMap(({ source, verdict }) =>
    verdict.findings.map((finding) => [
      finding.level,
      source,
      finding.pointer,
      finding.rule,
      finding.message,
    ]),
  );
  rows.sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0));
  return rows.length === 0 ? '' : formatTable(COLUMNS, rows, columns);
}
