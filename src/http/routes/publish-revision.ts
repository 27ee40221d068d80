import { z } from 'zod';
import type { Catalogs } from '../../registry/catalogs.ts';
import { MAX_PUBLICATION_BYTES } from '../../registry/preparer/read-publication.ts';
import type { HttpApp } from '../http-app.ts';
import { assertDecodable } from '../request-target.ts';
import {
  catalogParameters,
  publishedRevision,
  renderPublished,
  revisionParameters,
} from '../schemas/catalog.ts';
import { BODY_ERRORS, COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { flagParameter } from '../schemas/parameters.ts';
import { publication } from '../schemas/publication.ts';

const TYPES = ['application/json'];

const publishing = {
  tags: ['Catalogs'],
  consumes: TYPES,
  querystring: z.strictObject({
    activate: flagParameter('Make it the active revision too, so that it can be discovered at once.'),
  }),
  body: publication,
  response: {
    200: publishedRevision,
    201: publishedRevision,
    ...errorResponses(...COMMON_ERRORS, ...BODY_ERRORS, 409, 503),
  },
};

/** The body is handed on as the text it came in: it is parsed outside the thread that answers. */
const route = {
  bodyLimit: MAX_PUBLICATION_BYTES,
  config: { access: 'publish', consumes: TYPES, textTypes: TYPES },
} as const;

/** Publishing under a name in the address, and under one that the body has or that is made from it. */
export function addPublishRevision(
  app: HttpApp,
  { registry, publicUrl }: { readonly registry: Catalogs; readonly publicUrl: string },
): void {
  app.put('/catalogs/:catalog/revisions/:revision', {
    ...route,
    schema: {
      ...publishing,
      summary: 'Publish a revision',
      description:
        'Stores an immutable revision. The same contents under the same name again change nothing; other contents are refused. Nothing of it can be discovered before it is activated.',
      operationId: 'publishRevision',
      params: revisionParameters,
    },
    onRequest: async ({ originalUrl }) => assertDecodable(originalUrl),
    handler: async (request, reply) => {
      const { catalog, revision } = request.params;
      const published = await registry.publishRevision({
        catalog,
        revision,
        text: String(request.rawBody),
        activate: request.query.activate ?? false,
      });
      return reply.code(published.created ? 201 : 200).send(renderPublished(published));
    },
  });

  app.post('/catalogs/:catalog/revisions', {
    ...route,
    schema: {
      ...publishing,
      summary: 'Publish a revision that names itself',
      description:
        'As with PUT, under the name that the body has for it (`revision`), or else `sha256-` and the first 16 hexadecimal digits of the stamp.',
      operationId: 'publishRevisionByContents',
      params: catalogParameters,
    },
    handler: async (request, reply) => {
      const { catalog } = request.params;
      const published = await registry.publishRevision({
        catalog,
        revision: undefined,
        text: String(request.rawBody),
        activate: request.query.activate ?? false,
      });
      const name = encodeURIComponent(published.revision);
      reply.header('location', `${publicUrl}/catalogs/${catalog}/revisions/${name}`);
      return reply.code(published.created ? 201 : 200).send(renderPublished(published));
    },
  });
}
