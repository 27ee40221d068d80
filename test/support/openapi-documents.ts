import type { Json, JsonObject } from '../../src/model/entry.ts';

/** The text of a small document around what a test is about. */
export function documentOf(paths: JsonObject, more: JsonObject = {}): string {
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths, ...more });
}

/** One GET with these members. */
export function getOperation(operation: JsonObject, path = '/things', more: JsonObject = {}): string {
  return documentOf({ [path]: { get: { responses: {}, ...operation } } }, more);
}

/** One GET with one query parameter `q` of this schema. */
export function withQuery(schema: Json, more: JsonObject = {}): string {
  return getOperation({ parameters: [{ name: 'q', in: 'query', schema }] }, '/things', more);
}

/** One POST with a required JSON body of this schema. */
export function withBody(schema: Json, more: JsonObject = {}): string {
  return documentOf(
    { '/things': { post: { requestBody: { required: true, content: jsonContent(schema) }, responses: {} } } },
    more,
  );
}

/** One GET whose 200 has this schema. */
export function withOutput(schema: Json, more: JsonObject = {}): string {
  return getOperation(
    { responses: { 200: { description: '', content: jsonContent(schema) } } },
    '/things',
    more,
  );
}

export function jsonContent(schema: Json): JsonObject {
  return { 'application/json': { schema } };
}

export const OPENAPI_30 = { openapi: '3.0.3' };
