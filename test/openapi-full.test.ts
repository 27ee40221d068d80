import { describe, expect, it } from 'vitest';
import { createCatalog } from '../src/forage/forage.ts';
import {
  MAX_FULL_DEPTH,
  MAX_FULL_NODES,
  MAX_FULL_OPERATIONS,
  MAX_FULL_YAML_BYTES,
} from '../src/intake/openapi/bounds.ts';
import {
  type NormalizeOptions,
  normalizeOpenApi,
  parseOpenApiTable,
  selectOperations,
} from '../src/intake/openapi/openapi.ts';
import type { OpenApiError } from '../src/intake/openapi/refusal.ts';
import type { Json, JsonObject } from '../src/model/entry.ts';
import {
  createReader,
  documentOf,
  getOperation,
  jsonContent,
  OPENAPI_30,
  withBody,
  withOutput,
  withQuery,
} from './support/openapi-documents.ts';

const { normalize, onlyOperation, codeOf, refusalOf } = createReader('full');
const OPENAPI_32 = { openapi: '3.2.0' };
const string = { type: 'string' };

describe('documents under the full profile', () => {
  it('come in 3.0, 3.1 and 3.2, and without it in the strict profile', async () => {
    for (const openapi of ['3.0.4', '3.1.2', '3.2.0']) {
      expect((await normalize(getOperation({}, '/a', { openapi }))).openapi).toBe(openapi);
    }
    expect(await refusalOf(documentOf({}, { openapi: '3.3.0' }))).toBe('version-unsupported');
    expect(await refusalOf('{"swagger":"2.0","paths":{}}')).toBe('swagger-2');
    const dialect = 'https://spec.openapis.org/oas/3.2/dialect/2025-09-17';
    expect(await refusalOf(documentOf({}, { ...OPENAPI_32, jsonSchemaDialect: dialect }))).toBe('taken');
    const wrong = { profile: 'wide' } as unknown as NormalizeOptions;
    await expect(normalizeOpenApi(documentOf({}), wrong)).rejects.toMatchObject({ reason: 'option-invalid' });
    await expect(normalizeOpenApi(documentOf({}, OPENAPI_32))).rejects.toMatchObject({
      reason: 'version-unsupported',
    });
  });

  it('have wider bounds', async () => {
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`/p${at}`, { get: {} }]));
    expect((await normalize(documentOf(many))).operations).toHaveLength(501);
    const text = documentOf({}, { 'x-many': Array(60_000).fill('x'.repeat(40)) });
    expect(text.length).toBeGreaterThan(2 * 1024 * 1024);
    expect(await refusalOf(text)).toBe('taken');
    const more = Array.from({ length: MAX_FULL_OPERATIONS + 1 }, (_, at) => [`/p${at}`, { get: {} }]);
    expect(await refusalOf(documentOf(Object.fromEntries(more)))).toBe('document-operations');
    expect(await refusalOf(documentOf({}, { 'x-deep': nest(MAX_FULL_DEPTH) }))).toBe('document-depth');
    expect(await refusalOf(documentOf({}, { 'x-many': Array(MAX_FULL_NODES).fill(0) }))).toBe(
      'document-nodes',
    );
    expect(await refusalOf(`[${'[],'.repeat(2_000_001)}[]]`)).toBe('document-nodes');
    expect(await refusalOf(`openapi: 3.1.0\nx: ${'x'.repeat(MAX_FULL_YAML_BYTES)}`)).toBe('document-bytes');
    expect(await refusalOf('x: &a 1\ny: *a\nopenapi: 3.1.0\n')).toBe('yaml-alias');
  });

  it('lose one operation to a reference out of them, not all', async () => {
    const { operations, unsupported } = await normalize(
      documentOf({
        '/a': { get: { parameters: [{ $ref: 'other.json#/a' }] } },
        '/b': { get: { responses: { 200: { content: jsonContent({ $ref: 'https://e.example/s' }) } } } },
        '/c': { $ref: 'https://e.example/c.json' },
        '/d': { get: { responses: { 200: { content: jsonContent({ $ref: '#anchor' }) } } } },
        '/e': { get: {} },
      }),
    );
    expect(operations.map(({ path }) => path)).toEqual(['/e']);
    expect(unsupported.map(({ path, code }) => [path, code])).toEqual([
      ['/a', 'external-reference'],
      ['/b', 'external-reference'],
      ['/c', 'referenced-path-item'],
      ['/d', 'unresolved-reference'],
    ]);
  });

  it('have Path Items elsewhere, methods of 3.2, and operations under any method', async () => {
    const shared = { parameters: [{ name: 'id', in: 'path', required: true, schema: string }], get: {} };
    const { operations, unsupported } = await normalize(
      documentOf(
        {
          '/a/{id}': { $ref: '#/components/pathItems/P', put: {} },
          '/b': {
            query: { requestBody: { content: jsonContent(string) } },
            additionalOperations: { COPY: {}, 'a b': {}, Get: {} },
          },
          '/c': { $ref: '#/components/pathItems/None' },
        },
        { ...OPENAPI_32, components: { pathItems: { P: shared } } },
      ),
    );
    expect(operations.map(({ method, path, effect }) => [method, path, effect])).toEqual([
      ['GET', '/a/{id}', 'read'],
      ['PUT', '/a/{id}', 'write'],
      ['QUERY', '/b', 'read'],
      ['COPY', '/b', 'write'],
    ]);
    expect(operations[1]?.parameters).toMatchObject([{ in: 'path', name: 'id' }]);
    expect(unsupported.map(({ method, code }) => [method, code])).toEqual([
      ['a b', 'malformed-operation'],
      ['Get', 'malformed-operation'],
      ['*', 'referenced-path-item'],
    ]);
    const before = await normalize(documentOf({ '/a': { query: {}, get: {} } }));
    expect(before.operations.map(({ method }) => method)).toEqual(['GET']);
  });
});

