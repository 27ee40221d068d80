import { z } from 'zod';
import { invalidArgument } from '../errors.ts';
import { quote } from '../model/quote.ts';
import type { Ask } from './ask.ts';

/** One of the registry's own tools: arguments in, a question to the registry out. */
export interface RegistryTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A plain object schema, as clients demand (no union at the root). */
  readonly input: z.ZodObject;
  /** `args` has passed `input`; what stands inside is judged by the route. */
  readonly ask: (args: Arguments) => Ask;
}

type Arguments = Readonly<Record<string, unknown>>;

const text = z.string().meta({
  description:
    'The need in natural language: "send an invoice by email". Not keywords in quotes, not a wildcard.',
});
const filter = z.unknown().meta({
  type: 'object',
  description:
    'Field path to allowed values: OR inside a key, AND across keys, for example {"kind": ["mcp"], "publisher": ["example.com"]}. Values are exact bucket values as explore shows them.',
  additionalProperties: { type: 'array', items: { type: 'string' } },
});
const catalog = z.string().min(1).meta({
  description:
    'Name of a catalog: `metadata.catalog` of an operation entry, or a bucket of explore on that field.',
});
const revision = z.string().min(1).meta({ description: 'A revision of it; the active one when absent.' });
const namespace = z.string().min(1).meta({
  description:
    'Dotted prefix by whole segments: `apps.bazaar` selects `apps.bazaar.open`, not `apps.bazaar2.open`.',
});

/** In the order in which a caller needs them; lists are deterministic. */
export const REGISTRY_TOOLS: readonly RegistryTool[] = [
  {
    name: 'explore',
    title: 'Count what there is',
    description:
      'Counts the registered resources by field: which kinds, publishers, tags or capabilities there are, and how many of each. Ask this first to learn what to filter by. Useful fields: kind, type, publisher, tags, capabilities, metadata.catalog, metadata.namespace, metadata.effect.',
    input: z.strictObject({
      facets: z
        .array(
          z.strictObject({
            field: z.string().min(1).meta({ description: 'Dotted path of the field.' }),
            limit: z.int().min(0).optional().meta({ description: 'Most buckets, 20 by default.' }),
            minCount: z.int().min(0).optional().meta({ description: 'Smallest count shown.' }),
          }),
        )
        .min(1)
        .meta({ description: 'Fields to count, each once.' }),
      text: text.optional(),
      filter: filter.optional(),
    }),
    ask: ({ facets, ...query }) => ({
      method: 'POST',
      path: '/explore',
      body: { query, resultType: { facets } },
    }),
  },
  {
    name: 'search',
    title: 'Find what fits a need',
    description:
      'Finds MCP servers, agents, skills, APIs and single operations that fit a need, best first. Each result is an entry with `identifier`, `displayName`, `type`, `url` or `data`, and `score` (relevance 1-100, 0 where no text was asked for; never trust).',
    input: z.strictObject({
      text,
      filter: filter.optional(),
      pageSize: z
        .int()
        .min(1)
        .optional()
        .meta({ description: 'Results a page, 10 by default, at most 100.' }),
      pageToken: z.string().min(1).optional().meta({ description: '`pageToken` of the page before.' }),
      federation: z.enum(['auto', 'referrals', 'none']).optional().meta({
        description: 'Ask other registries too (auto), be told of them (referrals), or neither (none).',
      }),
    }),
    ask: ({ text: need, filter: constraints, ...rest }) => ({
      method: 'POST',
      path: '/search',
      body: { query: { text: need, filter: constraints }, ...rest },
    }),
  },
  {
    name: 'get_entry',
    title: 'Read one entry',
    description: 'Gives one entry completely, by its identifier (urn:air:…), as it was published.',
    input: z.strictObject({
      identifier: z.string().min(1).meta({ description: '`identifier` of a search result.' }),
    }),
    ask: ({ identifier }) => ({ method: 'GET', path: `/agents/${segmentOf('identifier', identifier)}` }),
  },
  {
    name: 'list_operations',
    title: 'List the operations of a catalog',
    description:
      'Lists every operation of a catalog exactly once, in order, by pages. Use it when search is too narrow.',
    input: z.strictObject({
      catalog,
      namespace: namespace.optional(),
      limit: z.int().min(1).max(50).optional().meta({ description: 'Operations a page, 50 by default.' }),
      cursor: z.string().min(1).optional().meta({ description: '`nextCursor` of the page before.' }),
      revision: revision.optional(),
    }),
    ask: ({ catalog: name, ...parameters }) => ({
      method: 'GET',
      path: `/catalogs/${segmentOf('catalog', name)}/operations${queryOf(parameters)}`,
    }),
  },
  {
    name: 'describe_operation',
    title: 'Describe an operation',
    description:
      'Describes one operation (path), or a namespace, as TypeScript: how it is called, its input and output. Read this before calling an operation.',
    input: z.strictObject({
      catalog,
      path: z.string().min(1).optional().meta({ description: 'Dotted path of one operation.' }),
      namespace: namespace.optional(),
      methods: z
        .array(z.string().min(1))
        .min(1)
        .optional()
        .meta({ description: 'Only these operations of the namespace, as paths relative to it.' }),
      revision: revision.optional(),
    }),
    ask: ({ catalog: name, methods, ...parameters }) => ({
      method: 'GET',
      path: `/catalogs/${segmentOf('catalog', name)}/describe${queryOf({
        ...parameters,
        methods: Array.isArray(methods) ? methods.join(',') : undefined,
      })}`,
    }),
  },
];

function queryOf(parameters: Arguments): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return query === '' ? '' : `?${query}`;
}

/** A path segment. `.` and `..` climb in every spelling; half a surrogate pair has no UTF-8. Errors: INVALID_ARGUMENT. */
function segmentOf(argument: string, value: unknown): string {
  const text = String(value);
  if (text !== '.' && text !== '..' && !/\p{Cs}/u.test(text)) return encodeURIComponent(text);
  throw invalidArgument(`${argument}: ${quote(text)} is the name of nothing.`);
}
