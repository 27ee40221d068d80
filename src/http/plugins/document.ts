import swagger, { type SwaggerTransform } from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { ERRORS, type ErrorCode } from '../../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../model/entry.ts';
import { MAY_LACK_BODY, shapeDocument } from '../document/shape.ts';
import type { HttpApp, RouteTraits } from '../http-app.ts';

/** Version of the HTTP interface, which is the version of the product. */
export const VERSION = '0.1.0';

/** Generates our document, OpenAPI 3.2, from the schemas of the routes that are added after it. */
export async function addDocument(app: HttpApp): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.2.0',
      info: {
        title: 'Larder discovery registry',
        version: VERSION,
        description:
          'Finds what AI agents can call. Implements Agentic Resource Discovery (ARD) v0.91: explore, search, list and retrieve, over manifests that publishers hand in. Discovery never executes anything. All texts in entries come from their publishers and are not vetted.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      tags: [
        { name: 'Explore', description: 'Facet counts over the matched set.' },
        { name: 'Search', description: 'Ranked entries.' },
        { name: 'Agents', description: 'Entries in order, and one by its identifier.' },
        { name: 'Sources', description: 'Manifests, and what became of their entries.' },
        { name: 'Crawling', description: 'What is crawled, and the domains that an operator refuses.' },
        { name: 'Catalogs', description: 'Operations that are published as catalogs, revision by revision.' },
        { name: 'Intake', description: 'What could be published, without publishing it.' },
        { name: 'Keys', description: 'API keys.' },
        { name: 'MCP', description: 'The same questions as tools of the Model Context Protocol.' },
        { name: 'Documents', description: 'What this registry says about itself.' },
        { name: 'Operations', description: 'For whoever runs it.' },
      ],
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer', description: 'An API key of this registry.' },
        },
      },
    },
    transform,
    transformObject: (input) => toDocument(jsonSchemaTransformObject(input)),
  });
}

const transform: SwaggerTransform = (input) => {
  const { schema, url } = jsonSchemaTransform(input);
  const { access, consumes, textTypes } = input.route.config ?? {};
  const body = bodyByType(Object(schema).body, consumes ?? [], textTypes ?? []);
  return {
    url,
    schema: {
      ...schema,
      ...(body === undefined ? {} : { body }),
      ...(Object(input.schema?.body).type === 'optional' ? { [MAY_LACK_BODY]: true } : {}),
      security: securityOf(access ?? 'open'),
    },
  };
};

/** Where some types are text and others JSON, only the JSON has the shape that the route declares. */
function bodyByType(
  schema: unknown,
  consumes: readonly string[],
  textTypes: readonly string[],
): object | undefined {
  if (textTypes.length === 0 || textTypes.length === consumes.length) return undefined;
  const content = consumes.map((type) => [
    type,
    { schema: textTypes.includes(type) ? { type: 'string' } : schema },
  ]);
  return { content: Object.fromEntries(content) };
}

/** An empty requirement beside the key: the deployment decides whether reading needs one. */
function securityOf(access: RouteTraits['access']): { [scheme: string]: string[] }[] {
  if (access === 'open') return [{}];
  return access === 'read' ? [{}, { key: [] }] : [{ key: [] }];
}

/** Names in the manner of the seed: `400BadRequest`. */
const RESPONSE_NAMES: Readonly<Record<ErrorCode, string>> = {
  INVALID_ARGUMENT: '400BadRequest',
  UNAUTHENTICATED: '401Unauthorized',
  PERMISSION_DENIED: '403Forbidden',
  NOT_FOUND: '404NotFound',
  METHOD_NOT_ALLOWED: '405MethodNotAllowed',
  NOT_ACCEPTABLE: '406NotAcceptable',
  REQUEST_TIMEOUT: '408RequestTimeout',
  CONFLICT: '409Conflict',
  PAYLOAD_TOO_LARGE: '413PayloadTooLarge',
  URI_TOO_LONG: '414UriTooLong',
  UNSUPPORTED_MEDIA_TYPE: '415UnsupportedMediaType',
  RATE_LIMIT_EXCEEDED: '429TooManyRequests',
  HEADERS_TOO_LARGE: '431HeadersTooLarge',
  INTERNAL_ERROR: '500InternalError',
  NOT_IMPLEMENTED: '501NotImplemented',
  UNAVAILABLE: '503Unavailable',
};

const HEADERS: Readonly<Partial<Record<ErrorCode, readonly [string, string]>>> = {
  UNAUTHENTICATED: ['WWW-Authenticate', 'Always `Bearer`.'],
  METHOD_NOT_ALLOWED: ['Allow', 'The methods that there are.'],
  RATE_LIMIT_EXCEEDED: ['Retry-After', 'Seconds to wait.'],
  UNAVAILABLE: ['Retry-After', 'Seconds to wait, where they are known.'],
};

const CODES = Object.keys(ERRORS) as ErrorCode[];

function toDocument(generated: object): ReturnType<typeof jsonSchemaTransformObject> {
  const document: Json = JSON.parse(JSON.stringify(generated));
  if (!isJsonObject(document)) throw new Error('the generator gave no document');
  const components = {
    ...(isJsonObject(document.components ?? null) ? (document.components as JsonObject) : {}),
    responses: Object.fromEntries(CODES.map((code) => [RESPONSE_NAMES[code], errorResponse(code)])),
  };
  const names = new Map(CODES.map((code) => [String(ERRORS[code].status), RESPONSE_NAMES[code]]));
  return shapeDocument({ ...document, components }, names) as ReturnType<typeof jsonSchemaTransformObject>;
}

function errorResponse(code: ErrorCode): JsonObject {
  const header = HEADERS[code];
  return {
    description: ERRORS[code].meaning,
    ...(header === undefined
      ? {}
      : { headers: { [header[0]]: { description: header[1], schema: { type: 'string' } } } }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}
