import { MADE_REFUSAL_ANSWER, parseAnswer, REFUSAL_ANSWER, REFUSALS_ANSWER } from './answers.ts';
import type { Arguments } from './arguments.ts';
import { cleanText, toSafeJson } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { askOnce, CONNECT_OPTIONS, JSON_OPTION } from './connect.ts';
import type { Ask } from './door.ts';
import { formatTable } from './table.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

export const refuse: Command = {
  name: 'refuse',
  usage: ['refuse DOMAIN [--reason TEXT]', 'refuse DOMAIN --lift', 'refuse --list'],
  about:
    'Refuses a domain and everything below it: what was submitted there is taken out with its sources and entries, it cannot be\n' +
    'submitted again, and crawls of other targets do not follow addresses there. Targets that an operator added stay. While a\n' +
    'server has the database open, reach it with --url.',
  options: {
    reason: { takes: 'value', value: 'TEXT', help: 'why; kept for operators, and told to nobody else' },
    lift: { takes: 'flag', help: 'no longer refuse it; what was taken out does not come back by itself' },
    list: { takes: 'flag', help: 'list what is refused' },
    ...JSON_OPTION,
    ...CONNECT_OPTIONS,
  },
  examples: [
    ["larder refuse spam.example --reason 'entries that promise everything'", 'be rid of it'],
    ['larder refuse --list', 'what is refused?'],
    ['larder refuse spam.example --lift', 'it may be submitted again'],
  ],
  async run(args, terminal) {
    const ask = askOf(args);
    const purpose = ask.method === 'GET' ? 'read' : 'write';
    const answer = await askOnce(args, purpose, ask, { frontier: true });
    if (args.has('json')) terminal.out(`${toSafeJson(answer)}\n`);
    else show(ask, answer, terminal);
    return EXIT.OK;
  },
};

function askOf(args: Arguments): Ask {
  const [domain, ...more] = args.positionals;
  const reason = args.value('reason');
  if (args.has('list')) {
    if (domain !== undefined || args.has('lift') || reason !== undefined)
      throw new UsageError('refuse --list lists all that is refused, and takes nothing else');
    return { method: 'GET', path: '/refusals' };
  }
  if (domain === undefined || more.length > 0)
    throw new UsageError('refuse needs one domain: larder refuse spam.example');
  const path = `/refusals/${encodeURIComponent(domain)}`;
  if (!args.has('lift')) return { method: 'PUT', path, body: reason === undefined ? {} : { reason } };
  if (reason !== undefined) throw new UsageError('--reason goes with refusing, not with --lift');
  return { method: 'DELETE', path };
}

function show({ method }: Ask, answer: unknown, terminal: Terminal): void {
  if (method === 'GET') terminal.out(formatRefusals(answer, terminal.columns));
  else if (method === 'PUT') terminal.out(formatMade(answer));
  else terminal.out(`${cleanText(parseAnswer(REFUSAL_ANSWER, answer).domain)} is no longer refused.\n`);
}

function formatRefusals(answer: unknown, columns: number | undefined): string {
  const { items } = parseAnswer(REFUSALS_ANSWER, answer);
  if (items.length === 0) return 'No domain is refused.\n';
  return formatTable(
    ['DOMAIN', 'SINCE', 'REASON'].map((title) => ({ title })),
    items.map(({ domain, refusedAt, reason }) => [domain, refusedAt, reason]),
    columns,
  );
}

function formatMade(answer: unknown): string {
  const { domain, removed, kept } = parseAnswer(MADE_REFUSAL_ANSWER, answer);
  const { targets, sources, entries } = removed;
  const lines = [
    `${domain} is refused. Taken out: ${targets.length} submitted targets, ${sources} sources, ${entries} entries.`,
    ...kept.map((name) => `${name} stays: an operator added it.`),
  ];
  return lines.map((line) => `${cleanText(line)}\n`).join('');
}
