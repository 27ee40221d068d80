import type { z } from 'zod';
import { parseAnswer, SEARCH_ANSWER } from './answers.ts';
import type { Arguments } from './arguments.ts';
import { toSafeJson } from './clean.ts';
import { type Command, EXIT, type Exit } from './command.ts';
import { askOnce, CONNECT_OPTIONS, connect, JSON_OPTION } from './connect.ts';
import type { Door } from './door.ts';
import { FILTER_OPTION, parseCount, parseQuery } from './query.ts';
import { askCatalog, CATALOG_OPTIONS, formatMatches } from './search-catalog.ts';
import { formatTable } from './table.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

const DEFAULT_LIMIT = 10;
/** More are a listing, which `larder agents` gives in order. */
const MAX_LIMIT = 10_000;
/** The largest page that `/search` serves. */
const MAX_PAGE_SIZE = 100;

type Result = z.output<typeof SEARCH_ANSWER>['results'][number];

export const search: Command = {
  name: 'search',
  usage: [
    'search TEXT [--filter PATH=VALUE]... [--limit N]',
    'search TEXT --catalog NAME [--namespace NAMESPACE] [--limit N]',
  ],
  about: 'Finds the entries that fit a need, best first; with --catalog, the operations of one catalog.',
  options: {
    ...FILTER_OPTION,
    limit: { takes: 'value', value: 'N', help: `results at most (default ${DEFAULT_LIMIT})` },
    ...CATALOG_OPTIONS,
    ...JSON_OPTION,
    ...CONNECT_OPTIONS,
  },
  examples: [
    ['larder search "convert currency"', 'what fits this need?'],
    ['larder search weather --filter kind=mcp --limit 3', 'MCP servers only'],
    ['larder search "read a file" --catalog acme-files', 'operations of one catalog'],
    ['larder search weather --url https://registry.example --json', 'ask a running registry'],
  ],
  async run(args, terminal) {
    if (args.positionals.length === 0)
      throw new UsageError('search needs a text: larder search "convert currency"');
    const catalog = args.value('catalog');
    if (catalog !== undefined) return await searchCatalog(catalog, args, terminal);
    for (const flag of ['namespace', 'revision']) {
      if (args.has(flag)) throw new UsageError(`--${flag} goes with --catalog`);
    }
    const query = parseQuery(args.positionals, args.list('filter'));
    const limit = parseCount('limit', args.value('limit'), DEFAULT_LIMIT, MAX_LIMIT);
    const door = await connect(args, 'read');
    try {
      const results = await collect(door, query, limit);
      terminal.out(
        args.has('json') ? `${toSafeJson({ results })}\n` : formatResults(results, terminal.columns),
      );
    } finally {
      await door.close();
    }
    return EXIT.OK;
  },
};

async function searchCatalog(catalog: string, args: Arguments, terminal: Terminal): Promise<Exit> {
  const ask = askCatalog(catalog, args);
  const answer = await askOnce(args, 'read', ask);
  terminal.out(args.has('json') ? `${toSafeJson(answer)}\n` : formatMatches(answer, terminal.columns));
  return EXIT.OK;
}

async function collect(door: Door, query: object, limit: number): Promise<Result[]> {
  const results: Result[] = [];
  let pageToken: string | undefined;
  do {
    const body = {
      query,
      pageSize: Math.min(limit - results.length, MAX_PAGE_SIZE),
      ...(pageToken === undefined ? {} : { pageToken }),
    };
    const answer = parseAnswer(SEARCH_ANSWER, await door.request({ method: 'POST', path: '/search', body }));
    results.push(...answer.results.slice(0, limit - results.length));
    pageToken = answer.results.length === 0 ? undefined : (answer.pageToken ?? undefined);
  } while (pageToken !== undefined && results.length < limit);
  return results;
}

function formatResults(results: readonly Result[], columns: number | undefined): string {
  if (results.length === 0) return 'Nothing matches.\n';
  return formatTable(
    [{ title: 'SCORE', right: true }, { title: 'NAME' }, { title: 'TYPE' }, { title: 'IDENTIFIER' }],
    results.map((result) => [result.score, result.displayName, result.type, result.identifier]),
    columns,
  );
}
