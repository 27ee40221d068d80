import type { Registry } from '../../registry/registry.ts';
import type { HttpApp } from '../http-app.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery } from '../schemas/parameters.ts';
import { renderSummary, sourceList } from '../schemas/source.ts';

export function addListSources(app: HttpApp, { registry }: { readonly registry: Registry }): void {
  app.get('/sources', {
    config: { access: 'read' },
    schema: {
      summary: 'List sources',
      operationId: 'listSources',
      tags: ['Sources'],
      querystring: noQuery,
      response: { 200: sourceList, ...errorResponses(...COMMON_ERRORS, 400) },
    },
    handler: async () => ({ items: (await registry.listSources()).map(renderSummary) }),
  });
}
