import { z } from 'zod';
import type { HttpApp } from '../http-app.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { pagePolicy } from './page.ts';

export function addDocs(
  app: HttpApp,
  { renderDocumentation }: { readonly renderDocumentation: (document: unknown) => string },
): void {
  app.get('/docs', {
    config: { access: 'open', produces: 'text/html' },
    schema: {
      summary: 'This document, for reading',
      operationId: 'readDocumentation',
      tags: ['Documents'],
      produces: ['text/html'],
      response: { 200: z.string().describe('A page without scripts.'), ...errorResponses(...COMMON_ERRORS) },
    },
    handler: async (_request, reply) => {
      const html = renderDocumentation(app.swagger());
      return reply.headers(pagePolicy(html)).type('text/html; charset=utf-8').send(html);
    },
  });
}
