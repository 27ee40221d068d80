import { z } from 'zod';
import { invalidArgument } from '../../errors.ts';
import { isJsonObject } from '../../model/entry.ts';
import type { Catalogs } from '../../registry/catalogs.ts';
import { MAX_PUBLICATION_BYTES } from '../../registry/preparer/read-publication.ts';
import type { HttpApp } from '../http-app.ts';
import { sendJson } from '../kept-answers.ts';
import { BODY_ERRORS, COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { preview, previewRequest, profile } from '../schemas/openapi-preview.ts';

/** The document itself, as it is. */
const DOCUMENT_TYPES = ['application/openapi+json', 'application/openapi+yaml', 'application/yaml'];

export function addPreviewOpenApi(app: HttpApp, { registry }: { readonly registry: Catalogs }): void {
  app.post('/intake/openapi', {
    bodyLimit: MAX_PUBLICATION_BYTES,
    config: {
      // Nothing is stored, but it may take seconds of work: not for whoever may only read.
      access: 'publish',
      consumes: ['application/json', ...DOCUMENT_TYPES],
      textTypes: DOCUMENT_TYPES,
    },
    schema: {
      summary: 'Preview an OpenAPI document',
      description:
        'What a publication could take from a document: hints, operations, and what is unsupported with its reason. Fetches nothing, stores nothing. The body is the document itself, or JSON that holds its text.',
      operationId: 'previewOpenApi',
      tags: ['Intake'],
      querystring: z.strictObject({ profile: profile.optional() }),
      body: previewRequest,
      response: { 200: preview, ...errorResponses(...COMMON_ERRORS, ...BODY_ERRORS, 503) },
    },
    preValidation: async (request) => {
      const { rawBody } = request;
      if (typeof rawBody === 'string') request.body = { openapi: rawBody };
      else refuseBareDocument(rawBody);
    },
    handler: async ({ body, query }, reply) =>
      sendJson(
        reply,
        await registry.previewOpenApi({
          text: body.openapi,
          profile: body.profile ?? query.profile ?? 'strict',
          authParameter: body.authParameter,
        }),
      ),
  });
}

/** A document as application/json is the likeliest mistake, and the list of its unknown members would not help. */
function refuseBareDocument(body: unknown): void {
  if (!isJsonObject(body) || !(Object.hasOwn(body, 'paths') || Object.hasOwn(body, 'info'))) return;
  throw invalidArgument(
    'the request body is an OpenAPI document itself; send it with -H \'content-type: application/openapi+json\', or its text as {"openapi": "…"}',
  );
}
