import { z } from 'zod';
import type { Registry } from '../../registry/registry.ts';
import type { HttpApp } from '../http-app.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery, wholeNumber } from '../schemas/parameters.ts';
import { sourceName } from '../schemas/source.ts';

const removal = z
  .strictObject({
    source: sourceName,
    orphaned: wholeNumber(0, { description: 'Entries that left the source.' }),
  })
  .meta({
    id: 'SourceRemoval',
    description: 'The source is gone; entries that it had shadowed answer again.',
  });

export function addDeleteSource(app: HttpApp, { registry }: { readonly registry: Registry }): void {
  app.delete('/sources/:source', {
    config: { access: 'publish' },
    schema: {
      summary: 'Remove a source',
      operationId: 'deleteSource',
      tags: ['Sources'],
      params: z.strictObject({ source: sourceName }),
      querystring: noQuery,
      response: { 200: removal, ...errorResponses(...COMMON_ERRORS, 400, 404, 503) },
    },
    handler: async ({ params }) => {
      const { orphaned } = await registry.removeSource(params.source);
      return { source: params.source, orphaned };
    },
  });
}
