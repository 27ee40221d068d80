import type { Catalogs } from '../../registry/catalogs.ts';
import type { HttpApp } from '../http-app.ts';
import { catalogParameters, catalogSummary, renderCatalog } from '../schemas/catalog.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery } from '../schemas/parameters.ts';

export function addGetCatalog(app: HttpApp, { registry }: { readonly registry: Catalogs }): void {
  app.get('/catalogs/:catalog', {
    config: { access: 'read' },
    schema: {
      summary: 'Get a catalog and its active revision',
      operationId: 'getCatalog',
      tags: ['Catalogs'],
      params: catalogParameters,
      querystring: noQuery,
      response: { 200: catalogSummary, ...errorResponses(...COMMON_ERRORS, 400, 404) },
    },
    handler: async ({ params }) => renderCatalog(await registry.getCatalog(params.catalog)),
  });
}
