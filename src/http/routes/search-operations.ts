import { z } from 'zod';
import { DEFAULT_SEARCH_LIMIT, MAX_QUERY_LENGTH, MAX_SEARCH_LIMIT } from '../../forage/bounds.ts';
import type { Catalogs } from '../../registry/catalogs.ts';
import type { HttpApp } from '../http-app.ts';
import { QUESTION_BODY_TIMEOUT_MS } from '../limits.ts';
import { askedRevision, catalogParameters } from '../schemas/catalog.ts';
import { BODY_ERRORS, COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { namespaceText, renderSearchPage, searchPage } from '../schemas/forage.ts';
import { noQuery } from '../schemas/parameters.ts';

const operationSearch = z
  .strictObject({
    query: z.string().max(MAX_QUERY_LENGTH).meta({
      description: 'A need in words; not blank.',
      example: 'read a file',
    }),
    limit: z
      .int()
      .min(1)
      .max(MAX_SEARCH_LIMIT)
      .meta({ description: 'Results at most.', default: DEFAULT_SEARCH_LIMIT })
      .optional(),
    namespace: namespaceText.optional(),
    revision: askedRevision,
  })
  .meta({ id: 'OperationSearch' });

export function addSearchOperations(app: HttpApp, { registry }: { readonly registry: Catalogs }): void {
  app.post('/catalogs/:catalog/search', {
    config: { access: 'read', consumes: ['application/json'], bodyTimeoutMs: QUESTION_BODY_TIMEOUT_MS },
    schema: {
      summary: 'Search the operations of a catalog',
      description:
        'The operations that fit a need in words, best first. Those that differ in nothing but their path are one result.',
      operationId: 'searchOperations',
      tags: ['Catalogs'],
      params: catalogParameters,
      querystring: noQuery,
      body: operationSearch,
      response: { 200: searchPage, ...errorResponses(...COMMON_ERRORS, ...BODY_ERRORS, 404) },
    },
    handler: async ({ params, body }) => {
      const { revision, ...question } = body;
      const { search } = await registry.openRevision(params.catalog, revision);
      return renderSearchPage(await search(question));
    },
  });
}
