import { z } from 'zod';
import type { CrawlControl } from '../../network/crawl/crawl-control.ts';
import type { HttpApp } from '../http-app.ts';
import { refusal, refusedDomain, refuseIdle, renderRefusal } from '../schemas/crawling.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery } from '../schemas/parameters.ts';

export function addDeleteRefusal(app: HttpApp, crawl: CrawlControl | undefined): void {
  app.delete('/refusals/:domain', {
    config: { access: 'admin' },
    schema: {
      summary: 'Lift a refusal',
      description:
        'The domain may be submitted and followed again. Targets that the refusal removed do not come back by themselves.',
      operationId: 'deleteRefusal',
      tags: ['Crawling'],
      params: z.strictObject({ domain: refusedDomain }),
      querystring: noQuery,
      response: { 200: refusal, ...errorResponses(...COMMON_ERRORS, 400, 404, 501, 503) },
    },
    handler: async ({ params }) => renderRefusal(await refuseIdle(crawl).lift(params.domain)),
  });
}
