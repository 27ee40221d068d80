import type { z } from 'zod';
import { parseAnswer } from './answers.ts';
import type { Arguments, Options } from './arguments.ts';
import { catalogAddress, REVISION_OPTION } from './catalog-address.ts';
import { MATCHES_ANSWER } from './catalog-answers.ts';
import { firstLine } from './clean.ts';
import type { Ask } from './door.ts';
import { parseCount } from './query.ts';
import { formatTable } from './table.ts';
import { UsageError } from './usage.ts';

const DEFAULT_LIMIT = 10;
/** The most that a catalog’s search gives. */
const MAX_LIMIT = 50;

/** The flags of `larder search` for the operations of one catalog. */
export const CATALOG_OPTIONS: Options = {
  catalog: { takes: 'value', value: 'NAME', help: 'search the operations of this catalog' },
  namespace: { takes: 'value', value: 'NAMESPACE', help: 'with --catalog: only operations below it' },
  revision: { ...REVISION_OPTION.revision!, help: 'with --catalog: this revision (default: the active one)' },
};

/** The question to one catalog. Errors: UsageError. */
export function askCatalog(catalog: string, args: Arguments): Ask {
  if (args.has('filter')) throw new UsageError('--filter selects entries; with --catalog use --namespace');
  const body = {
    query: args.positionals.join(' '),
    limit: parseCount('limit', args.value('limit'), DEFAULT_LIMIT, MAX_LIMIT),
    namespace: args.value('namespace'),
    revision: args.value('revision'),
  };
  return { method: 'POST', path: catalogAddress(catalog, '/search'), body };
}

/** The matches as a table; operations that differ in nothing but their path are counted beside the best of them. */
export function formatMatches(answer: unknown, columns: number | undefined): string {
  const { results }: z.output<typeof MATCHES_ANSWER> = parseAnswer(MATCHES_ANSWER, answer);
  if (results.length === 0) return 'Nothing matches.\n';
  return formatTable(
    [
      { title: 'SCORE', right: true },
      { title: 'PATH' },
      { title: 'ALIKE', right: true },
      { title: 'DESCRIPTION' },
    ],
    results.map(({ score, path, peers, description }) => [
      score,
      path,
      peers?.length,
      firstLine(description),
    ]),
    columns,
  );
}
