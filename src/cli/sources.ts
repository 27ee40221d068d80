import { parseAnswer, REMOVAL_ANSWER, SOURCE_ANSWER, SOURCES_ANSWER } from './answers.ts';
import { toSafeJson } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { askOnce, CONNECT_OPTIONS, JSON_OPTION } from './connect.ts';
import { formatFindings } from './findings.ts';
import { formatTable } from './table.ts';
import { UsageError } from './usage.ts';

export const sources: Command = {
  name: 'sources',
  usage: ['sources', 'sources NAME', 'sources --remove NAME'],
  about: 'Lists the sources, shows what is wrong with the entries of one, or takes one out of the registry.',
  options: {
    remove: { takes: 'value', value: 'NAME', help: 'take this source out; its entries leave the registry' },
    ...JSON_OPTION,
    ...CONNECT_OPTIONS,
  },
  examples: [
    ['larder sources', 'where the entries come from'],
    ['larder sources example-weather', 'one source, and each finding about its entries'],
    ['larder sources --remove example-weather', 'take it out'],
  ],
  async run(args, terminal) {
    const [name, ...more] = args.positionals;
    const removed = args.value('remove');
    if (more.length > 0) throw new UsageError('sources shows one source at a time');
    if (name !== undefined && removed !== undefined)
      throw new UsageError('show a source or --remove one, not both');
    const shown = removed ?? name;
    const path = shown === undefined ? '/sources' : `/sources/${encodeURIComponent(shown)}`;
    const answer =
      removed === undefined
        ? await askOnce(args, 'read', { method: 'GET', path })
        : await askOnce(args, 'write', { method: 'DELETE', path });
    if (args.has('json')) terminal.out(`${toSafeJson(answer)}\n`);
    else if (removed !== undefined) {
      const { orphaned } = parseAnswer(REMOVAL_ANSWER, answer);
      terminal.out(`Took out ${removed}, which had ${orphaned} entries.\n`);
    } else if (shown !== undefined) terminal.out(formatSource(answer, terminal.columns));
    else terminal.out(formatSources(answer, terminal.columns));
    return EXIT.OK;
  },
};

function formatSources(answer: unknown, columns: number | undefined): string {
  const { items } = parseAnswer(SOURCES_ANSWER, answer);
  if (items.length === 0) return 'There are no sources yet; larder import FILE adds one.\n';
  const titles = ['ENTRIES', 'SHADOWED', 'WARNINGS', 'REJECTED'].map((title) => ({ title, right: true }));
  return formatTable(
    [{ title: 'SOURCE' }, ...titles, { title: 'LAST SEEN' }, { title: 'SILENT SINCE' }, { title: 'ORIGIN' }],
    items.map((source) => [
      source.name,
      source.entries,
      source.shadowed,
      source.verdicts.warning,
      source.verdicts.error,
      source.lastSeen,
      source.silentSince,
      source.origin,
    ]),
    columns,
  );
}

function formatSource(answer: unknown, columns: number | undefined): string {
  const source = parseAnswer(SOURCE_ANSWER, answer);
  const verdicts = source.entryVerdicts.map((verdict) => ({ source: source.name, verdict }));
  const findings = formatFindings(verdicts, columns);
  return `${formatSources({ items: [source] }, columns)}\n${findings === '' ? 'Nothing is wrong.\n' : findings}`;
}
