import { z } from 'zod';
import type { Registry } from '../../registry/registry.ts';
import type { HttpApp } from '../http-app.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery } from '../schemas/parameters.ts';
import { renderDetail, sourceDetail, sourceName } from '../schemas/source.ts';

export function addGetSource(app: HttpApp, { registry }: { readonly registry: Registry }): void {
  app.get('/sources/:source', {
    config: { access: 'read' },
    schema: {
      summary: 'Get a source and its verdicts',
      operationId: 'getSource',
      tags: ['Sources'],
      params: z.strictObject({ source: sourceName }),
      querystring: noQuery,
      response: { 200: sourceDetail, ...errorResponses(...COMMON_ERRORS, 400, 404) },
    },
    handler: async ({ params }) => renderDetail(await registry.getSource(params.source)),
  });
}