describe('parameters under the full profile', () => {
  it('keep how they are written', async () => {
    const array = { type: 'array', items: string };
    const parameter = (name: string, more: JsonObject) => ({ name, in: 'query', schema: array, ...more });
    const { parameters, input } = await onlyOperation(
      getOperation(
        {
          parameters: [
            parameter('a', {}),
            parameter('b', { style: 'pipeDelimited', explode: false }),
            parameter('c', { style: 'deepObject', explode: true, schema: { type: 'object' } }),
            parameter('d', { explode: false, allowReserved: true }),
            { name: 'e', in: 'query', content: jsonContent({ type: 'object', properties: { x: string } }) },
            { name: 'X-F', in: 'header', schema: array },
            { name: 'g', in: 'path', required: true, style: 'matrix', explode: true, schema: array },
          ],
        },
        '/things/{g}',
      ),
    );
    const query = { in: 'query', required: false };
    expect(parameters).toEqual([
      { ...query, name: 'a', style: 'form', explode: true },
      { ...query, name: 'b', style: 'pipeDelimited', explode: false },
      { ...query, name: 'c', style: 'deepObject', explode: true },
      { ...query, name: 'd', style: 'form', explode: false, allowReserved: true },
      { ...query, name: 'e', mediaType: 'application/json' },
      { in: 'header', name: 'X-F', required: false, style: 'simple', explode: false },
      { in: 'path', name: 'g', required: true, style: 'matrix', explode: true },
    ]);
    expect(input).toMatchObject({
      properties: {
        query: { properties: { a: array, e: { properties: { x: string } } }, additionalProperties: false },
      },
    });
  });

  it('can be the whole query in 3.2', async () => {
    const content = { 'application/x-www-form-urlencoded': { schema: { type: 'object', required: ['q'] } } };
    const { parameters, input } = await onlyOperation(
      getOperation(
        { parameters: [{ name: 'all', in: 'querystring', required: true, content }] },
        '/a',
        OPENAPI_32,
      ),
    );
    expect(parameters).toEqual([
      { in: 'querystring', name: 'all', required: true, mediaType: 'application/x-www-form-urlencoded' },
    ]);
    expect(input.required).toEqual(['querystring']);
  });

  it.each<[string, JsonObject, string]>([
    ['a style that the place has not', { style: 'matrix' }, 'parameter-style'],
    ['an explode that is no boolean', { explode: 'yes' }, 'malformed-operation'],
    ['schema and content', { content: jsonContent(string) }, 'malformed-operation'],
    ['two media types', { schema: undefined as never, content: { a: {}, b: {} } }, 'malformed-operation'],
    ['the name constructor', { name: 'constructor' }, 'supported'],
    ['the name __proto__', { name: '__proto__' }, 'prototype-name'],
    ['an empty name', { name: '' }, 'parameter-name'],
  ])('%s', async (_name, more, code) => {
    const parameter = { name: 'q', in: 'query', schema: string, ...more };
    expect(await codeOf(getOperation({ parameters: [parameter] }))).toBe(code);
  });

  it('that are reserved are left to whoever sends the request, and required ones say so', async () => {
    const header = (name: string, required: boolean) => ({ name, in: 'header', required, schema: string });
    const { withheld, parameters } = await onlyOperation(
      getOperation({
        parameters: [
          header('Authorization', true),
          header('Accept', false),
          { ...header('s', true), in: 'cookie' },
        ],
      }),
    );
    expect(parameters).toEqual([]);
    expect(withheld).toEqual([
      { in: 'header', name: 'Authorization', reason: 'reserved', required: true },
      { in: 'header', name: 'Accept', reason: 'reserved' },
      { in: 'cookie', name: 's', reason: 'reserved', required: true },
    ]);
  });

  it('of the path are required, declared or not; the path has all of them', async () => {
    const id = { name: 'id', in: 'path', schema: { type: 'integer' } };
    const { parameters, input } = await onlyOperation(getOperation({ parameters: [id] }, '/a/{id}/{other}'));
    expect(parameters.map(({ name, required }) => [name, required])).toEqual([
      ['id', true],
      ['other', true],
    ]);
    expect(input).toMatchObject({
      properties: {
        path: { properties: { id: { type: 'integer' }, other: string }, required: ['id', 'other'] },
      },
    });
    expect(await codeOf(getOperation({ parameters: [id] }, '/a'))).toBe('path-parameters');
  });

  it.each(['/a?b=c', '/a#b', '/../a', '//evil.example', '/a%2fb'])('no path is wider: %s', async (path) => {
    expect(await codeOf(getOperation({}, path))).toMatch(/^path-/);
  });
});

