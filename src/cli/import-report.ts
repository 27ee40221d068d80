import type { ImportAnswer } from './door.ts';
import { formatFindings } from './findings.ts';
import type { CatalogReport } from './import-catalog.ts';
import { formatTable } from './table.ts';

/** Operations that are shown of those that were not taken: enough to see what is the matter. */
const SHOWN_UNSUPPORTED = 20;

/** What became of all inputs, for people: sources, catalogs, and what of each was not taken. */
export function formatImport(
  sources: readonly ImportAnswer[],
  catalogs: readonly CatalogReport[],
  columns: number | undefined,
): string {
  return [formatSources(sources, columns), formatCatalogs(catalogs, columns)]
    .filter((text) => text !== '')
    .join('\n');
}

function formatSources(reports: readonly ImportAnswer[], columns: number | undefined): string {
  if (reports.length === 0) return '';
  const counts = ['added', 'updated', 'unchanged', 'orphaned', 'shadowed', 'rejected'] as const;
  const table = formatTable(
    [{ title: 'SOURCE' }, ...counts.map((name) => ({ title: name.toUpperCase(), right: true }))],
    reports.map((report) => [report.source, ...counts.map((name) => report.entries[name])]),
    columns,
  );
  const verdicts = reports.flatMap(({ source, verdicts }) =>
    verdicts.map((verdict) => ({ source, verdict })),
  );
  const findings = formatFindings(verdicts, columns);
  const rejected = reports.reduce((sum, report) => sum + report.entries.rejected, 0);
  const note = rejected === 0 ? '' : `\n${rejected} rejected; the other entries were taken in.\n`;
  return findings === '' ? table : `${table}\n${findings}${note}`;
}

function formatCatalogs(reports: readonly CatalogReport[], columns: number | undefined): string {
  if (reports.length === 0) return '';
  const table = formatTable(
    [
      { title: 'CATALOG' },
      { title: 'REVISION' },
      { title: 'OPERATIONS', right: true },
      { title: 'UNSUPPORTED', right: true },
      { title: 'NEW' },
      { title: 'ACTIVE' },
    ],
    reports.map(({ catalog, revision, operations, unsupported, created, active }) => [
      catalog,
      revision,
      operations,
      unsupported.length,
      created ? 'yes' : 'no',
      active ? 'yes' : 'no',
    ]),
    columns,
  );
  const refused = reports.flatMap(({ catalog, unsupported }) =>
    unsupported.map((one) => ({ catalog, ...one })),
  );
  if (refused.length === 0) return table;
  const shown = formatTable(
    ['UNSUPPORTED', 'CATALOG', 'CODE', 'REASON'].map((title) => ({ title })),
    refused
      .slice(0, SHOWN_UNSUPPORTED)
      .map(({ operation, catalog, code, reason }) => [operation, catalog, code, reason]),
    columns,
  );
  const more =
    refused.length > SHOWN_UNSUPPORTED
      ? `\n${SHOWN_UNSUPPORTED} of ${refused.length}; --json shows all.\n`
      : '';
  return `${table}\n${shown}${more}`;
}
