import { z } from 'zod';
import type { Catalogs } from '../../registry/catalogs.ts';
import type { HttpApp } from '../http-app.ts';
import { QUESTION_BODY_TIMEOUT_MS } from '../limits.ts';
import { catalogParameters, catalogSummary, renderCatalog, revisionName } from '../schemas/catalog.ts';
import { BODY_ERRORS, COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery } from '../schemas/parameters.ts';

const activation = z
  .strictObject({
    revision: revisionName,
    expected: revisionName
      .nullable()
      .meta({
        description:
          'The revision that has to be active now, null for none: another one is a 409. Not checked when absent.',
      })
      .optional(),
  })
  .meta({ id: 'Activation' });

export function addActivateRevision(app: HttpApp, { registry }: { readonly registry: Catalogs }): void {
  app.put('/catalogs/:catalog/active', {
    config: { access: 'publish', consumes: ['application/json'], bodyTimeoutMs: QUESTION_BODY_TIMEOUT_MS },
    schema: {
      summary: 'Activate a revision',
      description:
        'Makes a revision the active one: its entries take the place of those of the one before, in one step. An older revision is activated in the same way.',
      operationId: 'activateRevision',
      tags: ['Catalogs'],
      params: catalogParameters,
      querystring: noQuery,
      body: activation,
      response: { 200: catalogSummary, ...errorResponses(...COMMON_ERRORS, ...BODY_ERRORS, 404, 409, 503) },
    },
    handler: async ({ params, body }) =>
      renderCatalog(
        await registry.activateRevision({
          catalog: params.catalog,
          revision: body.revision,
          expected: body.expected,
        }),
      ),
  });
}
