import type { z } from 'zod';
import { ENTRY, LIST_ANSWER, parseAnswer } from './answers.ts';
import { cleanText, toSafeJson } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { CONNECT_OPTIONS, connect, JSON_OPTION } from './connect.ts';
import type { Door } from './door.ts';
import { parseCount } from './query.ts';
import { formatTable } from './table.ts';
import { UsageError } from './usage.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1_000_000;
/** The largest page that `/agents` serves. */
const MAX_PAGE_SIZE = 100;

type Listed = z.output<typeof LIST_ANSWER>;

export const agents: Command = {
  name: 'agents',
  usage: ['agents [--filter EXPRESSION] [--order-by FIELDS] [--limit N]', 'agents IDENTIFIER'],
  about: 'Lists entries in order, or shows one of them whole.',
  options: {
    filter: {
      takes: 'value',
      value: 'EXPRESSION',
      help: "such as \"type = 'application/ai-skill' AND tags = 'maps'\"",
    },
    'order-by': { takes: 'value', value: 'FIELDS', help: 'such as "updatedAt desc" (default identifier)' },
    limit: { takes: 'value', value: 'N', help: `entries at most (default ${DEFAULT_LIMIT})` },
    ...JSON_OPTION,
    ...CONNECT_OPTIONS,
  },
  examples: [
    ['larder agents', 'the first entries'],
    [
      "larder agents --filter \"publisher = 'example.com'\" --order-by 'updatedAt desc'",
      'the newest of one publisher',
    ],
    ['larder agents urn:air:example.com:weather', 'one entry, whole'],
  ],
  async run(args, terminal) {
    const [identifier, ...more] = args.positionals;
    if (more.length > 0) throw new UsageError('agents shows one identifier at a time');
    if (identifier !== undefined && ['filter', 'order-by', 'limit'].some((flag) => args.has(flag))) {
      throw new UsageError('agents IDENTIFIER takes no --filter, --order-by or --limit');
    }
    const limit = parseCount('limit', args.value('limit'), DEFAULT_LIMIT, MAX_LIMIT);
    const question = { filter: args.value('filter'), orderBy: args.value('order-by') };
    const door = await connect(args, 'read');
    try {
      if (identifier !== undefined) {
        const entry = await door.request({
          method: 'GET',
          path: `/agents/${encodeURIComponent(identifier)}`,
        });
        terminal.out(args.has('json') ? `${toSafeJson(entry)}\n` : formatEntry(parseAnswer(ENTRY, entry)));
      } else {
        const listed = await collect(door, question, limit);
        terminal.out(args.has('json') ? `${toSafeJson(listed)}\n` : formatList(listed, terminal.columns));
      }
    } finally {
      await door.close();
    }
    return EXIT.OK;
  },
};

async function collect(
  door: Door,
  question: Readonly<Record<string, string | undefined>>,
  limit: number,
): Promise<{ items: Listed['items']; total: number }> {
  const items: Listed['items'] = [];
  let total = 0;
  let pageToken: string | undefined;
  do {
    const parameters = new URLSearchParams({
      pageSize: String(Math.min(limit - items.length, MAX_PAGE_SIZE)),
    });
    for (const [name, value] of Object.entries({ ...question, pageToken })) {
      if (value !== undefined) parameters.set(name, value);
    }
    const answer = parseAnswer(
      LIST_ANSWER,
      await door.request({ method: 'GET', path: `/agents?${parameters}` }),
    );
    items.push(...answer.items.slice(0, limit - items.length));
    total = answer.total;
    pageToken = answer.items.length === 0 ? undefined : (answer.pageToken ?? undefined);
  } while (pageToken !== undefined && items.length < limit);
  return { items, total };
}

function formatList(listed: { items: Listed['items']; total: number }, columns: number | undefined): string {
  if (listed.total === 0) return 'Nothing matches.\n';
  const table = formatTable(
    [{ title: 'IDENTIFIER' }, { title: 'NAME' }, { title: 'TYPE' }],
    listed.items.map((entry) => [entry.identifier, entry.displayName, entry.type]),
    columns,
  );
  const rest = listed.total - listed.items.length;
  return rest > 0
    ? `${table}\n${listed.items.length} of ${listed.total}; --limit ${listed.total} shows all.\n`
    : table;
}

function formatEntry(entry: Readonly<Record<string, unknown>>): string {
  return Object.entries(entry)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return `${cleanText(name)}: ${cleanText(text)}\n`;
    })
    .join('');
}