describe('bodies under the full profile', () => {
  const post = (content: JsonObject, more: JsonObject = {}) =>
    documentOf({ '/a': { post: { requestBody: { content } } } }, more);

  it.each<[JsonObject, string, string]>([
    [
      { 'text/plain': { schema: string }, 'application/json': { schema: string } },
      'application/json',
      'json',
    ],
    [{ 'application/xml': {}, 'multipart/form-data': { schema: {} } }, 'multipart/form-data', 'multipart'],
    [{ 'application/x-www-form-urlencoded': {} }, 'application/x-www-form-urlencoded', 'form'],
    [{ 'Text/Plain; charset=utf-8': { schema: string } }, 'text/plain', 'text'],
    [{ 'application/soap+xml': {} }, 'application/soap+xml', 'text'],
    [{ 'application/octet-stream': {} }, 'application/octet-stream', 'binary'],
    [{ 'image/png': { schema: { type: 'string', format: 'binary' } } }, 'image/png', 'binary'],
    [{ '*/*': {} }, '*/*', 'binary'],
  ])('%j', async (content, mediaType, kind) => {
    const { body } = await onlyOperation(post(content));
    expect(body).toEqual({ mediaType, required: false, kind });
  });

  it('have a schema where there is one, and parts of a form where they are described', async () => {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' }, tags: {} } };
    const encoding = {
      file: { contentType: 'image/png', headers: { 'X-A': {} } },
      tags: { style: 'form', explode: false },
      odd: 'x',
    };
    const { body, input } = await onlyOperation(post({ 'multipart/form-data': { schema, encoding } }));
    expect(body?.parts).toEqual([
      { name: 'file', mediaType: 'image/png' },
      { name: 'tags', style: 'form', explode: false },
    ]);
    expect(input).toMatchObject({ properties: { body: schema } });
  });

  it('are read as arrays where 3.2 says what their items are', async () => {
    const components = { mediaTypes: { Lines: { itemSchema: { $ref: '#/components/schemas/Line' } } } };
    const { body, input } = await onlyOperation(
      post(
        { 'application/jsonl': { $ref: '#/components/mediaTypes/Lines' } },
        { ...OPENAPI_32, components: { ...components, schemas: { Line: string } } },
      ),
    );
    expect(body).toEqual({ mediaType: 'application/jsonl', required: false, kind: 'text' });
    expect(input).toMatchObject({
      properties: { body: { type: 'array', items: { $ref: '#/$defs/Line' } } },
      $defs: { Line: string },
    });
  });

  it('are described on GET too, and not when there is no media type', async () => {
    const { body } = await onlyOperation(getOperation({ requestBody: { content: jsonContent(string) } }));
    expect(body?.mediaType).toBe('application/json');
    expect(await codeOf(post({}))).toBe('body-media');
  });
});

