import { expect } from 'vitest';
import { type NormalizeOptions, normalizeOpenApi } from '../../src/intake/openapi/openapi.ts';
import type { IntakeRules } from '../../src/intake/openapi/profile.ts';
import type { OpenApiError } from '../../src/intake/openapi/refusal.ts';
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

/** What a document of one operation, or one that is refused, comes to under a profile. */
export function createReader(profile: IntakeRules) {
  const normalize = (text: string, options: NormalizeOptions = {}) =>
    normalizeOpenApi(text, { ...options, profile });
  return {
    normalize,
    async onlyOperation(text: string, options: NormalizeOptions = {}) {
      const { operations, unsupported } = await normalize(text, options);
      expect(unsupported).toEqual([]);
      expect(operations).toHaveLength(1);
      return operations[0]!;
    },
    /** The code of its refusal, or `supported`. */
    async codeOf(text: string, options: NormalizeOptions = {}) {
      const { operations, unsupported } = await normalize(text, options);
      expect(operations.length + unsupported.length).toBe(1);
      expect(unsupported[0]?.reason).not.toBe('');
      return unsupported[0]?.code ?? 'supported';
    },
    /** The reason why the whole document is refused, or `taken`. */
    refusalOf: (text: string): Promise<string> =>
      normalize(text).then(
        () => 'taken',
        (error: OpenApiError) => error.reason,
      ),
  };
}
