import { z } from 'zod';
import type { Registry } from '../../registry/registry.ts';
import type { HttpApp } from '../http-app.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { wholeNumber } from '../schemas/parameters.ts';

const readiness = z
  .strictObject({
    status: z.literal('ready'),
    seq: wholeNumber(0, { description: 'Number of the last change that the index shows.' }),
  })
  .meta({ id: 'Readiness', description: 'The index is loaded and the store takes writes.' });

export function addReady(app: HttpApp, { registry }: { readonly registry: Registry }): void {
  app.get('/readyz', {
    config: { access: 'open' },
    schema: {
      summary: 'Can the registry do its work?',
      operationId: 'checkReadiness',
      tags: ['Operations'],
      response: { 200: readiness, ...errorResponses(...COMMON_ERRORS, 503) },
    },
    handler: async () => {
      await registry.checkReady();
      return { status: 'ready' as const, seq: registry.seq };
    },
  });
}
