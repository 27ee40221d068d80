import { z } from 'zod';
import type { Catalogs } from '../../registry/catalogs.ts';
import { ALWAYS_ASK_S, isKnown } from '../conditional.ts';
import type { HttpApp } from '../http-app.ts';
import { assertDecodable } from '../request-target.ts';
import { renderRevision, revisionParameters, revisionSummary } from '../schemas/catalog.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery } from '../schemas/parameters.ts';

export function addGetRevision(
  app: HttpApp,
  { registry, openReads }: { readonly registry: Catalogs; readonly openReads: boolean },
): void {
  app.get('/catalogs/:catalog/revisions/:revision', {
    config: { access: 'read' },
    schema: {
      summary: 'Get a revision',
      description:
        'The name of the revision is one percent-encoded path segment and is decoded exactly once. The ETag is the stamp, with `.active` behind it while the revision is the active one.',
      operationId: 'getRevision',
      tags: ['Catalogs'],
      params: revisionParameters,
      querystring: noQuery,
      response: {
        200: revisionSummary,
        304: z.undefined().describe('The revision is still as the request knows it.'),
        ...errorResponses(...COMMON_ERRORS, 400, 404),
      },
    },
    onRequest: async ({ originalUrl }) => assertDecodable(originalUrl),
    handler: async (request, reply) => {
      const { catalog, revision } = request.params;
      const found = await registry.getRevision(catalog, revision);
      // All of a revision stands for good but whether it is the active one.
      const tag = found.active ? `${found.stamp}.active` : found.stamp;
      if (isKnown(request, reply, { tag, maxAgeS: ALWAYS_ASK_S, openReads })) return reply.code(304).send();
      return renderRevision(found);
    },
  });
}
