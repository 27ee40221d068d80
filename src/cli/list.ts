import type { z } from 'zod';
import { parseAnswer } from './answers.ts';
import { catalogAddress, REVISION_OPTION } from './catalog-address.ts';
import { OPERATIONS_ANSWER } from './catalog-answers.ts';
import { firstLine, toSafeJson } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { CONNECT_OPTIONS, connect, JSON_OPTION } from './connect.ts';
import type { Door } from './door.ts';
import { parseCount } from './query.ts';
import { formatTable } from './table.ts';
import { UsageError } from './usage.ts';

const DEFAULT_LIMIT = 50;
/** More than a catalog may have. */
const MAX_LIMIT = 1_000_000;
/** The largest page that a catalog’s list serves. */
const MAX_PAGE_SIZE = 50;

type Listed = Pick<z.output<typeof OPERATIONS_ANSWER>, 'results' | 'total' | 'catalogStamp'>;

export const list: Command = {
  name: 'list',
  usage: ['list CATALOG [--namespace NAMESPACE] [--limit N | --all] [--revision REVISION]'],
  about: 'Lists the operations of a catalog, in order.',
  options: {
    namespace: { takes: 'value', value: 'NAMESPACE', help: 'only operations below it' },
    limit: { takes: 'value', value: 'N', help: `operations at most (default ${DEFAULT_LIMIT})` },
    all: { takes: 'flag', help: 'every operation' },
    ...REVISION_OPTION,
    ...JSON_OPTION,
    ...CONNECT_OPTIONS,
  },
  examples: [
    ['larder list acme-files', 'the first operations'],
    ['larder list acme-files --namespace computers.local --all', 'every operation below a namespace'],
  ],
  async run(args, terminal) {
    const [catalog, ...more] = args.positionals;
    if (catalog === undefined || more.length > 0) {
      throw new UsageError('list needs one catalog, as larder catalogs shows it: larder list CATALOG');
    }
    if (args.has('all') && args.has('limit')) throw new UsageError('--all and --limit exclude each other');
    const limit = args.has('all')
      ? MAX_LIMIT
      : parseCount('limit', args.value('limit'), DEFAULT_LIMIT, MAX_LIMIT);
    const question = { namespace: args.value('namespace'), revision: args.value('revision') };
    const door = await connect(args, 'read');
    try {
      const listed = await collect(door, catalog, question, limit);
      terminal.out(args.has('json') ? `${toSafeJson(listed)}\n` : formatListed(listed, terminal.columns));
    } finally {
      await door.close();
    }
    return EXIT.OK;
  },
};

async function collect(
  door: Door,
  catalog: string,
  question: Readonly<Record<string, string | undefined>>,
  most: number,
): Promise<Listed> {
  const results: Listed['results'] = [];
  let cursor: string | undefined;
  for (;;) {
    const limit = String(Math.min(most - results.length, MAX_PAGE_SIZE));
    const path = catalogAddress(catalog, '/operations', { ...question, limit, cursor });
    const page = parseAnswer(OPERATIONS_ANSWER, await door.request({ method: 'GET', path }));
    results.push(...page.results.slice(0, most - results.length));
    const done = page.nextCursor === null || page.results.length === 0 || results.length >= most;
    if (done) return { results, total: page.total, catalogStamp: page.catalogStamp };
    cursor = page.nextCursor ?? undefined;
  }
}

function formatListed({ results, total }: Listed, columns: number | undefined): string {
  if (total === 0) return 'There are no operations there.\n';
  const table = formatTable(
    [{ title: 'PATH' }, { title: 'DESCRIPTION' }],
    results.map(({ path, description }) => [path, firstLine(description)]),
    columns,
  );
  return results.length < total ? `${table}\n${results.length} of ${total}; --all shows all.\n` : table;
}