describe('schemas under the full profile', () => {
  it.each<[string, Json, string, JsonObject?]>([
    ['format', { type: 'string', format: 'date' }, 'supported'],
    ['pattern', { type: 'string', pattern: '^a' }, 'supported'],
    ['a pattern that could take forever', { type: 'string', pattern: '^(a+)+$' }, 'unsafe-pattern'],
    ['a pattern of another language', { type: 'string', pattern: '(?i)a' }, 'invalid-pattern'],
    ['not', { not: { type: 'string' } }, 'supported'],
    [
      'what only a value decides',
      { anyOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      'unsupported-keyword',
    ],
    ['keywords of old drafts', { dependencies: { a: ['b'] } }, 'unsupported-keyword'],
    ['a keyword that nobody knows', { type: 'string', typ: 1 }, 'supported'],
    ['nullable outside 3.0', { type: 'string', nullable: true }, 'supported'],
    ['recursion', { $ref: '#/components/schemas/Tree' }, 'supported'],
    ['recursion that never ends', { $ref: '#/components/schemas/Endless' }, 'endless-recursion'],
    ['a reference to itself', { $ref: '#/components/schemas/Self' }, 'unresolved-reference'],
    ['a reference to nothing', { items: { $ref: '#/components/schemas/None' } }, 'unresolved-reference'],
    ['a member __proto__', JSON.parse('{"properties":{"__proto__":{}}}'), 'prototype-name'],
    ['a type that is none', { type: 'file' }, 'malformed'],
    [
      'an exclusive limit of 3.0',
      { type: 'number', minimum: 1, exclusiveMinimum: true },
      'supported',
      OPENAPI_30,
    ],
  ])('%s: in body and answer alike', async (_name, schema, code, more = {}) => {
    const schemas = {
      Self: { $ref: '#/components/schemas/Self' },
      Endless: { anyOf: [string, { $ref: '#/components/schemas/Endless' }] },
      Tree: { type: 'object', properties: { left: { $ref: '#/components/schemas/Tree' } } },
    };
    expect(await codeOf(withBody(schema, { ...more, components: { schemas } }))).toBe(code);
    expect(await codeOf(withOutput(schema, { ...more, components: { schemas } }))).toBe(code);
  });

  it('are kept exactly, with what they refer to under $defs, as far as an operation needs it', async () => {
    const components = {
      schemas: {
        Tree: {
          type: 'object',
          properties: {
            left: { $ref: '#/components/schemas/Tree' },
            at: { $ref: '#/components/schemas/When' },
          },
        },
        When: { type: 'string', format: 'date-time', pattern: '^2' },
        Unused: { type: 'string' },
      },
    };
    const { input, output, outputConstrained } = await onlyOperation(
      documentOf(
        {
          '/a': {
            get: {
              parameters: [{ name: 'q', in: 'query', schema: { $ref: '#/components/schemas/When' } }],
              responses: { 200: { content: jsonContent({ $ref: '#/components/schemas/Tree' }) } },
            },
          },
        },
        { components },
      ),
    );
    const { When, Tree } = components.schemas;
    expect(input.$defs).toEqual({ When });
    expect(outputConstrained).toBe(true);
    expect(output).toEqual({
      $ref: '#/$defs/Tree',
      $defs: {
        Tree: { ...Tree, properties: { left: { $ref: '#/$defs/Tree' }, at: { $ref: '#/$defs/When' } } },
        When,
      },
    });
  });

  it('have one name for each part, wherever it stands', async () => {
    const components = {
      schemas: { A: { ...string, maxLength: 1 }, B: { properties: { A: { ...string, maxLength: 2 } } } },
    };
    const { input } = await onlyOperation(
      withBody(
        { anyOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B/properties/A' }] },
        { components },
      ),
    );
    expect(input.$defs).toEqual({ A: { ...string, maxLength: 1 }, A_2: { ...string, maxLength: 2 } });
  });

  it('joins what stands beside a reference in 3.1, at both ends', async () => {
    const components = {
      schemas: {
        A: { $ref: '#/components/schemas/B', required: ['x'], description: 'More' },
        B: { type: 'object', required: ['y'], properties: { y: string } },
      },
    };
    const text = withBody({ $ref: '#/components/schemas/A' }, { components });
    for (const profile of ['strict', 'full'] as const) {
      const { operations } = await normalizeOpenApi(text, { profile });
      expect(operations[0]?.input.$defs).toMatchObject({
        A: { allOf: expect.arrayContaining([{ $ref: '#/$defs/B' }]) },
        B: { required: ['y'] },
      });
      expect(JSON.stringify(operations[0]?.input)).toContain('"required":["x"]');
    }
  });

  it('lose nothing but prose to the bounds, shared prose included', async () => {
    const description = 'a'.repeat(3_000);
    const components = {
      schemas: { A: { type: 'string', description, example: 'CANARY', 'x-a': 'CANARY' } },
    };
    const operation = await onlyOperation(withBody({ $ref: '#/components/schemas/A' }, { components }));
    expect(operation.annotationsCut).toBe(true);
    expect(operation.input.$defs).toEqual({ A: { type: 'string', description: 'a'.repeat(2_048) } });
  });

  it('that do not fit one description cost one operation', async () => {
    const names = (from: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${from}${at}`, string]));
    const schemas = {
      Large: { type: 'object', properties: names('member_of_some_length_', 2_500) },
      Wordy: { enum: Array.from({ length: 40_000 }, (_, at) => `value ${at}`) },
      ...Object.fromEntries(
        Array.from({ length: 100 }, (_, at) => [
          `S${at}`,
          {
            type: 'object',
            properties: { ...names(`member_${at}_`, 60), next: { $ref: `#/components/schemas/S${at + 1}` } },
          },
        ]),
      ),
      S100: string,
    };
    const answer = (schema: Json) => ({ get: { responses: { 200: { content: jsonContent(schema) } } } });
    const { operations, unsupported } = await normalize(
      documentOf(
        {
          '/large': answer({ $ref: '#/components/schemas/Large' }),
          '/wordy': answer({ $ref: '#/components/schemas/Wordy' }),
          '/chain': answer({ $ref: '#/components/schemas/S0' }),
          '/end': answer({ $ref: '#/components/schemas/S90' }),
          '/inline': answer(schemas.Large),
        },
        { components: { schemas } },
      ),
    );
    expect(operations.map(({ path }) => path)).toEqual(['/end']);
    expect(unsupported.map(({ path, code }) => [path, code])).toEqual(
      ['/large', '/wordy', '/chain', '/inline'].map((path) => [path, 'description-too-large']),
    );
  });

  it('never write references out: 60 of them that double at each level are 60 definitions', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => {
        const $ref = `#/components/schemas/S${at + 1}`;
        return [`S${at}`, { type: 'object', properties: { a: { $ref }, b: { $ref } } }];
      }),
    );
    const components = { schemas: { ...schemas, S60: string } };
    const { input } = await onlyOperation(withBody({ $ref: '#/components/schemas/S0' }, { components }));
    expect(Object.keys(input.$defs ?? {})).toHaveLength(61);
  });
});

