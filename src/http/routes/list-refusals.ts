import { z } from 'zod';
import type { CrawlControl } from '../../network/crawl/crawl-control.ts';
import type { HttpApp } from '../http-app.ts';
import { refusal, refuseIdle, renderRefusal } from '../schemas/crawling.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery } from '../schemas/parameters.ts';

const refusalList = z
  .strictObject({ items: z.array(refusal) })
  .meta({ id: 'RefusalList', description: 'All refused domains, by name.' });

export function addListRefusals(app: HttpApp, crawl: CrawlControl | undefined): void {
  app.get('/refusals', {
    config: { access: 'admin' },
    schema: {
      summary: 'List the refused domains',
      operationId: 'listRefusals',
      tags: ['Crawling'],
      querystring: noQuery,
      response: { 200: refusalList, ...errorResponses(...COMMON_ERRORS, 400, 501, 503) },
    },
    handler: async () => ({ items: (await refuseIdle(crawl).listRefusals()).map(renderRefusal) }),
  });
}
