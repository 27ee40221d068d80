import { LarderError } from '../errors.ts';
import { isJsonObject, type Json, member } from '../model/entry.ts';
import { parseIdentifier } from '../model/urn.ts';
import { parseAnswer, SEARCH_ANSWER } from './answers.ts';
import { toSafeJson } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { CONNECT_OPTIONS, connect, JSON_OPTION } from './connect.ts';
import type { Door } from './door.ts';
import { EGRESS_OPTIONS } from './egress.ts';
import { parseCount } from './query.ts';
import { readManifests } from './read-manifests.ts';
import { formatTable } from './table.ts';
import { UsageError } from './usage.ts';

/** Results that are looked through for each query: what stands further down nobody reads. */
const DEPTH = 100;
/** Names that are shown of those above. */
const SHOWN_ABOVE = 3;
const DEFAULT_QUERIES = 200;
const MAX_QUERIES = 10_000;

/** One of an entry's own queries, put to the registry. */
interface Placing {
  readonly identifier: string;
  readonly query: string;
  /** From 1; null where the entry is not among the first `DEPTH`. */
  readonly rank: number | null;
  readonly score: number | null;
  /** Identifiers of the entries above it, best first, at most `SHOWN_ABOVE`. */
  readonly above: readonly string[];
  readonly registered: boolean;
}

export const audit: Command = {
  name: 'audit',
  usage: ['audit FILE|DIRECTORY|URL|-... [--limit N]'],
  about:
    'Asks a registry the representativeQueries of a manifest, and shows at which place each entry comes for its own\n' +
    'questions, and which entries come before it. Entries have to be in the registry already.',
  options: {
    limit: { takes: 'value', value: 'N', help: `queries at most (default ${DEFAULT_QUERIES})` },
    ...JSON_OPTION,
    ...CONNECT_OPTIONS,
    ...EGRESS_OPTIONS,
  },
  examples: [
    ['larder audit ard.json', 'against the database of this machine'],
    ['larder audit ard.json --url https://registry.example', 'against a running registry'],
  ],
  async run(args, terminal) {
    if (args.positionals.length === 0) throw new UsageError('audit needs a manifest: larder audit ard.json');
    const limit = parseCount('limit', args.value('limit'), DEFAULT_QUERIES, MAX_QUERIES);
    const questions: { readonly key: string; readonly query: string }[] = [];
    for await (const { name, reading, error } of readManifests(args, terminal.stdin)) {
      if (error instanceof LarderError) throw new LarderError(error.code, `${name}: ${error.message}`);
      if (error !== undefined) throw error;
      for (const { key, json } of reading?.entries ?? []) {
        for (const query of queriesOf(JSON.parse(json))) questions.push({ key, query });
      }
    }
    const door = await connect(args, 'read');
    const placings: Placing[] = [];
    try {
      const registered = new Map<string, boolean>();
      for (const { key, query } of questions.slice(0, limit)) {
        const known = registered.get(key) ?? (await isRegistered(door, key));
        registered.set(key, known);
        placings.push(await place(door, key, query, known));
      }
    } finally {
      await door.close();
    }
    const left = questions.length - placings.length;
    terminal.out(
      args.has('json')
        ? `${toSafeJson({ placings, notAsked: left })}\n`
        : formatPlacings(placings, left, terminal.columns),
    );
    return EXIT.OK;
  },
};

function queriesOf(entry: Json): string[] {
  const queries = isJsonObject(entry) ? member(entry, 'representativeQueries') : undefined;
  return Array.isArray(queries)
    ? queries.filter((query): query is string => typeof query === 'string' && query.trim() !== '')
    : [];
}

async function isRegistered(door: Door, key: string): Promise<boolean> {
  try {
    await door.request({ method: 'GET', path: `/agents/${encodeURIComponent(key)}` });
    return true;
  } catch (error) {
    if (error instanceof LarderError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}

async function place(door: Door, key: string, query: string, registered: boolean): Promise<Placing> {
  const body = { query: { text: query }, federation: 'none', pageSize: DEPTH };
  const { results } = parseAnswer(
    SEARCH_ANSWER,
    await door.request({ method: 'POST', path: '/search', body }),
  );
  const at = results.findIndex(({ identifier }) => parseIdentifier(identifier)?.key === key);
  const above = results.slice(0, at < 0 ? SHOWN_ABOVE : at).slice(0, SHOWN_ABOVE);
  return {
    identifier: key,
    query,
    rank: at < 0 ? null : at + 1,
    score: results[at]?.score ?? null,
    above: above.map(({ identifier }) => identifier),
    registered,
  };
}

function formatPlacings(placings: readonly Placing[], left: number, columns: number | undefined): string {
  if (placings.length === 0) return 'No entry has representativeQueries; nothing to ask.\n';
  const table = formatTable(
    [{ title: 'PLACE', right: true }, { title: 'ENTRY' }, { title: 'ITS QUERY' }, { title: 'ABOVE IT' }],
    placings.map(({ identifier, query, rank, above, registered }) => [
      rank ?? (registered ? `>${DEPTH}` : 'absent'),
      identifier,
      query,
      above.join(', '),
    ]),
    columns,
  );
  const first = placings.filter(({ rank }) => rank === 1).length;
  const ten = placings.filter(({ rank }) => rank !== null && rank <= 10).length;
  const absent = new Set(
    placings.filter(({ registered }) => !registered).map(({ identifier }) => identifier),
  );
  const notes = [
    `${placings.length} queries: ${first} at the first place, ${ten} among the first ten.`,
    ...(absent.size === 0
      ? []
      : [`${absent.size} entries are not in this registry; import the manifest first.`]),
    ...(left === 0 ? [] : [`${left} queries were not asked; --limit asks more.`]),
  ];
  return `${table}\n${notes.join('\n')}\n`;
}
