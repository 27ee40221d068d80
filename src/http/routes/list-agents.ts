import { z } from 'zod';
import { MAX_EXPRESSION_LENGTH, parseListFilter } from '../../model/filter-expression/parse-list-filter.ts';
import { MAX_ORDER_BY_LENGTH, parseOrderBy } from '../../model/filter-expression/parse-order-by.ts';
import type { Registry } from '../../registry/registry.ts';
import type { HttpApp } from '../http-app.ts';
import { DEFAULT_LIST_PAGE_SIZE, MAX_PAGE_SIZE } from '../limits.ts';
import { entry } from '../schemas/entry.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { pageSizeParameter, pageToken, wholeNumber } from '../schemas/parameters.ts';

const listParameters = z.strictObject({
  filter: z
    .string()
    .max(MAX_EXPRESSION_LENGTH)
    .meta({
      description:
        "Conditions joined by AND: `type = 'application/mcp-server-card+json' AND updatedAfter = '2026-01-01T00:00:00Z'`. Values separated by commas are ORed. Any field path compares for equality; the fields of `orderBy` also take `<`, `<=`, `>`, `>=`.",
    })
    .optional(),
  orderBy: z
    .string()
    .max(MAX_ORDER_BY_LENGTH)
    .meta({
      description:
        'Fields to order by, separated by commas, each with an optional `ASC` or `DESC`: identifier, displayName, type, publisher, version, updatedAt, firstSeen. Entries without the field come last.',
      default: 'identifier',
      example: 'updatedAt DESC, displayName',
    })
    .optional(),
  pageSize: pageSizeParameter(DEFAULT_LIST_PAGE_SIZE),
  pageToken: pageToken.optional(),
});

const listResponse = z
  .strictObject({
    items: z.array(entry),
    total: wholeNumber(0, { description: 'Entries that match, on all pages together.' }),
    pageToken: z.string().meta({ description: 'Absent on the last page.' }).optional(),
  })
  .meta({ id: 'ListResponse', description: 'One page of entries, in the order asked for.' });

export function addListAgents(app: HttpApp, { registry }: { readonly registry: Registry }): void {
  app.get('/agents', {
    config: { access: 'read' },
    schema: {
      summary: 'List entries',
      description: 'Deterministic browsing: every entry that matches, in order, without ranking.',
      operationId: 'listAgents',
      tags: ['Agents'],
      querystring: listParameters,
      response: { 200: listResponse, ...errorResponses(...COMMON_ERRORS, 400) },
    },
    handler: async ({ query }) => {
      const answer = await registry.list(
        parseListFilter(query.filter ?? ''),
        parseOrderBy(query.orderBy ?? ''),
        {
          size: Math.min(query.pageSize ?? DEFAULT_LIST_PAGE_SIZE, MAX_PAGE_SIZE),
          token: query.pageToken,
        },
      );
      return {
        items: [...answer.items],
        total: answer.total,
        ...(answer.pageToken === undefined ? {} : { pageToken: answer.pageToken }),
      };
    },
  });
}
