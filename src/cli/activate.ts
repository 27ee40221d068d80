import { parseAnswer } from './answers.ts';
import type { Arguments } from './arguments.ts';
import { catalogAddress } from './catalog-address.ts';
import { CATALOG_ANSWER } from './catalog-answers.ts';
import { cleanText, toSafeJson } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { askOnce, CONNECT_OPTIONS, JSON_OPTION } from './connect.ts';
import type { Ask } from './door.ts';
import { UsageError } from './usage.ts';

/** What `--expected` says for no active revision. */
const NONE = 'none';

export const activate: Command = {
  name: 'activate',
  usage: ['activate CATALOG REVISION [--expected REVISION|none]', 'activate CATALOG --none'],
  about:
    'Makes a revision of a catalog the active one, an older one too, so that its operations can be discovered. With --none\n' +
    'the catalog is taken out of discovery; its revisions stay.',
  options: {
    expected: {
      takes: 'value',
      value: 'REVISION',
      help: 'only if this revision is active now; none: only if no revision is',
    },
    none: { takes: 'flag', help: 'take the catalog out of discovery' },
    ...JSON_OPTION,
    ...CONNECT_OPTIONS,
  },
  examples: [
    ['larder activate acme-files v2', 'from now on, v2'],
    ['larder activate acme-files v1 --expected v2', 'back to v1, unless somebody was quicker'],
    ['larder activate acme-files --none', 'out of discovery'],
  ],
  async run(args, terminal) {
    const ask = askOf(args);
    const answer = await askOnce(args, 'write', ask);
    terminal.out(args.has('json') ? `${toSafeJson(answer)}\n` : formatCatalog(answer));
    return EXIT.OK;
  },
};

function askOf(args: Arguments): Ask {
  const [catalog, revision, ...more] = args.positionals;
  const none = args.has('none');
  if (catalog === undefined || more.length > 0 || (revision === undefined) !== none) {
    throw new UsageError(
      'activate needs a catalog and either a revision or --none: larder activate CATALOG REVISION',
    );
  }
  const expected = args.value('expected');
  if (none) {
    if (expected === NONE) throw new UsageError('--none takes out what is active; --expected none is none');
    return { method: 'DELETE', path: catalogAddress(catalog, '/active', { expected }) };
  }
  const expectation = expected === undefined ? {} : { expected: expected === NONE ? null : expected };
  return { method: 'PUT', path: catalogAddress(catalog, '/active'), body: { revision, ...expectation } };
}

function formatCatalog(answer: unknown): string {
  const { name, active, revisions } = parseAnswer(CATALOG_ANSWER, answer);
  const catalog = cleanText(name);
  if (active === null) return `${catalog} is out of discovery; its revisions (${revisions}) stay.\n`;
  return `${catalog}: ${cleanText(active.revision)} is active, with ${active.operations} operations.\n`;
}
