import { EXPLORE_ANSWER, type Facet, parseAnswer } from './answers.ts';
import { cleanText, toSafeJson } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { askOnce, CONNECT_OPTIONS, JSON_OPTION } from './connect.ts';
import { FILTER_OPTION, parseQuery } from './query.ts';
import { formatTable } from './table.ts';

/** What most people want to see first. */
const DEFAULT_FACETS = ['kind', 'publisher', 'tags'];

export const explore: Command = {
  name: 'explore',
  usage: ['explore [TEXT] [--facet FIELD[:LIMIT]]... [--filter PATH=VALUE]...'],
  about:
    'Counts what is there: how many entries have each value of a field, over all entries or those that match.',
  options: {
    facet: {
      takes: 'list',
      value: 'FIELD[:LIMIT]',
      help: `count this field, at most LIMIT values (default ${DEFAULT_FACETS.join(', ')})`,
    },
    ...FILTER_OPTION,
    ...JSON_OPTION,
    ...CONNECT_OPTIONS,
  },
  examples: [
    ['larder explore', 'what is there?'],
    ['larder explore weather --facet publisher:5', 'who offers something about weather?'],
    ['larder explore --facet metadata.region --filter kind=mcp', 'any field path can be counted'],
  ],
  async run(args, terminal) {
    const given = args.list('facet');
    const facets = (given.length === 0 ? DEFAULT_FACETS : given).map(parseFacet);
    const body = { query: parseQuery(args.positionals, args.list('filter')), resultType: { facets } };
    const answer = await askOnce(args, 'read', { method: 'POST', path: '/explore', body });
    if (args.has('json')) terminal.out(`${toSafeJson(answer)}\n`);
    else {
      const { facets: counted } = parseAnswer(EXPLORE_ANSWER, answer);
      terminal.out(Object.entries(counted).map(formatFacet(terminal.columns)).join('\n'));
    }
    return EXIT.OK;
  },
};

/** `tags:5` asks for five values of `tags`; a path may hold colons itself, so only a number at the end is a limit. */
function parseFacet(text: string): object {
  const limit = /^(.+):([0-9]{1,4})$/s.exec(text);
  return limit === null ? { field: text } : { field: limit[1], limit: Number(limit[2]) };
}

function formatFacet(columns: number | undefined) {
  return ([field, facet]: [string, Facet]): string => {
    const rows = facet.buckets.map((bucket) => [bucket.count, bucket.value]);
    const title = cleanText(field).toUpperCase();
    const other = facet.otherCount ? `${facet.otherCount} in values beyond the limit\n` : '';
    if (rows.length === 0) return `${title}: no values\n${other}`;
    return formatTable([{ title: 'COUNT', right: true }, { title }], rows, columns) + other;
  };
}
