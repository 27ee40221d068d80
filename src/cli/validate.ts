import { LarderError } from '../errors.ts';
import type { Verdict } from '../model/verdict.ts';
import { cleanText, toSafeJson } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { JSON_OPTION } from './connect.ts';
import { EGRESS_OPTIONS } from './egress.ts';
import { formatFindings } from './findings.ts';
import { type ReadManifest, readManifests } from './read-manifests.ts';
import { formatTable } from './table.ts';

const LEVELS = ['ok', 'warning', 'error'] as const;

export const validate: Command = {
  name: 'validate',
  usage: ['validate FILE|DIRECTORY|URL|-...'],
  about:
    'Judges manifests by every rule of an import, without importing: what is an error would be rejected, what is a warning would\n' +
    'be taken in. The exit code is 1 when an entry or a whole manifest would be rejected.',
  options: { ...JSON_OPTION, ...EGRESS_OPTIONS },
  examples: [
    ['larder validate ard.json', 'before publishing'],
    ['larder validate https://example.com/.well-known/ard.json', 'what is published'],
  ],
  async run(args, terminal) {
    const read: ReadManifest[] = [];
    for await (const manifest of readManifests(args, terminal.stdin)) {
      if (manifest.error !== undefined && !(manifest.error instanceof LarderError)) throw manifest.error;
      read.push(manifest);
    }
    const manifests = read.map(({ name, reading, error }) => ({
      name,
      refused: error?.message ?? null,
      verdicts: reading?.verdicts ?? [],
    }));
    terminal.out(
      args.has('json') ? `${toSafeJson({ manifests })}\n` : formatReport(manifests, terminal.columns),
    );
    for (const { name, refused } of manifests) {
      if (refused !== null) terminal.err(`larder: ${cleanText(name)}: ${cleanText(refused)}\n`);
    }
    const bad = manifests.some(
      ({ refused, verdicts }) => refused !== null || verdicts.some(({ level }) => level === 'error'),
    );
    return bad ? EXIT.FAILED : EXIT.OK;
  },
};

function formatReport(
  manifests: readonly {
    readonly name: string;
    readonly refused: string | null;
    readonly verdicts: readonly Verdict[];
  }[],
  columns: number | undefined,
): string {
  const judged = manifests.filter(({ refused }) => refused === null);
  if (judged.length === 0) return '';
  const counts = formatTable(
    [{ title: 'MANIFEST' }, ...LEVELS.map((level) => ({ title: level.toUpperCase(), right: true }))],
    judged.map(({ name, verdicts }) => [
      name,
      ...LEVELS.map((level) => verdicts.filter((verdict) => verdict.level === level).length),
    ]),
    columns,
  );
  const findings = formatFindings(
    judged.flatMap(({ name, verdicts }) => verdicts.map((verdict) => ({ source: name, verdict }))),
    columns,
  );
  return findings === '' ? counts : `${counts}\n${findings}`;
}
