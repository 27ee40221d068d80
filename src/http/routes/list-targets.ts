import { z } from 'zod';
import type { CrawlControl } from '../../network/crawl/crawl-control.ts';
import type { HttpApp } from '../http-app.ts';
import { DEFAULT_LIST_PAGE_SIZE, MAX_PAGE_SIZE } from '../limits.ts';
import { refuseIdle, renderTarget, target } from '../schemas/crawling.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { pageSizeParameter, pageToken, wholeNumber } from '../schemas/parameters.ts';

const targetList = z
  .strictObject({
    items: z.array(target),
    total: wholeNumber(0, { description: 'Targets on all pages together.' }),
    pageToken: z.string().meta({ description: 'Absent on the last page.' }).optional(),
  })
  .meta({ id: 'TargetList', description: 'One page of targets, by name.' });

export function addListTargets(app: HttpApp, crawl: CrawlControl | undefined): void {
  app.get('/targets', {
    config: { access: 'admin' },
    schema: {
      summary: 'List the targets of the crawl',
      operationId: 'listTargets',
      tags: ['Crawling'],
      querystring: z.strictObject({
        pageSize: pageSizeParameter(DEFAULT_LIST_PAGE_SIZE),
        pageToken: pageToken.optional(),
      }),
      response: { 200: targetList, ...errorResponses(...COMMON_ERRORS, 400, 501, 503) },
    },
    handler: async ({ query }) => {
      const { items, total, pageToken } = await refuseIdle(crawl).listTargets({
        size: Math.min(query.pageSize ?? DEFAULT_LIST_PAGE_SIZE, MAX_PAGE_SIZE),
        token: query.pageToken,
      });
      return { items: items.map(renderTarget), total, ...(pageToken === undefined ? {} : { pageToken }) };
    },
  });
}