describe('documents that are small and cost much, under the full profile', () => {
  const count = 2_000;
  const paths = (operation: JsonObject) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${at}`, operation]));
  const schemasOf = (from: number, to: (at: number) => Json) =>
    Object.fromEntries(Array.from({ length: from }, (_, at) => [`S${at}`, to(at)]));
  const next = (at: number) => ({ $ref: `#/components/schemas/S${at + 1}` });
  const get = (schema: Json) => ({ get: { responses: { 200: { content: jsonContent(schema) } } } });
  const many = (from: string, length: number, value: Json) =>
    Object.fromEntries(Array.from({ length }, (_, at) => [`${from}${at}`, value]));
  const enumeration = { enum: Array.from({ length: 5_000 }, (_, at) => at) };
  const wordy = schemasOf(100, () => ({ type: 'string', description: 'x'.repeat(2_000) }));

  it.each<[string, JsonObject, JsonObject, string]>([
    [
      'an answer that is shared',
      paths({ get: { responses: { 200: { $ref: '#/components/responses/R' } } } }),
      { responses: { R: { content: jsonContent(enumeration) } } },
      'document-nodes',
    ],
    [
      'prose that is shared',
      paths(get({ $ref: '#/components/schemas/W' })),
      { schemas: { W: { type: 'object', properties: wordy } } },
      'document-bytes',
    ],
    [
      'a Path Item that is shared',
      paths({ $ref: '#/components/pathItems/P' }),
      {
        pathItems: {
          P: {
            get: {},
            parameters: Array.from({ length: 257 }, (_, at) => ({ name: `p${at}`, in: 'query', schema: {} })),
          },
        },
      },
      'too-large',
    ],
    [
      'a chain of schemas, from many places',
      paths(get({ $ref: '#/components/schemas/S0' })),
      { schemas: schemasOf(5_000, (at) => ({ type: 'object', properties: { a: next(at) } })) },
      'description-too-large',
    ],
    [
      'a chain of references',
      paths(get({ $ref: '#/components/schemas/S0' })),
      { schemas: schemasOf(5_000, next) },
      'unresolved-reference',
    ],
    [
      'media types of an answer that is shared',
      paths({ get: { responses: { 200: { $ref: '#/components/responses/R' } } } }),
      { responses: { R: { content: many('text/t', 100_000, {}) } } },
      'supported',
    ],
    [
      'tags of a Path Item that is shared',
      paths({ $ref: '#/components/pathItems/P' }),
      { pathItems: { P: { get: { tags: Array(900_000).fill(0) } } } },
      'supported',
    ],
    [
      'members of a Path Item that is shared',
      paths({ $ref: '#/components/pathItems/P' }),
      { pathItems: { P: { get: {}, ...many('x-', 200_000, 0) } } },
      'supported',
    ],
    [
      'a body that is shared, and beyond the bound of one schema',
      paths({ post: { requestBody: { $ref: '#/components/requestBodies/B' } } }),
      { requestBodies: { B: { content: jsonContent({ enum: Array(60_000).fill(0) }) } } },
      'document-nodes',
    ],
    [
      'keys that every parameter could be',
      paths({ get: { parameters: [{ name: 'a', in: 'query', schema: {} }] } }),
      { securitySchemes: many('k', 150_000, { type: 'apiKey', in: 'query', name: 'k' }) },
      'supported',
    ],
    [
      'patterns, each another',
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `/p${at}`,
          get({ pattern: `^${'[a-z]+x'.repeat(40)}${at}$` }),
        ]),
      ),
      {},
      'unsafe-pattern',
    ],
  ])('%s', async (_name, all, components, code) => {
    const text = documentOf(all, { components });
    const codes = await normalize(text).then(
      ({ operations, unsupported }) => {
        expect(operations.length + unsupported.length).toBe(count);
        return [...operations.map(() => 'supported'), ...unsupported.map(({ code }) => code as string)];
      },
      (error: OpenApiError) => [error.reason as string],
    );
    expect(new Set(codes)).toEqual(new Set([code]));
  });

  it('operations that thousands of paths share are counted, and none is made', async () => {
    const additionalOperations = many('M', 4_999, {});
    const text = documentOf(
      Object.fromEntries(
        Array.from({ length: 20_000 }, (_, at) => [`/p${at}`, { $ref: '#/components/pathItems/P' }]),
      ),
      { ...OPENAPI_32, components: { pathItems: { P: { additionalOperations } } } },
    );
    expect(await refusalOf(text)).toBe('document-operations');
  });

  it('what is left unevaluated by parts that double', async () => {
    const schemas = {
      ...schemasOf(40, (at) => ({ allOf: [next(at), next(at)] })),
      S40: { properties: { a: {} } },
    };
    const schema = { $ref: '#/components/schemas/S0', unevaluatedProperties: false };
    expect(await codeOf(withBody(schema, { components: { schemas } }))).toBe('supported');
    const long = { ...schemasOf(100, (at) => ({ allOf: [next(at)] })), S100: {} };
    expect(await codeOf(withBody(schema, { components: { schemas: long } }))).toBe('unsupported-keyword');
  });
});

describe('operations of the full profile', () => {
  it('can be put into a catalog as they are', async () => {
    const { name, effect, input, output, textOrigin } = await onlyOperation(
      withQuery({ type: 'string', format: 'uuid' }),
    );
    const catalog = createCatalog({
      revision: '1',
      operations: [
        { path: name, effect, inputSchema: input, outputSchema: output ?? undefined, textOrigin } as never,
      ],
    });
    expect(catalog.describe({ path: name }).inputSchema).toEqual(input);
  });

  it('are selected by method and path, whatever the method', async () => {
    const preview = await normalize(
      documentOf({ '/a': { get: {}, additionalOperations: { copy: {}, LINK: {} } } }, OPENAPI_32),
    );
    const select = (method: string) => selectOperations(preview, [{ method, path: '/a' }])[0]?.method;
    expect(['get', 'copy', 'link'].map(select)).toEqual(['GET', 'copy', 'LINK']);
    expect(() => select('COPY')).toThrow(/no operation/);
  });

  it('go into no table, which is of the strict profile', async () => {
    const operation = await onlyOperation(withQuery(string));
    expect(() => parseOpenApiTable([operation])).toThrow(/none of a preview/);
  });
});

function nest(levels: number): Json {
  let value: Json = 0;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}
