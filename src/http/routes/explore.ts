import { z } from 'zod';
import { invalidArgument, LarderError } from '../../errors.ts';
import { compileQuery } from '../../model/parse-query.ts';
import type { FacetResult } from '../../model/query.ts';
import { NO_CONTEXT, resolvePath } from '../../model/term-context.ts';
import type { Registry } from '../../registry/registry.ts';
import type { HttpApp } from '../http-app.ts';
import { type KeptAnswers, sendJson } from '../kept-answers.ts';
import {
  DEFAULT_FACET_LIMIT,
  MAX_FACET_LIMIT,
  MAX_FACETS,
  MAX_PATH_LENGTH,
  QUESTION_BODY_TIMEOUT_MS,
} from '../limits.ts';
import { BODY_ERRORS, COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery, wholeNumber } from '../schemas/parameters.ts';
import { exploreQuery } from '../schemas/query.ts';

const facetRequest = z
  .strictObject({
    field: z
      .string()
      .max(MAX_PATH_LENGTH)
      .meta({ description: 'Dot-separated path of the entry property to aggregate.', example: 'type' }),
    limit: z
      .int()
      .min(0)
      .max(MAX_FACET_LIMIT)
      .meta({ description: 'Most buckets returned; 0 for none.', default: DEFAULT_FACET_LIMIT })
      .optional(),
    minCount: wholeNumber(0, {
      description: 'Buckets below this count are left out; 0 means 1.',
      default: 1,
    }).optional(),
  })
  .meta({ id: 'ExploreFacetRequest' });

const facets = z
  .array(facetRequest)
  .max(MAX_FACETS)
  .superRefine((requested, context) => {
    const fields = new Set<string>();
    for (const [position, { field }] of requested.entries()) {
      if (fields.has(field)) {
        context.addIssue({
          code: 'custom',
          path: [position, 'field'],
          message: 'the same field stands before; name each once',
        });
      }
      fields.add(field);
    }
  })
  .meta({ description: 'The fields to aggregate, each named once.' });

const exploreRequest = z
  .strictObject({ query: exploreQuery.optional(), resultType: z.looseObject({ facets }) })
  .meta({ id: 'ExploreRequest' });

const facetResult = z
  .strictObject({
    buckets: z.array(
      z.strictObject({ value: z.string(), count: wholeNumber(1) }).meta({ id: 'ExploreFacetBucket' }),
    ),
    otherCount: wholeNumber(0, {
      description:
        'Sum of the counts of the buckets that reach `minCount` and are cut by `limit`. An entry with two cut values counts twice; on single-valued fields this is a number of entries.',
    }),
  })
  .meta({
    id: 'ExploreFacetResult',
    description: 'Buckets by count, largest first, equal counts by value in UTF-16 code unit order.',
  });

const exploreResponse = z
  .strictObject({ resultType: z.literal('facets'), facets: z.record(z.string(), facetResult) })
  .meta({ id: 'ExploreResponse', description: 'Successful explore operation.' });

export function addExplore(
  app: HttpApp,
  {
    registry,
    answers,
    enabled,
  }: { readonly registry: Registry; readonly answers: KeptAnswers; readonly enabled: boolean },
): void {
  app.post('/explore', {
    config: {
      access: 'read',
      consumes: ['application/json'],
      bodyTimeoutMs: QUESTION_BODY_TIMEOUT_MS,
      keepsAnswers: true,
    },
    schema: {
      summary: 'Dynamic Registry Introspection',
      description:
        'Aggregates facets over the matched set: all entries that pass the filter and, with text, the relevance cut-off that `/search` uses too. Returns counts instead of entries.',
      operationId: 'exploreRegistry',
      tags: ['Explore'],
      querystring: noQuery,
      body: exploreRequest,
      response: { 200: exploreResponse, ...errorResponses(...COMMON_ERRORS, ...BODY_ERRORS, 501) },
    },
    // Before the body is looked at: where there is no explore, no body is right.
    onRequest: (_request, _reply, done) => done(enabled ? undefined : notOffered()),
    handler: async (request, reply) => {
      const { seq } = registry;
      const { body } = request;
      const context = body.query?.['@context'] ?? NO_CONTEXT;
      const asked = body.resultType.facets;
      const requested = asked.map(({ field, limit, minCount }) => ({
        field: resolvePath(field, context),
        limit: limit ?? DEFAULT_FACET_LIMIT,
        minCount: Math.max(1, minCount ?? 1),
      }));
      refuseRepeated(requested.map(({ field }) => field));
      const answer = await registry.explore(compileQuery({ ...body.query, context }), requested);
      // fromEntries, so that a field named __proto__ becomes an own member.
      const text = JSON.stringify({
        resultType: 'facets',
        facets: Object.fromEntries(
          answer.facets.map((facet, at) => [asked[at]?.field ?? '', renderFacet(facet)]),
        ),
      } satisfies z.infer<typeof exploreResponse>);
      answers.keep(request, seq, text);
      return sendJson(reply, text);
    },
  });
}

function notOffered(): LarderError {
  return new LarderError(
    'NOT_IMPLEMENTED',
    'This registry does not offer explore; POST /search finds entries.',
  );
}

/** Two spellings of one field; two facets of one spelling are found before. */
function refuseRepeated(fields: readonly string[]): void {
  const position = fields.findIndex((field, at) => fields.indexOf(field) !== at);
  if (position < 0) return;
  throw invalidArgument(
    `resultType.facets[${position}].field: it names the same field as a facet before it; name each once`,
  );
}

function renderFacet({ buckets, otherCount }: FacetResult): z.infer<typeof facetResult> {
  return { buckets: [...buckets], otherCount };
}
