import { LarderError } from '../errors.ts';
import { cleanText, toSafeJson } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { CONNECT_OPTIONS, connect, JSON_OPTION } from './connect.ts';
import type { ImportAnswer } from './door.ts';
import { formatFindings } from './findings.ts';
import { listManifestFiles, type Manifest, readManifest } from './manifest-file.ts';
import { formatTable } from './table.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

interface Refusal {
  readonly file: string;
  readonly message: string;
}

export const importFiles: Command = {
  name: 'import',
  usage: ['import FILE|DIRECTORY|-... [--source NAME] [--allow-empty]'],
  about:
    'Takes in manifests (ard.json, ai-catalog.json): each file is a source, a directory stands for its *.json files,\n' +
    '- reads one manifest from standard input. Importing a file again replaces what its source had. Entries that are\n' +
    'rejected are listed with the reason and the others are taken in: the exit code is 1 only when a whole file is refused.',
  options: {
    source: { takes: 'value', value: 'NAME', help: 'name of the source (default: made from the path)' },
    'allow-empty': { takes: 'flag', help: 'let a manifest without usable entries empty its source' },
    ...JSON_OPTION,
    ...CONNECT_OPTIONS,
  },
  examples: [
    ['larder import ard.json', 'one manifest'],
    ['larder import manifests/', 'every *.json in a directory'],
    [
      'curl -s https://example.com/.well-known/ard.json | larder import - --source example',
      'from standard input',
    ],
    ['larder import ard.json --url https://registry.example --key-file key.txt', 'into a running registry'],
  ],
  async run(args, terminal) {
    const files = listManifestFiles(args.positionals);
    const source = args.value('source');
    if (source !== undefined && files.length > 1)
      throw new UsageError('--source names one source; give one file');
    if (files.includes('-') && source === undefined)
      throw new UsageError('standard input needs a name: --source NAME');
    const reports: ImportAnswer[] = [];
    const refusals: Refusal[] = [];
    const door = await connect(args, 'write');
    try {
      for (const [i, file] of files.entries()) {
        if (files.length > 1) showProgress(terminal, `${i + 1} of ${files.length}: ${file}`);
        try {
          const manifest: Manifest = await readManifest(file, source, terminal.stdin);
          reports.push(await door.importManifest({ ...manifest, allowEmpty: args.has('allow-empty') }));
        } catch (error) {
          // Only what is wrong with this file; a lost database or registry ends the command.
          if (!(error instanceof LarderError) || !OWN_FAULT.includes(error.code)) throw error;
          refusals.push({ file, message: hinted(error) });
        }
      }
    } finally {
      showProgress(terminal, '');
      await door.close();
    }
    terminal.out(
      args.has('json')
        ? `${toSafeJson({ sources: reports, refused: refusals })}\n`
        : formatReports(reports, terminal.columns),
    );
    for (const { file, message } of refusals)
      terminal.err(`larder: ${cleanText(file)}: ${cleanText(message)}\n`);
    return refusals.length === 0 ? EXIT.OK : EXIT.FAILED;
  },
};

const OWN_FAULT: readonly string[] = ['INVALID_ARGUMENT', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'NOT_FOUND'];

function hinted(error: LarderError): string {
  return error.code === 'CONFLICT'
    ? `${error.message} (--allow-empty, or larder sources --remove NAME)`
    : error.message;
}

/** Writes over the line before; nothing where nobody watches. */
function showProgress(terminal: Terminal, text: string): void {
  if (terminal.live) terminal.err(`\r\u001b[K${cleanText(text)}`);
}

function formatReports(reports: readonly ImportAnswer[], columns: number | undefined): string {
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
