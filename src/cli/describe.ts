import { parseAnswer } from './answers.ts';
import type { Arguments } from './arguments.ts';
import { catalogAddress, REVISION_OPTION } from './catalog-address.ts';
import { DESCRIPTION_ANSWER } from './catalog-answers.ts';
import { toSafeCode, toSafeJson } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { askOnce, CONNECT_OPTIONS, JSON_OPTION } from './connect.ts';
import { UsageError } from './usage.ts';

export const describe: Command = {
  name: 'describe',
  usage: [
    'describe CATALOG PATH [--revision REVISION]',
    'describe CATALOG --namespace NAMESPACE [--methods A,B] [--revision REVISION]',
  ],
  about:
    'Prints the TypeScript of one operation, or of a namespace. With --json, one operation has its JSON Schemas too.',
  options: {
    namespace: { takes: 'value', value: 'NAMESPACE', help: 'all operations below it' },
    methods: { takes: 'list', value: 'A,B', help: 'with --namespace: only these, relative to it' },
    ...REVISION_OPTION,
    ...JSON_OPTION,
    ...CONNECT_OPTIONS,
  },
  examples: [
    ['larder describe acme-files computers.files.read', 'one operation'],
    ['larder describe acme-files --namespace computers.files --methods read,write', 'two of a namespace'],
  ],
  async run(args, terminal) {
    const path = addressOf(args);
    const answer = await askOnce(args, 'read', { method: 'GET', path });
    terminal.out(
      args.has('json')
        ? `${toSafeJson(answer)}\n`
        : toSafeCode(parseAnswer(DESCRIPTION_ANSWER, answer).typescript),
    );
    return EXIT.OK;
  },
};

function addressOf(args: Arguments): string {
  const [catalog, path, ...more] = args.positionals;
  const namespace = args.value('namespace');
  if (catalog === undefined || more.length > 0 || (path === undefined) === (namespace === undefined)) {
    throw new UsageError(
      'describe needs a catalog and either a path or --namespace: larder describe CATALOG PATH',
    );
  }
  const methods = args.has('methods') ? args.list('methods').join(',') : undefined;
  if (methods !== undefined && namespace === undefined)
    throw new UsageError('--methods goes with --namespace');
  return catalogAddress(catalog, '/describe', { path, namespace, methods, revision: args.value('revision') });
}
