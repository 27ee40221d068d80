import { z } from 'zod';
import { compileQuery } from '../../model/parse-query.ts';
import type { Registry } from '../../registry/registry.ts';
import type { HttpApp } from '../http-app.ts';
import { DEFAULT_SEARCH_PAGE_SIZE, MAX_PAGE_SIZE, QUESTION_BODY_TIMEOUT_MS } from '../limits.ts';
import { entry, searchResult } from '../schemas/entry.ts';
import { BODY_ERRORS, COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery, pageSizeMember, pageToken } from '../schemas/parameters.ts';
import { searchQuery } from '../schemas/query.ts';

const searchRequest = z
  .strictObject({
    query: searchQuery,
    federation: z
      .enum(['auto', 'referrals', 'none'])
      .meta({
        description:
          'Whether other registries are asked too, named for the caller to ask, or left alone. This registry knows of no others yet.',
        default: 'auto',
      })
      .optional(),
    pageSize: pageSizeMember(DEFAULT_SEARCH_PAGE_SIZE),
    pageToken: pageToken.optional(),
  })
  .meta({ id: 'SearchRequest' });

const searchResponse = z
  .strictObject({
    results: z.array(searchResult),
    referrals: z.array(entry).meta({ description: 'Other registries; in referrals mode only.' }).optional(),
    pageToken: z.string().meta({ description: 'Absent on the last page.' }).optional(),
  })
  .meta({
    id: 'SearchResponse',
    description: 'The entries that match, best first; equal scores by identifier.',
  });

export function addSearch(
  app: HttpApp,
  { registry, publicUrl }: { readonly registry: Registry; readonly publicUrl: string },
): void {
  app.post('/search', {
    config: { access: 'read', consumes: ['application/json'], bodyTimeoutMs: QUESTION_BODY_TIMEOUT_MS },
    schema: {
      summary: 'Ranked search',
      description:
        'Finds entries by relevance to a need and by filter. Paging to the end yields exactly the set that `/explore` counts. Blank text matches everything, ordered by identifier.',
      operationId: 'searchRegistry',
      tags: ['Search'],
      querystring: noQuery,
      body: searchRequest,
      response: { 200: searchResponse, ...errorResponses(...COMMON_ERRORS, ...BODY_ERRORS) },
    },
    handler: async ({ body }) => {
      const answer = await registry.search(compileQuery(body.query), {
        size: Math.min(body.pageSize ?? DEFAULT_SEARCH_PAGE_SIZE, MAX_PAGE_SIZE),
        token: body.pageToken,
      });
      return {
        results: answer.results.map(({ entry, score }) => ({ ...entry, score, source: publicUrl })),
        ...(body.federation === 'referrals' ? { referrals: [] } : {}),
        ...(answer.pageToken === undefined ? {} : { pageToken: answer.pageToken }),
      };
    },
  });
}
