import { z } from 'zod';
import type { CrawlControl } from '../../network/crawl/crawl-control.ts';
import type { HttpApp } from '../http-app.ts';
import { QUESTION_BODY_TIMEOUT_MS } from '../limits.ts';
import {
  madeRefusal,
  refusalRequest,
  refusedDomain,
  refuseIdle,
  renderRefusal,
} from '../schemas/crawling.ts';
import { BODY_ERRORS, COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery } from '../schemas/parameters.ts';

export function addPutRefusal(app: HttpApp, crawl: CrawlControl | undefined): void {
  app.put('/refusals/:domain', {
    config: { access: 'admin', consumes: ['application/json'], bodyTimeoutMs: QUESTION_BODY_TIMEOUT_MS },
    schema: {
      summary: 'Refuse a domain',
      description:
        'The domain and everything below it can no longer be submitted, and crawls of other targets do not follow addresses there. What was submitted there, and what crawls found there, is gone when this is answered. Targets that the operator added stay. Sent again, it takes out what may be left, and keeps the reason where it gives none.',
      operationId: 'putRefusal',
      tags: ['Crawling'],
      params: z.strictObject({ domain: refusedDomain }),
      querystring: noQuery,
      body: refusalRequest.optional(),
      response: {
        200: madeRefusal,
        201: madeRefusal,
        ...errorResponses(...COMMON_ERRORS, ...BODY_ERRORS, 501, 503),
      },
    },
    // Before the body is looked at: where nothing can be refused, no body is right.
    onRequest: async () => {
      refuseIdle(crawl);
    },
    handler: async ({ params, body }, reply) => {
      const made = await refuseIdle(crawl).refuse(params.domain, body?.reason ?? null);
      const { targets, sources, entries, kept } = made.enforcement;
      return reply.code(made.isNew ? 201 : 200).send({
        ...renderRefusal(made.refusal),
        removed: { targets: [...targets], sources, entries },
        kept: [...kept],
      });
    },
  });
}
