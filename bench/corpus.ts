import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LarderError } from '../src/errors.ts';
import { readManifest } from '../src/intake/manifest/read-manifest.ts';
import type { Verdict } from '../src/model/verdict.ts';
import { printOpenApi } from './corpus-openapi.ts';

/**
 * `npm run corpus [DIR [OPENAPI-DIR]]`: reads every manifest of a directory as an import would, and prints what
 * becomes of each: its entries by level, and the rules that spoke, or why the file is refused. Then it does the
 * same with the operations of OpenAPI documents.
 */
const DEFAULT_DIRECTORY = resolve(import.meta.dirname, '../../../shared/corpus/ard');
const DEFAULT_OPENAPI_DIRECTORY = resolve(DEFAULT_DIRECTORY, '../openapi');

interface Row {
  readonly file: string;
  readonly entries: number;
  readonly ok: number;
  readonly warning: number;
  readonly error: number;
  readonly notes: string;
}

const directory = resolve(process.argv[2] ?? DEFAULT_DIRECTORY);
if (!existsSync(directory)) {
  console.error(`${directory}: there is no such directory; name one with manifests: npm run corpus DIR`);
  process.exit(1);
}
const files = readdirSync(directory).filter((name) => name.endsWith('.json'));
const rows = files.sort().map((file) => readRow(file, readFileSync(join(directory, file), 'utf8')));
const total: Row = {
  file: `total (${rows.length} files)`,
  entries: sum('entries'),
  ok: sum('ok'),
  warning: sum('warning'),
  error: sum('error'),
  notes: `${rows.filter((row) => row.notes.startsWith('refused')).length} files refused`,
};

print([...rows, total]);
const openapi = resolve(process.argv[3] ?? DEFAULT_OPENAPI_DIRECTORY);
if (existsSync(openapi)) {
  console.log();
  await printOpenApi(openapi);
}

function readRow(file: string, text: string): Row {
  try {
    const { verdicts } = readManifest(text);
    const count = (level: string) => verdicts.filter((verdict) => verdict.level === level).length;
    return {
      file,
      entries: verdicts.length,
      ok: count('ok'),
      warning: count('warning'),
      error: count('error'),
      notes: countRules(verdicts),
    };
  } catch (error) {
    if (!(error instanceof LarderError)) throw error;
    return { file, entries: 0, ok: 0, warning: 0, error: 0, notes: `refused: ${error.message}` };
  }
}

/** `identifier-syntax 2, queries-missing 11`, errors first. */
function countRules(verdicts: readonly Verdict[]): string {
  const findings = verdicts.flatMap((verdict) => verdict.findings);
  const rules = new Map<string, number>();
  for (const level of ['error', 'warning']) {
    for (const finding of findings.filter((candidate) => candidate.level === level)) {
      const name = level === 'error' ? `${finding.rule} (error)` : finding.rule;
      rules.set(name, (rules.get(name) ?? 0) + 1);
    }
  }
  return [...rules].map(([name, count]) => `${name} ${count}`).join(', ');
}

function sum(column: 'entries' | 'ok' | 'warning' | 'error'): number {
  return rows.reduce((total, row) => total + row[column], 0);
}

function print(lines: readonly Row[]): void {
  const width = Math.max(...lines.map((line) => line.file.length));
  const cells = (line: readonly (string | number)[]) => line.map((cell) => String(cell).padStart(8)).join('');
  console.log(`${'file'.padEnd(width)}${cells(['entries', 'ok', 'warning', 'error'])}  rules`);
  for (const line of lines) {
    const counts = cells([line.entries, line.ok, line.warning, line.error]);
    console.log(`${line.file.padEnd(width)}${counts}  ${line.notes}`);
  }
}
