import { z } from 'zod';
import { MAX_MANIFEST_BYTES } from '../../model/bounds.ts';
import type { Registry } from '../../registry/registry.ts';
import type { HttpApp } from '../http-app.ts';
import { BODY_ERRORS, COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { flagParameter } from '../schemas/parameters.ts';
import { importReport, renderReport, sourceName } from '../schemas/source.ts';

const MANIFEST_TYPES = ['application/json', 'application/ai-catalog+json', 'application/ard+json'];

/** The body is handed on as the text it came in; intake judges it, entry by entry. */
const manifest = z.unknown().meta({
  type: 'object',
  description: 'A manifest (`ard.json` or `ai-catalog.json`). Members beside `entries` are ignored.',
  required: ['entries'],
  properties: { entries: { type: 'array' } },
});

export function addPutSource(app: HttpApp, { registry }: { readonly registry: Registry }): void {
  app.put('/sources/:source', {
    bodyLimit: MAX_MANIFEST_BYTES,
    config: { access: 'publish', consumes: MANIFEST_TYPES, textTypes: MANIFEST_TYPES },
    schema: {
      summary: 'Import a manifest',
      description:
        'Takes in one manifest as a source, replacing what the source held. A bad entry never loses the good ones. The same text again changes nothing.',
      operationId: 'putSource',
      tags: ['Sources'],
      consumes: MANIFEST_TYPES,
      params: z.strictObject({ source: sourceName }),
      querystring: z.strictObject({
        allowEmpty: flagParameter('Allow a manifest that leaves the source without entries.'),
      }),
      body: manifest,
      response: {
        200: importReport,
        201: importReport,
        ...errorResponses(...COMMON_ERRORS, ...BODY_ERRORS, 409, 503),
      },
    },
    handler: async (request, reply) => {
      const report = await registry.importManifest({
        source: request.params.source,
        text: String(request.rawBody),
        origin: 'http',
        allowEmpty: request.query.allowEmpty ?? false,
      });
      return reply.code(report.created ? 201 : 200).send(renderReport(report));
    },
  });
}
