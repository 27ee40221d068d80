import type { z } from 'zod';
import { parseAnswer } from './answers.ts';
import { catalogAddress } from './catalog-address.ts';
import { CATALOG_ANSWER, CATALOGS_ANSWER, REVISIONS_ANSWER } from './catalog-answers.ts';
import { toSafeJson } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { CONNECT_OPTIONS, connect, JSON_OPTION } from './connect.ts';
import { formatTable } from './table.ts';
import { UsageError } from './usage.ts';

/** Hex digits of a stamp that a table shows: enough to tell revisions apart by eye. */
const SHOWN_STAMP_LENGTH = 16;

export const catalogs: Command = {
  name: 'catalogs',
  usage: ['catalogs', 'catalogs NAME'],
  about: 'Lists the catalogs of operations, or the revisions of one, newest first.',
  options: { ...JSON_OPTION, ...CONNECT_OPTIONS },
  examples: [
    ['larder catalogs', 'which catalogs are there, and what is active?'],
    ['larder catalogs acme-files', 'the revisions of one'],
  ],
  async run(args, terminal) {
    const [name, ...more] = args.positionals;
    if (more.length > 0) throw new UsageError('catalogs shows one catalog at a time');
    const door = await connect(args, 'read');
    try {
      if (name === undefined) {
        const answer = await door.request({ method: 'GET', path: '/catalogs' });
        terminal.out(args.has('json') ? `${toSafeJson(answer)}\n` : formatCatalogs(answer, terminal.columns));
      } else {
        const catalog = await door.request({ method: 'GET', path: catalogAddress(name, '') });
        const revisions = await door.request({ method: 'GET', path: catalogAddress(name, '/revisions') });
        const { items } = parseAnswer(REVISIONS_ANSWER, revisions);
        terminal.out(
          args.has('json')
            ? `${toSafeJson({ catalog: parseAnswer(CATALOG_ANSWER, catalog), revisions: items })}\n`
            : formatRevisions(items, terminal.columns),
        );
      }
    } finally {
      await door.close();
    }
    return EXIT.OK;
  },
};

function formatCatalogs(answer: unknown, columns: number | undefined): string {
  const { items } = parseAnswer(CATALOGS_ANSWER, answer);
  if (items.length === 0) return 'There are no catalogs yet; larder import FILE --catalog NAME adds one.\n';
  return formatTable(
    [
      { title: 'CATALOG' },
      { title: 'ACTIVE' },
      { title: 'OPERATIONS', right: true },
      { title: 'REVISIONS', right: true },
      { title: 'PUBLISHER' },
      { title: 'TITLE' },
    ],
    items.map(({ name, active, revisions }) => [
      name,
      active?.revision ?? '(none)',
      active?.operations,
      revisions,
      active?.publisher,
      active?.title,
    ]),
    columns,
  );
}

type Revisions = z.output<typeof REVISIONS_ANSWER>['items'];

function formatRevisions(revisions: Revisions, columns: number | undefined): string {
  return formatTable(
    [
      { title: 'REVISION' },
      { title: 'ACTIVE' },
      { title: 'OPERATIONS', right: true },
      { title: 'PUBLISHED' },
      { title: 'STAMP' },
      { title: 'TITLE' },
    ],
    revisions.map((one) => [
      one.revision,
      one.active ? 'yes' : '',
      one.operations,
      one.publishedAt,
      one.stamp.slice(0, SHOWN_STAMP_LENGTH),
      one.title,
    ]),
    columns,
  );
}
