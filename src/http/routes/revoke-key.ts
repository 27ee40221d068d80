import { z } from 'zod';
import type { Registry } from '../../registry/registry.ts';
import type { HttpApp } from '../http-app.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { keyRecord, renderKey } from '../schemas/key.ts';
import { noQuery } from '../schemas/parameters.ts';

/** Longest key id that is looked up; ours are shorter. */
const MAX_KEY_ID_LENGTH = 64;

export function addRevokeKey(app: HttpApp, { registry }: { readonly registry: Registry }): void {
  app.delete('/keys/:id', {
    config: { access: 'admin' },
    schema: {
      summary: 'Revoke an API key',
      description: 'The key stops working at once; its record stays.',
      operationId: 'revokeKey',
      tags: ['Keys'],
      params: z.strictObject({ id: z.string().max(MAX_KEY_ID_LENGTH) }),
      querystring: noQuery,
      response: { 200: keyRecord, ...errorResponses(...COMMON_ERRORS, 400, 404, 503) },
    },
    handler: async ({ params }, reply) => {
      reply.header('cache-control', 'no-store');
      return renderKey(await registry.revokeKey(params.id));
    },
  });
}
