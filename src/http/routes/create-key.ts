import type { Registry } from '../../registry/registry.ts';
import type { HttpApp } from '../http-app.ts';
import { QUESTION_BODY_TIMEOUT_MS } from '../limits.ts';
import { BODY_ERRORS, COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { createdKey, keyRequest, renderKey } from '../schemas/key.ts';
import { noQuery } from '../schemas/parameters.ts';

export function addCreateKey(app: HttpApp, { registry }: { readonly registry: Registry }): void {
  app.post('/keys', {
    config: { access: 'admin', consumes: ['application/json'], bodyTimeoutMs: QUESTION_BODY_TIMEOUT_MS },
    schema: {
      summary: 'Make an API key',
      description: 'The answer holds the text of the key, which is shown this once.',
      operationId: 'createKey',
      tags: ['Keys'],
      querystring: noQuery,
      body: keyRequest,
      response: { 201: createdKey, ...errorResponses(...COMMON_ERRORS, ...BODY_ERRORS, 503) },
    },
    handler: async ({ body }, reply) => {
      const created = await registry.createKey(body.name, body.scope);
      reply.header('cache-control', 'no-store');
      return reply.code(201).send({ ...renderKey(created), key: created.key });
    },
  });
}
