import { documentOf } from './openapi-documents.ts';

const customer = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

/** What stands in a document beside its operations, or in them, and is never to be stored or logged. */
const CANARIES = {
  description: 'canary-info-description',
  extension: 'canary-x-member',
  example: 'canary-example',
  server: 'canary-server.example',
  scheme: 'canary-scheme',
  token: 'canary-token-url.example',
};

/** A document with a canary in each place that is never to be stored. */
export const WITH_CANARIES = documentOf(
  {
    '/customers': {
      'x-own': CANARIES.extension,
      servers: [{ url: `https://${CANARIES.server}/path` }],
      get: {
        operationId: 'listCustomers',
        'x-own': { deep: [CANARIES.extension] },
        servers: [{ url: `https://${CANARIES.server}/operation` }],
        security: [{ [CANARIES.scheme]: [] }],
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'string', example: CANARIES.example } },
          { name: 'size', in: 'query', example: CANARIES.example, schema: { type: 'integer' } },
          { name: `X-${CANARIES.scheme}`, in: 'header', schema: { type: 'string' } },
        ],
        responses: {
          200: {
            description: '',
            content: {
              'application/json': {
                schema: { ...customer, examples: [{ name: CANARIES.example }], 'x-own': CANARIES.extension },
                examples: { one: { value: CANARIES.example } },
              },
            },
          },
        },
      },
    },
  },
  {
    info: { title: 'Test', version: '1', description: CANARIES.description, 'x-own': CANARIES.extension },
    servers: [{ url: `https://${CANARIES.server}/v1`, description: CANARIES.description }],
    'x-own': CANARIES.extension,
    components: {
      securitySchemes: {
        [CANARIES.scheme]: { type: 'apiKey', in: 'header', name: `X-${CANARIES.scheme}` },
        other: {
          type: 'oauth2',
          description: CANARIES.scheme,
          flows: { clientCredentials: { tokenUrl: `https://${CANARIES.token}/`, scopes: {} } },
        },
      },
    },
  },
);

/** The canaries that a text holds, in whatever case. */
export function findCanaries(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return Object.values(CANARIES).filter((canary) => lower.includes(canary));
}
