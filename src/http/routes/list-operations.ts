import { z } from 'zod';
import { MAX_LIST_LIMIT } from '../../forage/bounds.ts';
import type { Catalogs } from '../../registry/catalogs.ts';
import { isKnown, maxAgeOf } from '../conditional.ts';
import type { HttpApp } from '../http-app.ts';
import { MAX_TOKEN_LENGTH } from '../limits.ts';
import { askedRevision, catalogParameters } from '../schemas/catalog.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { listPage, namespaceText, renderListPage } from '../schemas/forage.ts';
import { countParameter } from '../schemas/parameters.ts';

export function addListOperations(
  app: HttpApp,
  { registry, openReads }: { readonly registry: Catalogs; readonly openReads: boolean },
): void {
  app.get('/catalogs/:catalog/operations', {
    config: { access: 'read' },
    schema: {
      summary: 'List the operations of a catalog',
      description:
        'Every operation exactly once, in order. A cursor belongs to one stamp and one namespace; with another it is refused. The ETag is the stamp.',
      operationId: 'listOperations',
      tags: ['Catalogs'],
      params: catalogParameters,
      querystring: z.strictObject({
        limit: countParameter(`Operations a page; ${MAX_LIST_LIMIT} without it.`, {
          most: MAX_LIST_LIMIT,
          byDefault: MAX_LIST_LIMIT,
        }),
        cursor: z
          .string()
          .max(MAX_TOKEN_LENGTH)
          .meta({ description: 'The `nextCursor` of the page before, with the same question.' })
          .optional(),
        namespace: namespaceText.optional(),
        revision: askedRevision,
      }),
      response: {
        200: listPage,
        304: z.undefined().describe('The operations are still those whose ETag the request names.'),
        ...errorResponses(...COMMON_ERRORS, 400, 404),
      },
    },
    handler: async (request, reply) => {
      const { revision, ...question } = request.query;
      const { about, list } = await registry.openRevision(request.params.catalog, revision);
      const page = await list(question);
      const version = { tag: about.stamp, maxAgeS: maxAgeOf(revision), openReads };
      if (isKnown(request, reply, version)) return reply.code(304).send();
      return renderListPage(page);
    },
  });
}
