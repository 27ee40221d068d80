import { z } from 'zod';
import type { Catalogs } from '../../registry/catalogs.ts';
import type { HttpApp } from '../http-app.ts';
import { catalogParameters, catalogSummary, renderCatalog, revisionName } from '../schemas/catalog.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';

export function addDeactivateCatalog(app: HttpApp, { registry }: { readonly registry: Catalogs }): void {
  app.delete('/catalogs/:catalog/active', {
    config: { access: 'publish' },
    schema: {
      summary: 'Take a catalog out of discovery',
      description: 'No revision is active afterwards. All revisions stay, and can still be asked by name.',
      operationId: 'deactivateCatalog',
      tags: ['Catalogs'],
      params: catalogParameters,
      querystring: z.strictObject({
        expected: revisionName
          .meta({ description: 'The revision that has to be active now: another one is a 409.' })
          .optional(),
      }),
      response: { 200: catalogSummary, ...errorResponses(...COMMON_ERRORS, 400, 404, 409, 503) },
    },
    handler: async ({ params, query }) =>
      renderCatalog(await registry.deactivateCatalog(params.catalog, query.expected)),
  });
}
