import { z } from 'zod';
import { compileQuery } from '../../model/parse-query.ts';
import type { Registry, SearchAnswer } from '../../registry/registry.ts';
import type { HttpApp } from '../http-app.ts';
import { type KeptAnswers, sendJson } from '../kept-answers.ts';
import { DEFAULT_SEARCH_PAGE_SIZE, MAX_PAGE_SIZE, QUESTION_BODY_TIMEOUT_MS } from '../limits.ts';
import { entry, searchResult } from '../schemas/entry.ts';
import { BODY_ERRORS, COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery, pageSizeMember, pageToken } from '../schemas/parameters.ts';
import { searchQuery } from '../schemas/query.ts';

const searchRequest = z
  .strictObject({
    query: searchQuery,
    federation: z
      .enum(['auto', 'referrals', 'none'])
      .meta({
        description:
          'Whether other registries are asked too, named for the caller to ask, or left alone. This registry knows of no others yet.',
        default: 'auto',
      })
      .optional(),
    pageSize: pageSizeMember(DEFAULT_SEARCH_PAGE_SIZE),
    pageToken: pageToken.optional(),
  })
  .meta({ id: 'SearchRequest' });

const searchResponse = z
  .strictObject({
    results: z.array(searchResult),
    referrals: z.array(entry).meta({ description: 'Other registries; in referrals mode only.' }).optional(),
    pageToken: z.string().meta({ description: 'Absent on the last page.' }).optional(),
  })
  .meta({
    id: 'SearchResponse',
    description: 'The entries that match, best first; equal scores by identifier.',
  });

export function addSearch(
  app: HttpApp,
  {
    registry,
    answers,
    publicUrl,
  }: { readonly registry: Registry; readonly answers: KeptAnswers; readonly publicUrl: string },
): void {
  const source = JSON.stringify(publicUrl);
  app.post('/search', {
    config: { access: 'read', consumes: ['application/json'], bodyTimeoutMs: QUESTION_BODY_TIMEOUT_MS },
    schema: {
      summary: 'Ranked search',
      description:
        'Finds entries by relevance to a need and by filter. Paging to the end yields exactly the set that `/explore` counts. Blank text matches everything, ordered by identifier.',
      operationId: 'searchRegistry',
      tags: ['Search'],
      querystring: noQuery,
      body: searchRequest,
      response: { 200: searchResponse, ...errorResponses(...COMMON_ERRORS, ...BODY_ERRORS) },
    },
    preValidation: (request, reply, done) => {
      const kept = answers.find(request);
      if (kept === undefined) done();
      else sendJson(reply, kept);
    },
    handler: async (request, reply) => {
      const { seq } = registry;
      const { body } = request;
      const answer = await registry.search(compileQuery({ ...body.query, context: body.query['@context'] }), {
        size: Math.min(body.pageSize ?? DEFAULT_SEARCH_PAGE_SIZE, MAX_PAGE_SIZE),
        token: body.pageToken,
      });
      const text = renderAnswer(answer, { source, referrals: body.federation === 'referrals' });
      // A later page may be of an older view, which this answer would outlive.
      if (body.pageToken === undefined) answers.keep(request, seq, text);
      return sendJson(reply, text);
    },
  });
}

/** Entries are JSON already, so they are put in as they are: the answer is never built as a value. */
function renderAnswer(
  { results, pageToken }: SearchAnswer,
  { source, referrals }: { readonly source: string; readonly referrals: boolean },
): string {
  const rendered = results.map(
    ({ json, score }) => `${json.slice(0, -1)},"score":${score},"source":${source}}`,
  );
  const members = [
    `"results":[${rendered.join(',')}]`,
    ...(referrals ? ['"referrals":[]'] : []),
    ...(pageToken === undefined ? [] : [`"pageToken":${JSON.stringify(pageToken)}`]),
  ];
  return `{${members.join(',')}}`;
}
