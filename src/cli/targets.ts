import type { z } from 'zod';
import { parseAnswer, TARGETS_ANSWER } from './answers.ts';
import { toSafeJson } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { CONNECT_OPTIONS, connect, JSON_OPTION } from './connect.ts';
import type { Door } from './door.ts';
import { formatTable } from './table.ts';
import { UsageError } from './usage.ts';

type Target = z.output<typeof TARGETS_ANSWER>['items'][number];

/** Targets asked for at once: what a page has at most. */
const PAGE_SIZE = 100;

export const targets: Command = {
  name: 'targets',
  usage: ['targets [--json]'],
  about:
    'Lists what is crawled: who added it, when it was crawled last and will be next, and what was found. While a server has the\n' +
    'database open, --url asks the server.',
  options: { ...JSON_OPTION, ...CONNECT_OPTIONS },
  examples: [
    ['larder targets', 'what is crawled from here?'],
    ['larder targets --url https://registry.example --key-file admin.key', 'by a running registry'],
  ],
  async run(args, terminal) {
    if (args.positionals.length > 0) throw new UsageError('targets takes flags only');
    const door = await connect(args, 'read', { frontier: true });
    let items: readonly Target[];
    try {
      items = await listAll(door);
    } finally {
      await door.close();
    }
    terminal.out(args.has('json') ? `${toSafeJson({ items })}\n` : formatTargets(items, terminal.columns));
    return EXIT.OK;
  },
};

async function listAll(door: Door): Promise<readonly Target[]> {
  const items: Target[] = [];
  let pageToken: string | null | undefined;
  do {
    const next = pageToken ? `&pageToken=${encodeURIComponent(pageToken)}` : '';
    const path = `/targets?pageSize=${PAGE_SIZE}${next}`;
    const page = parseAnswer(TARGETS_ANSWER, await door.request({ method: 'GET', path }));
    items.push(...page.items);
    pageToken = page.pageToken;
  } while (pageToken);
  return items;
}

function formatTargets(items: readonly Target[], columns: number | undefined): string {
  if (items.length === 0) return 'There are no targets yet; larder crawl DOMAIN adds one.\n';
  return formatTable(
    [
      { title: 'TARGET' },
      { title: 'ADDED BY' },
      { title: 'LAST' },
      { title: 'NEXT' },
      { title: 'MANIFESTS', right: true },
      { title: 'FAILURES', right: true },
      { title: 'LEASED UNTIL' },
      { title: 'WHY' },
    ],
    items.map(({ name, addedBy, lastAt, nextAt, failures, leasedUntil, found }) => [
      name,
      addedBy,
      lastAt,
      nextAt,
      found === null ? null : found.outcomes.taken + found.outcomes.unchanged,
      failures,
      leasedUntil,
      failures > 0 ? found?.reason : null,
    ]),
    columns,
  );
}
