import { CREATED_KEY_ANSWER, KEYS_ANSWER, parseAnswer } from './answers.ts';
import type { Arguments } from './arguments.ts';
import { cleanText, toSafeJson } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { askOnce, CONNECT_OPTIONS, JSON_OPTION } from './connect.ts';
import type { Ask } from './door.ts';
import { formatTable } from './table.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

const SCOPES = ['read', 'publish', 'admin'];

export const key: Command = {
  name: 'key',
  usage: ['key create --name NAME --scope read|publish|admin', 'key list', 'key revoke ID'],
  about:
    'Makes, lists and revokes API keys. A new key is printed once, alone on standard output, and kept nowhere. While a\n' +
    'server has the database open, reach it with --url.',
  options: {
    name: { takes: 'value', value: 'NAME', help: 'with create: what the key is for' },
    scope: {
      takes: 'value',
      value: 'SCOPE',
      help: 'with create: read, publish or admin, each with those before',
    },
    ...JSON_OPTION,
    ...CONNECT_OPTIONS,
  },
  examples: [
    ['larder key create --name ci --scope publish > ci.key', 'a key that may import'],
    ['larder key list --url https://registry.example --key-file admin.key', 'over the network'],
    ['larder key revoke key_0123456789ab', 'it stops working at once'],
  ],
  async run(args, terminal) {
    const [verb = ''] = args.positionals;
    const ask = askOf(verb, args);
    const answer = await askOnce(args, verb === 'list' ? 'read' : 'write', ask);
    if (args.has('json')) terminal.out(`${toSafeJson(answer)}\n`);
    else show(verb, answer, terminal);
    return EXIT.OK;
  },
};

function askOf(verb: string, args: Arguments): Ask {
  const [, id, ...more] = args.positionals;
  if (verb === 'revoke') {
    if (id === undefined || more.length > 0)
      throw new UsageError('key revoke needs one ID, as larder key list shows it');
    return { method: 'DELETE', path: `/keys/${encodeURIComponent(id)}` };
  }
  if (id !== undefined) throw new UsageError(`key ${verb} takes no ${JSON.stringify(id)}`);
  if (verb === 'list') return { method: 'GET', path: '/keys' };
  if (verb !== 'create') throw new UsageError('key needs one of create, list and revoke');
  const [name, scope] = [args.value('name'), args.value('scope')];
  if (name === undefined || scope === undefined) {
    throw new UsageError('key create needs --name and --scope: larder key create --name ci --scope publish');
  }
  if (!SCOPES.includes(scope)) throw new UsageError(`--scope: expected one of ${SCOPES.join(', ')}`);
  return { method: 'POST', path: '/keys', body: { name, scope } };
}

function show(verb: string, answer: unknown, terminal: Terminal): void {
  if (verb === 'create') {
    const created = parseAnswer(CREATED_KEY_ANSWER, answer);
    terminal.out(`${cleanText(created.key)}\n`);
    terminal.err(`${cleanText(created.id)}: keep the key now, it is not shown again.\n`);
  } else if (verb === 'list') {
    const { items } = parseAnswer(KEYS_ANSWER, answer);
    terminal.out(items.length === 0 ? 'There are no keys.\n' : formatKeys(items, terminal.columns));
  } else {
    terminal.out('Revoked.\n');
  }
}

function formatKeys(
  items: readonly {
    readonly id: string;
    readonly name: string;
    readonly scope: string;
    readonly createdAt: string;
    readonly revokedAt: string | null;
  }[],
  columns: number | undefined,
): string {
  return formatTable(
    ['ID', 'NAME', 'SCOPE', 'CREATED', 'REVOKED'].map((title) => ({ title })),
    items.map((item) => [item.id, item.name, item.scope, item.createdAt, item.revokedAt]),
    columns,
  );
}
