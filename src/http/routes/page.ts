import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Entry } from '../../model/entry.ts';
import { compileQuery } from '../../model/parse-query.ts';
import type { FacetResult } from '../../model/query.ts';
import type { CatalogSummary, Catalogs } from '../../registry/catalogs.ts';
import type { Registry } from '../../registry/registry.ts';
import type { HttpApp } from '../http-app.ts';
import { DEFAULT_LIST_PAGE_SIZE, MAX_FILTER_VALUE_LENGTH, MAX_TEXT_LENGTH } from '../limits.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { pageToken } from '../schemas/parameters.ts';

/** Draws the operator's page from a question and its answer. */
export type RenderPage = (view: {
  readonly text: string;
  readonly chosen: ReadonlyMap<string, string>;
  readonly facets: readonly FacetResult[];
  readonly results: readonly { readonly entry: Entry; readonly score: number }[];
  readonly total: number;
  /** All of them on the page without a question, none on any other. */
  readonly catalogs: readonly CatalogSummary[];
  readonly pageToken: string | undefined;
}) => string;

/** The facets of the page, by the parameter that chooses a value. */
const FACETS = { kind: 'kind', catalog: 'metadata.catalog', publisher: 'publisher', type: 'type' } as const;
const PARAMETERS = [
  'kind',
  'catalog',
  'publisher',
  'type',
] as const satisfies readonly (keyof typeof FACETS)[];
/** Buckets of each facet on the page. */
const FACET_LIMIT = 12;

const choice = z.string().max(MAX_FILTER_VALUE_LENGTH).optional();

export function addPage(
  app: HttpApp,
  { registry, renderPage }: { readonly registry: Registry & Catalogs; readonly renderPage: RenderPage },
): void {
  app.get('/', {
    config: { access: 'read', produces: 'text/html' },
    schema: {
      summary: 'The registry as a web page',
      operationId: 'viewRegistry',
      tags: ['Documents'],
      produces: ['text/html'],
      querystring: z.strictObject({
        q: z.string().max(MAX_TEXT_LENGTH).meta({ description: 'The text to search for.' }).optional(),
        kind: choice,
        catalog: choice,
        publisher: choice,
        type: choice,
        pageToken: pageToken.optional(),
      }),
      response: {
        200: z.string().describe('A page without scripts.'),
        ...errorResponses(...COMMON_ERRORS, 400),
      },
    },
    handler: async ({ query }, reply) => {
      const chosen = new Map(
        PARAMETERS.flatMap((name) => (query[name] ? [[name, query[name]] as const] : [])),
      );
      const filter = new Map([...chosen].map(([name, value]) => [FACETS[name], value]));
      const question = compileQuery({ text: query.q ?? '', filter });
      const asked = query.q !== undefined || chosen.size > 0 || query.pageToken !== undefined;
      const [found, { facets }, catalogs] = await Promise.all([
        registry.search(question, { size: DEFAULT_LIST_PAGE_SIZE, token: query.pageToken }),
        registry.explore(
          question,
          PARAMETERS.map((name) => ({ field: FACETS[name], limit: FACET_LIMIT, minCount: 1 })),
        ),
        asked ? [] : registry.listCatalogs(),
      ]);
      const named = facets.map((facet, i) => ({ ...facet, field: PARAMETERS[i] ?? facet.field }));
      const html = renderPage({ ...found, text: question.text, chosen, facets: named, catalogs });
      return reply.headers(pagePolicy(html)).type('text/html; charset=utf-8').send(html);
    },
  });
}

/** The policy of a page: nothing but its own style sheet, which is named by its hash, and forms to this origin. */
export function pagePolicy(html: string): { 'content-security-policy': string } {
  const style = html.slice(html.indexOf('<style>') + '<style>'.length, html.indexOf('</style>'));
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  };
}
