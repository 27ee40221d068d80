import { z } from 'zod';
import type { HttpApp } from '../http-app.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';

const document = z
  .looseObject({ openapi: z.literal('3.2.0') })
  .meta({ id: 'OpenApiDocument', description: 'This document.' });

export function addOpenApi(app: HttpApp): void {
  app.get('/openapi.json', {
    config: { access: 'open' },
    schema: {
      summary: 'The OpenAPI document',
      operationId: 'getOpenApi',
      tags: ['Documents'],
      response: { 200: document, ...errorResponses(...COMMON_ERRORS) },
    },
    handler: async () => document.parse(app.swagger()),
  });
}
