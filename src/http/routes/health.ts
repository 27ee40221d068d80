import { z } from 'zod';
import type { HttpApp } from '../http-app.ts';
import { errorResponses } from '../schemas/error.ts';

const health = z
  .strictObject({ status: z.literal('alive') })
  .meta({ id: 'Health', description: 'The process answers. Whether it can do its work, `/readyz` says.' });

/** Liveness: no more than that the event loop runs. Never limited, so that a flood does not look like a death. */
export function addHealth(app: HttpApp): void {
  app.get('/healthz', {
    config: { access: 'open', rateLimited: false },
    schema: {
      summary: 'Is the process alive?',
      operationId: 'checkHealth',
      tags: ['Operations'],
      response: { 200: health, ...errorResponses(401, 403, 406, 500) },
    },
    handler: async () => ({ status: 'alive' as const }),
  });
}
