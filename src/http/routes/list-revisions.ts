import type { Catalogs } from '../../registry/catalogs.ts';
import type { HttpApp } from '../http-app.ts';
import { catalogParameters, renderRevision, revisionList } from '../schemas/catalog.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery } from '../schemas/parameters.ts';

export function addListRevisions(app: HttpApp, { registry }: { readonly registry: Catalogs }): void {
  app.get('/catalogs/:catalog/revisions', {
    config: { access: 'read' },
    schema: {
      summary: 'List the revisions of a catalog',
      operationId: 'listRevisions',
      tags: ['Catalogs'],
      params: catalogParameters,
      querystring: noQuery,
      response: { 200: revisionList, ...errorResponses(...COMMON_ERRORS, 400, 404) },
    },
    handler: async ({ params }) => ({
      items: (await registry.listRevisions(params.catalog)).map(renderRevision),
    }),
  });
}
