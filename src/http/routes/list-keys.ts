import type { Registry } from '../../registry/registry.ts';
import type { HttpApp } from '../http-app.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { keyList, renderKey } from '../schemas/key.ts';
import { noQuery } from '../schemas/parameters.ts';

export function addListKeys(app: HttpApp, { registry }: { readonly registry: Registry }): void {
  app.get('/keys', {
    config: { access: 'admin' },
    schema: {
      summary: 'List API keys',
      operationId: 'listKeys',
      tags: ['Keys'],
      querystring: noQuery,
      response: { 200: keyList, ...errorResponses(...COMMON_ERRORS, 400) },
    },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { items: (await registry.listKeys()).map(renderKey) };
    },
  });
}
