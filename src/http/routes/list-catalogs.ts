import type { Catalogs } from '../../registry/catalogs.ts';
import type { HttpApp } from '../http-app.ts';
import { catalogList, renderCatalog } from '../schemas/catalog.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery } from '../schemas/parameters.ts';

export function addListCatalogs(app: HttpApp, { registry }: { readonly registry: Catalogs }): void {
  app.get('/catalogs', {
    config: { access: 'read' },
    schema: {
      summary: 'List catalogs',
      operationId: 'listCatalogs',
      tags: ['Catalogs'],
      querystring: noQuery,
      response: { 200: catalogList, ...errorResponses(...COMMON_ERRORS, 400) },
    },
    handler: async () => ({ items: (await registry.listCatalogs()).map(renderCatalog) }),
  });
}
