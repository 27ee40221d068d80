import { z } from 'zod';
import { type Entry, isJsonObject, type JsonObject, member } from '../../model/entry.ts';
import { compileQuery } from '../../model/parse-query.ts';
import { ASKER_HEADER } from '../../network/federation/ask-upstream.ts';
import type { Federation } from '../../network/federation/federation.ts';
import type { Registry } from '../../registry/registry.ts';
import type { HttpApp } from '../http-app.ts';
import { type KeptAnswers, sendJson } from '../kept-answers.ts';
import { DEFAULT_SEARCH_PAGE_SIZE, MAX_PAGE_SIZE, QUESTION_BODY_TIMEOUT_MS } from '../limits.ts';
import { entry, searchResult } from '../schemas/entry.ts';
import { BODY_ERRORS, COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery, pageSizeMember, pageToken } from '../schemas/parameters.ts';
import { searchQuery } from '../schemas/query.ts';
import { renderServerTiming } from '../server-timing.ts';

const searchRequest = z
  .strictObject({
    query: searchQuery,
    federation: z
      .enum(['auto', 'referrals', 'none'])
      .meta({
        description:
          'Whether other registries are asked too and one list is made of all (`auto`), named for the caller to ask (`referrals`), or left alone (`none`). A registry that knows of no others answers `auto` as `none`.',
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
    federation,
  }: {
    readonly registry: Registry;
    readonly answers: KeptAnswers;
    readonly publicUrl: string;
    readonly federation: Federation | undefined;
  },
): void {
  const source = JSON.stringify(publicUrl);
  app.post('/search', {
    config: {
      access: 'read',
      consumes: ['application/json'],
      bodyTimeoutMs: QUESTION_BODY_TIMEOUT_MS,
      keepsAnswers: true,
    },
    schema: {
      summary: 'Ranked search',
      description:
        'Finds entries by relevance to a need and by filter. Paging to the end yields exactly the set that `/explore` counts, where no other registry is asked. Blank text matches everything, ordered by identifier. A list made of the answers of several registries comes with a `Server-Timing` header that says which answered, in how long, or why not.',
      operationId: 'searchRegistry',
      tags: ['Search'],
      querystring: noQuery,
      body: searchRequest,
      response: { 200: searchResponse, ...errorResponses(...COMMON_ERRORS, ...BODY_ERRORS) },
    },
    onRequest: (request, reply, done) => {
      const asker = federation === undefined ? undefined : request.headers[ASKER_HEADER];
      // Whoever asks so is told whether it is this registry, under whatever address, that it asked.
      if (asker !== undefined && asker === federation?.id) reply.header(ASKER_HEADER, asker);
      done();
    },
    handler: async (request, reply) => {
      const { seq } = registry;
      const { body } = request;
      const query = compileQuery({ ...body.query, context: body.query['@context'] });
      const page = {
        size: Math.min(body.pageSize ?? DEFAULT_SEARCH_PAGE_SIZE, MAX_PAGE_SIZE),
        token: body.pageToken,
      };
      const mode = body.federation ?? 'auto';
      if (federation !== undefined && mode === 'auto') {
        const written = writtenQuery(request.rawBody);
        const { results, pageToken, timing } = await federation.search({ query, written, page });
        if (timing !== undefined) reply.header('server-timing', renderServerTiming(timing));
        const rendered = results.map((row) => renderResult(row.json, row.score, JSON.stringify(row.source)));
        return sendJson(reply, renderAnswer(rendered, undefined, pageToken));
      }
      const answer = await registry.search(query, page);
      const rendered = answer.results.map(({ json, score }) => renderResult(json, score, source));
      const referrals = mode === 'referrals' ? ((await federation?.listReferrals()) ?? []) : undefined;
      const text = renderAnswer(rendered, referrals, answer.pageToken);
      // A later page may be of an older view, which this answer would outlive.
      if (body.pageToken === undefined) answers.keep(request, seq, text);
      return sendJson(reply, text);
    },
  });
}

/** An entry is JSON already, so it is put in as it is: the answer is never built as a value. */
function renderResult(json: string, score: number, source: string): string {
  return `${json.slice(0, -1)},"score":${score},"source":${source}}`;
}

function renderAnswer(
  results: readonly string[],
  referrals: readonly Entry[] | undefined,
  pageToken: string | undefined,
): string {
  const members = [
    `"results":[${results.join(',')}]`,
    ...(referrals === undefined ? [] : [`"referrals":${JSON.stringify(referrals)}`]),
    ...(pageToken === undefined ? [] : [`"pageToken":${JSON.stringify(pageToken)}`]),
  ];
  return `{${members.join(',')}}`;
}

/** The query before it was read, for those who read it themselves. The body has been checked. */
function writtenQuery(body: unknown): JsonObject {
  const query = isJsonObject(body) ? member(body, 'query') : undefined;
  return isJsonObject(query) ? query : {};
}
