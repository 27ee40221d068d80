import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAX_DOCUMENT_BYTES, MAX_OPERATIONS } from '../src/intake/openapi/bounds.ts';
import { normalizeOpenApi, parseOpenApiTable, selectOperations } from '../src/intake/openapi/openapi.ts';
import type { OpenApiMethod } from '../src/intake/openapi/operation.ts';
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

const { onlyOperation, codeOf, refusalOf } = createReader('strict');
const query = (parameter: JsonObject) =>
  getOperation({ parameters: [{ name: 'q', in: 'query', schema: { type: 'string' }, ...parameter }] });
const header = (name: string, more: JsonObject = {}) => query({ in: 'header', name, ...more });

describe('documents', () => {
  const yaml =
    'openapi: 3.0.3\ninfo: {title: T, version: "1"}\npaths:\n  /a:\n    get:\n      responses: {}\n';

  it('reads 3.0 and 3.1, JSON and YAML [openapi-versions]', async () => {
    expect((await normalizeOpenApi(yaml)).openapi).toBe('3.0.3');
    expect((await normalizeOpenApi(yaml.replace('3.0.3', '3.1.1'))).operations).toHaveLength(1);
    expect((await normalizeOpenApi(`\uFEFF${getOperation({})}`)).operations).toHaveLength(1);
  });

  it('returns hints, operations, and what is unsupported with code and reason [openapi-returns] [openapi-hints]', async () => {
    const schemes = {
      key: { type: 'apiKey', in: 'header', name: 'X-Secret' },
      web: { type: 'http', scheme: 'bearer', description: 'long' },
      grant: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://t.example', scopes: {} } } },
      odd: { type: 'none' },
    };
    const result = await normalizeOpenApi(
      documentOf(
        { '/a': { get: { responses: {} }, trace: { responses: {} } } },
        { servers: [{ url: 'https://api.example/v1' }], components: { securitySchemes: schemes } },
      ),
    );
    expect({ ...result, operations: result.operations.length }).toEqual({
      openapi: '3.1.0',
      title: 'Test',
      servers: [{ url: 'https://api.example/v1', relative: false }],
      authentication: [
        { scheme: 'key', type: 'apiKey', in: 'header', name: 'X-Secret' },
        { scheme: 'web', type: 'http', name: 'bearer' },
        { scheme: 'grant', type: 'oauth2', flows: ['clientCredentials'] },
      ],
      operations: 1,
      unsupported: [{ method: 'TRACE', path: '/a', code: 'trace', reason: 'TRACE calls nothing' }],
    });
  });

  it.each<[string, string, string]>([
    ['Swagger 2 [openapi-swagger2]', '{"swagger":"2.0","paths":{}}', 'swagger-2'],
    ['3.2', documentOf({}, { openapi: '3.2.0' }), 'version-unsupported'],
    ['a version that is a number', documentOf({}, { openapi: 3.1 }), 'version-unsupported'],
    ['no version', '{"paths":{}}', 'document-shape'],
    ['an array', '[]', 'document-shape'],
    ['nothing', '', 'document-shape'],
    ['paths that are no object', '{"openapi":"3.1.0","paths":[]}', 'document-shape'],
    ['JSON that ends', '{"openapi":"3.1.0"', 'document-syntax'],
    ['YAML that is none', 'openapi: "3.1.0\npaths: [', 'document-syntax'],
    ['two YAML documents', `${yaml}---\n${yaml}`, 'document-syntax'],
    ['a member written twice', `${yaml}paths: {}\n`, 'document-syntax'],
    ['another dialect', documentOf({}, { jsonSchemaDialect: 'https://e.example/d' }), 'dialect-unsupported'],
    ['a YAML alias [openapi-aliases]', `${yaml}x-a: &a {b: 1}\nx-c: *a\n`, 'yaml-alias'],
    ['a reference out of it [openapi-aliases]', withQuery({ $ref: 'other.json#/a' }), 'external-reference'],
    ['a reference to a host', withBody({ $ref: 'https://e.example/s.json' }), 'external-reference'],
    ['2 MiB and a byte [openapi-bounds]', ' '.repeat(MAX_DOCUMENT_BYTES + 1), 'document-bytes'],
    ['33 levels [openapi-bounds]', documentOf({}, { 'x-deep': nest(32) }), 'document-depth'],
    ['33 levels of YAML', `${yaml}x-deep: ${JSON.stringify(nest(32))}\n`, 'document-depth'],
    ['tags without end', `a: ${'!!str '.repeat(2_000)}x`, 'document-syntax'],
    ['comments without end', '#\n'.repeat(500_000), 'document-nodes'],
    ['endless YAML', '- '.repeat(200_000), 'document-depth'],
    ['50,001 nodes [openapi-bounds]', documentOf({}, { 'x-many': Array(50_000).fill(0) }), 'document-nodes'],
    ['50,001 nodes of YAML', `${yaml}x-many: [${'0,'.repeat(50_000)}]\n`, 'document-nodes'],
    ['501 operations [openapi-bounds]', documentOf(paths(MAX_OPERATIONS + 1)), 'document-operations'],
    [
      '12,000 paths that share one large Path Item [openapi-bounds]',
      documentOf(
        Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [`/${at}`, { $ref: '#/x-item' }])),
        { 'x-item': Object.fromEntries(Array.from({ length: 24_000 }, (_, at) => [`x-${at}`, 0])) },
      ),
      'document-operations',
    ],
  ])('refuses whole: %s', async (_name, text, reason) => {
    expect(await refusalOf(text)).toBe(reason);
  });

  it('takes what is just within the bounds [openapi-bounds]', async () => {
    expect(await refusalOf(documentOf({}, { 'x-deep': nest(31) }))).toBe('taken');
    expect(await refusalOf(documentOf({}, { 'x-many': Array(49_990).fill(0) }))).toBe('taken');
    expect((await normalizeOpenApi(documentOf(paths(MAX_OPERATIONS)))).operations).toHaveLength(
      MAX_OPERATIONS,
    );
    const text = documentOf({});
    expect(await refusalOf(text + ' '.repeat(MAX_DOCUMENT_BYTES - text.length))).toBe('taken');
  });

  it('has no need of aliases to see an anchor, or a star in text', async () => {
    expect(await refusalOf(`${yaml}x-a: &a {b: 1}\nx-c: "*a"\nx-d: |\n  *a\n`)).toBe('taken');
  });

  it('takes a $ref for data where data stands', async () => {
    const example = { $ref: 'https://e.example/not-a-reference' };
    expect(await refusalOf(withBody({ type: 'object', example, default: example }))).toBe('taken');
    expect(await refusalOf(withBody({ type: 'object', properties: { default: example } }))).toBe(
      'external-reference',
    );
  });

  it('charges a shared reference wherever it occurs, before any schema is decoded [openapi-expansion]', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => {
        const $ref = `#/components/schemas/S${at + 1}`;
        return [`S${at}`, { anyOf: [{ $ref }, { $ref }] }];
      }),
    );
    const components = { schemas: { ...schemas, S40: { pattern: '(' } } };
    expect(await refusalOf(withBody({ $ref: '#/components/schemas/S0' }, { components }))).toBe(
      'document-nodes',
    );

    // 100 operations share 600 nodes: each alone is small.
    const shared = { Big: { enum: Array.from({ length: 600 }, (_, at) => at) } };
    const body = { requestBody: { content: jsonContent({ $ref: '#/components/schemas/Big' }) } };
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`/p${at}`, { post: body }]));
    expect(await refusalOf(documentOf(many, { components: { schemas: shared } }))).toBe('document-nodes');
  });

  it('lets no path item that is malformed hide others: in = out + refusals [openapi-laws]', async () => {
    const { operations, unsupported } = await normalizeOpenApi(
      documentOf(
        {
          '/null': null,
          '/bad': { get: 3, post: { parameters: {} }, put: { responses: [] } },
          '/away': { $ref: '#/components/pathItems/P' },
          '/nowhere': { $ref: '#/components/pathItems/Q' },
          'x-free': { get: {} },
          '/good': { get: {} },
        },
        { components: { pathItems: { P: { get: {}, delete: {} } } } },
      ),
    );
    expect(operations.map(({ path }) => path)).toEqual(['/good']);
    expect(unsupported.map(({ method, path, code }) => [method, path, code])).toEqual([
      ['*', '/null', 'malformed-path-item'],
      ['GET', '/bad', 'malformed-operation'],
      ['PUT', '/bad', 'malformed-operation'],
      ['POST', '/bad', 'malformed-operation'],
      ['GET', '/away', 'referenced-path-item'],
      ['DELETE', '/away', 'referenced-path-item'],
      ['*', '/nowhere', 'referenced-path-item'],
    ]);
  });
});

it('does no I/O: it imports nothing that could [openapi-no-io]', () => {
  const room = resolve(import.meta.dirname, '../src/intake/openapi');
  const text = readdirSync(room)
    .map((name) => readFileSync(join(room, name), 'utf8'))
    .join('\n');
  const imported = [...text.matchAll(/from '([^.][^']*)'/g)].map((match) => match[1]);
  expect([...new Set(imported)].sort()).toEqual([
    '@apidevtools/json-schema-ref-parser',
    'node:crypto',
    'yaml',
    'zod',
  ]);
  expect(text).not.toMatch(/\bfetch\(|\bprocess\.|import\(/);
  expect(text).toContain('resolve: { external: false, file: false, http: false }');
});

describe('paths', () => {
  it.each([
    ['//evil.example/a', 'path-origin'],
    ['/\\evil.example', 'path-origin'],
    ['/a/../b', 'path-traversal'],
    ['/a/%2E%2e/b', 'path-traversal'],
    ['/a/.', 'path-traversal'],
    ['/a?b=c', 'path-query'],
    ['/a#b', 'path-query'],
    ['/a%2Fb', 'path-encoded-separator'],
    ['/a%5cb', 'path-encoded-separator'],
    ['/a%252fb', 'path-encoded-separator'],
    ['/a b', 'path-syntax'],
    ['/a\tb', 'path-syntax'],
    ['/a%0ab', 'path-syntax'],
    ['/a%', 'path-syntax'],
    ['a', 'path-syntax'],
    ['https://evil.example/', 'path-syntax'],
    ['/{a', 'path-syntax'],
    ['/{}', 'path-syntax'],
    [`/${'a'.repeat(2_048)}`, 'path-syntax'],
    ['/a..b/.well-known/x.json', 'supported'],
    ['/a/', 'supported'],
    ['/', 'supported'],
  ])('%s: %s [openapi-paths]', async (path, code) => {
    expect(await codeOf(getOperation({}, path))).toBe(code);
  });

  it('wants exactly the path’s parameters, and required [openapi-path-parameters]', async () => {
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
    const take = (path: string, ...parameters: JsonObject[]) => codeOf(getOperation({ parameters }, path));
    expect(await take('/a/{id}', id)).toBe('supported');
    expect(await take('/a/{id}')).toBe('path-parameters');
    expect(await take('/a', id)).toBe('path-parameters');
    expect(await take('/a/{id}', { ...id, required: false })).toBe('path-parameters');
    expect(await take('/a/{id}/{id}', id)).toBe('path-syntax');
  });

  it('tells reads from writes [openapi-effects], and refuses TRACE [openapi-unsupported]', async () => {
    const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
    const item = Object.fromEntries(methods.map((method) => [method, { responses: {} }]));
    const { operations, unsupported } = await normalizeOpenApi(documentOf({ '/a': item }));
    const effect = (wanted: string) =>
      operations.filter((operation) => operation.effect === wanted).map(({ method }) => method);
    expect(effect('read')).toEqual(['GET', 'OPTIONS', 'HEAD']);
    expect(effect('write')).toEqual(['PUT', 'POST', 'DELETE', 'PATCH']);
    expect(unsupported.map(({ code }) => code)).toEqual(['trace']);
  });
});

describe('parameters', () => {
  it('come by place, inherited and overridden, with a body [openapi-parameters]', async () => {
    const string = { type: 'string' };
    const operation = await onlyOperation(
      documentOf(
        {
          '/a/{id}': {
            parameters: [
              { $ref: '#/components/parameters/Id' },
              { name: 'page', in: 'query', schema: string },
            ],
            put: {
              parameters: [
                { name: 'page', in: 'query', required: true, schema: { type: 'integer', minimum: 1 } },
                { name: 'X-Trace', in: 'header', schema: { $ref: '#/components/schemas/Name' } },
              ],
              requestBody: { content: jsonContent({ $ref: '#/components/schemas/Name' }) },
              responses: {},
            },
          },
        },
        {
          components: {
            parameters: {
              Id: { name: 'id', in: 'path', required: true, description: 'Which', schema: string },
            },
            schemas: { Name: { type: 'string', maxLength: 9 } },
          },
        },
      ),
    );
    expect(operation.parameters).toEqual([
      { in: 'path', name: 'id', required: true },
      { in: 'query', name: 'page', required: true },
      { in: 'header', name: 'X-Trace', required: false },
    ]);
    expect(operation.body).toEqual({ mediaType: 'application/json', required: false });
    expect(operation.input).toMatchObject({
      type: 'object',
      properties: {
        path: { properties: { id: { type: 'string', description: 'Which' } }, required: ['id'] },
        query: { properties: { page: { type: 'integer', minimum: 1 } }, required: ['page'] },
        header: { additionalProperties: false },
      },
      required: ['path', 'query'],
      additionalProperties: false,
      $defs: { Name: { type: 'string', maxLength: 9 } },
    });
  });

  it.each<[string, JsonObject, string]>([
    ['another style', { style: 'spaceDelimited' }, 'parameter-style'],
    ['another explode', { explode: false }, 'parameter-style'],
    ['reserved characters', { allowReserved: true }, 'parameter-style'],
    ['content', { schema: true, content: jsonContent({ type: 'string' }) }, 'parameter-style'],
    ['an array', { schema: { type: 'array', items: { type: 'string' } } }, 'parameter-not-scalar'],
    ['anything', { schema: {} }, 'parameter-not-scalar'],
    [
      'a scalar or an array',
      { schema: { anyOf: [{ type: 'string' }, { type: 'array' }] } },
      'parameter-not-scalar',
    ],
    ['one of several scalars', { schema: { anyOf: [{ type: 'string' }, { enum: [1, null] }] } }, 'supported'],
    ['a default style by name', { style: 'form', explode: true }, 'supported'],
    ['a name of the prototype [openapi-prototypes]', { name: '__proto__' }, 'prototype-name'],
    ['the name constructor', { name: 'constructor' }, 'prototype-name'],
    ['no name', { name: '' }, 'parameter-name'],
    ['no schema', { in: 'nowhere' }, 'malformed-operation'],
  ])('%s [openapi-unsupported]', async (_name, parameter, code) => {
    expect(await codeOf(query(parameter))).toBe(code);
  });

  it('are declared once', async () => {
    const parameter = (name: string) => ({ name, in: 'header', schema: { type: 'string' } });
    expect(await codeOf(getOperation({ parameters: [parameter('X-A'), parameter('x-a')] }))).toBe(
      'parameter-duplicate',
    );
  });

  it.each([
    ...[
      'Host',
      'Content-Length',
      'transfer-encoding',
      'Connection',
      'X-Forwarded-For',
      'Forwarded',
      'Cookie',
    ],
    ...['Authorization', 'Proxy-Authorization', 'X-HTTP-Method-Override', 'Sec-Fetch-Mode', 'X-Real-IP'],
  ])('%s is no guest’s [openapi-headers] [openapi-withheld]', async (name) => {
    const operation = await onlyOperation(header(name));
    expect(operation.withheld).toEqual([{ in: 'header', name, reason: 'reserved' }]);
    expect(operation.parameters).toEqual([]);
    expect(operation.input.properties ?? {}).toEqual({});
    expect(operation.input.additionalProperties).toBe(false);
    expect(await codeOf(header(name, { required: true }))).toBe('parameter-withheld');
  });

  it.each(['a b', 'a:b', 'é', 'a\r\nb', '(x)'])('%j names no header [openapi-headers]', async (name) => {
    expect(await codeOf(header(name))).toBe('header-name');
  });

  it('withholds API keys of any scheme, and what the owner names [openapi-withheld]', async () => {
    const schemes = {
      a: { type: 'apiKey', in: 'header', name: 'X-Key' },
      b: { type: 'apiKey', in: 'query', name: 'q' },
    };
    const components = { components: { securitySchemes: schemes } };
    const parameters = [
      { name: 'x-key', in: 'header', required: true, schema: { type: 'string' } },
      { name: 'q', in: 'query', required: true, schema: { type: 'array' } },
      { name: 'Q', in: 'query', schema: { type: 'string' } },
      { name: 'token', in: 'query', required: true, schema: { format: 'uuid' } },
      { name: 'session', in: 'cookie', schema: { type: 'string' } },
    ];
    const text = getOperation({ parameters }, '/things', components);
    const operation = await onlyOperation(text, { authParameter: { in: 'query', name: 'token' } });
    expect(operation.withheld).toEqual([
      { in: 'header', name: 'x-key', reason: 'api-key' },
      { in: 'query', name: 'q', reason: 'api-key' },
      { in: 'query', name: 'token', reason: 'auth-parameter' },
      { in: 'cookie', name: 'session', reason: 'reserved' },
    ]);
    expect(operation.parameters).toEqual([{ in: 'query', name: 'Q', required: false }]);
    expect(await codeOf(text)).toBe('unsupported-format');
  });

  it('wants an authParameter that says where', async () => {
    const wrong = { authParameter: { in: 'path', name: 'a' } } as unknown as { authParameter: undefined };
    await expect(normalizeOpenApi(getOperation({}), wrong)).rejects.toMatchObject({
      reason: 'option-invalid',
    });
  });
});

describe('bodies and answers', () => {
  const body = (content: JsonObject) => documentOf({ '/a': { post: { requestBody: { content } } } });

  it('takes a body that can be JSON [openapi-unsupported]', async () => {
    const schema = { type: 'string' };
    expect(await codeOf(body({ 'multipart/form-data': { schema } }))).toBe('body-media');
    expect(await codeOf(body({ '*/*': { schema } }))).toBe('body-media');
    expect(await codeOf(body({}))).toBe('body-media');
    expect(await codeOf(body({ 'text/plain': {}, 'application/json; charset=utf-8': { schema } }))).toBe(
      'supported',
    );
    const patch = await onlyOperation(body({ 'application/merge-patch+json': { schema } }));
    expect(patch.body?.mediaType).toBe('application/merge-patch+json');
    expect(await codeOf(getOperation({ requestBody: { content: jsonContent(schema) } }))).toBe(
      'body-on-read',
    );
  });

  it('shows the lowest 2xx that is JSON, and null where nothing is certain [openapi-output]', async () => {
    const output = async (responses: JsonObject) => {
      const operation = await onlyOperation(getOperation({ responses }));
      expect(operation.outputConstrained).toBe(operation.output !== null);
      return operation.output;
    };
    const answer = (schema: Json) => ({ description: '', content: jsonContent(schema) });
    expect(
      await output({
        '2XX': answer({ type: 'null' }),
        201: answer({ type: 'string' }),
        200: { description: '' },
      }),
    ).toEqual({ type: 'string' });
    expect(await output({ '2XX': answer({ type: 'boolean' }), default: answer({ type: 'string' }) })).toEqual(
      { type: 'boolean' },
    );
    expect(await output({ default: answer({ type: 'string' }), 404: answer({ type: 'string' }) })).toBeNull();
    expect(
      await output({ 200: { description: '', content: { 'text/csv': { schema: { type: 'string' } } } } }),
    ).toBeNull();
    expect(await output({ 200: answer({}) })).toBeNull();
    expect(await output({ 200: answer({ description: 'Anything' }) })).toBeNull();
    expect(await output({ 200: answer(true) })).toBeNull();
    expect(await output({ 200: { description: '', content: { 'application/json': {} } } })).toBeNull();
  });
});

describe('schemas', () => {
  it.each<[string, Json, string]>([
    ['format [openapi-regex]', { type: 'string', format: 'date' }, 'unsupported-format'],
    ['a format that nobody knows', { type: 'string', format: 'x' }, 'unsupported-format'],
    ['pattern [openapi-regex]', { type: 'string', pattern: '^a' }, 'unsupported-pattern'],
    ['patternProperties', { type: 'object', patternProperties: { a: true } }, 'unsupported-pattern'],
    ['not [openapi-never-widened]', { not: { type: 'string' } }, 'unsupported-keyword'],
    ['if', { if: true, else: true }, 'unsupported-keyword'],
    ['dependentRequired', { dependentRequired: {} }, 'unsupported-keyword'],
    ['unevaluatedProperties', { unevaluatedProperties: false }, 'unsupported-keyword'],
    ['an unknown keyword [openapi-keywords]', { typ: 'string' }, 'unknown-keyword'],
    ['nullable in 3.1 [openapi-nullable]', { type: 'string', nullable: true }, 'nullable-outside-3.0'],
    [
      'a member __proto__ [openapi-prototypes]',
      JSON.parse('{"properties":{"__proto__":{}}}'),
      'prototype-name',
    ],
    ['a member constructor', { properties: { constructor: {} } }, 'prototype-name'],
    ['a value with __proto__', { enum: [JSON.parse('{"__proto__":1}')] }, 'prototype-name'],
    ['a reference to nothing', { $ref: '#/components/schemas/None' }, 'unresolved-reference'],
    ['a reference to itself', { $ref: '#/components/schemas/Self' }, 'unresolved-reference'],
    ['recursion [openapi-references]', { $ref: '#/components/schemas/Tree' }, 'recursive'],
    ['what leads to recursion', { items: { $ref: '#/components/schemas/Forest' } }, 'recursive'],
    ['33 levels by reference', { $ref: '#/components/schemas/Deep' }, 'too-deep'],
    ['a type that is none', { type: 'file' }, 'malformed'],
    ['a schema that is none', 'string', 'malformed'],
    ['null types in 3.1 [openapi-nullable]', { type: ['string', 'null'] }, 'supported'],
    ['an x- member', { type: 'string', 'x-a': { format: 'date' } }, 'supported'],
    ['format as the name of a member', { properties: { format: { type: 'string' } } }, 'supported'],
    ['format in a literal', { enum: [{ format: 'date' }] }, 'supported'],
  ])('%s: in body and answer alike [openapi-one-compiler]', async (_name, schema, code) => {
    const schemas = {
      Self: { $ref: '#/components/schemas/Self' },
      Tree: { type: 'object', properties: { left: { $ref: '#/components/schemas/Tree' } } },
      Forest: { items: { $ref: '#/components/schemas/Tree' } },
      Deep: nestSchema(20, { $ref: '#/components/schemas/Deeper' }),
      Deeper: nestSchema(20, {}),
    };
    expect(await codeOf(withBody(schema, { components: { schemas } }))).toBe(code);
    expect(await codeOf(withOutput(schema, { components: { schemas } }))).toBe(code);
  });

  it('knows nullable in 3.0, where siblings of a reference say nothing [openapi-nullable]', async () => {
    const { input } = await onlyOperation(withBody({ type: 'string', nullable: true }, OPENAPI_30));
    expect(JSON.stringify(input)).toContain('"null"');
    const components = { schemas: { A: { type: 'string' } } };
    const sibling = { $ref: '#/components/schemas/A', format: 'date' };
    expect(await codeOf(withBody(sibling, { ...OPENAPI_30, components }))).toBe('supported');
    expect(await codeOf(withBody(sibling, { components }))).toBe('unsupported-format');
  });

  it('resolves references through references, and by any pointer [openapi-references]', async () => {
    const components = {
      schemas: {
        'A/b~c': { $ref: '#/components/schemas/Real/properties/x' },
        Real: { properties: { x: { type: 'integer', maximum: 7 } } },
      },
    };
    const { input } = await onlyOperation(
      withQuery({ $ref: '#/components/schemas/A~1b~0c' }, { components }),
    );
    expect(JSON.stringify(input)).toContain('"maximum":7');
  });
});

describe('names and text', () => {
  const named = (...ids: (string | undefined)[]) =>
    documentOf(
      Object.fromEntries(
        ids.map((id, at) => [`/p${at}`, { get: id === undefined ? {} : { operationId: id } }]),
      ),
    );

  it('are unique, sanitized, and never what every object has [openapi-names]', async () => {
    const ids = [
      'describe',
      'search',
      'then',
      'constructor',
      'toString',
      '__proto__',
      'get-thing',
      'get_thing',
      '9a',
      'é',
      undefined,
    ];
    const { operations } = await normalizeOpenApi(named(...ids, 'x'.repeat(99), 'x'.repeat(99)));
    const names = operations.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.slice(0, 11)).toEqual([
      ...[
        'describe_2',
        'search_2',
        'then_2',
        'constructor_2',
        'toString_2',
        'proto',
        'get_thing',
        'get_thing_2',
      ],
      ...['_9a', 'get_p9', 'get_p10'],
    ]);
    for (const name of names) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/);
  });

  it('is cut between characters, and says so [openapi-annotations] [openapi-third-party]', async () => {
    const long = `${'a'.repeat(2_047)}\u{1F600}`;
    const text = (description: string, tags: string[], title = 'b') =>
      withBodyAnd(
        { description, tags, summary: title },
        { type: 'string', description, title, default: description },
      );
    const cut = await onlyOperation(text(long, [...Array(20).fill('t'), 'u'], 'c'.repeat(201)));
    expect([cut.description, cut.title, cut.tags.length]).toEqual(['a'.repeat(2_047), 'c'.repeat(200), 16]);
    expect(JSON.stringify(cut.input)).not.toContain('default');
    expect([cut.annotationsCut, cut.textOrigin]).toEqual([true, 'third_party']);
    expect((await onlyOperation(text('short', ['t'.repeat(65)]))).tags).toEqual(['t'.repeat(64)]);
    expect((await onlyOperation(text('short', ['t']))).annotationsCut).toBe(false);
  });

  it('keeps nothing of examples, extensions and links', async () => {
    const schema = {
      type: 'string',
      example: 'CANARY',
      examples: ['CANARY'],
      'x-a': 'CANARY',
      xml: { name: 'CANARY' },
    };
    const { operations } = await normalizeOpenApi(withBody(schema, { 'x-b': 'CANARY' }));
    expect(JSON.stringify(operations)).not.toContain('CANARY');
  });

  it.each<[string, unknown]>([
    ['http://api.example', []],
    ['https://user:secret@api.example', []],
    ['https://@api.example', []],
    ['javascript:alert(1)', []],
    ['//api.example/v1', []],
    ['/v1', [{ url: '/v1', relative: true }]],
    ['v1', [{ url: 'v1', relative: true }]],
    ['https://{region}.api.example/v{v}', []],
    ['https://{v}.api.example', [{ url: 'https://2.api.example', relative: false }]],
    ['https://api.example\\@evil.example', []],
  ])('server %s [openapi-servers]', async (url, servers) => {
    const result = await normalizeOpenApi(
      documentOf({}, { servers: [{ url, variables: { v: { default: '2' } } }] }),
    );
    expect(result.servers).toEqual(servers);
  });
});

describe('tables', () => {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 9 } },
    { name: 'X-Key', in: 'header', required: true, schema: { type: 'string' } },
  ];
  const text = documentOf(
    {
      '/things/{id}': {
        get: {
          operationId: 'getThing',
          parameters,
          responses: { 200: { content: jsonContent({ type: 'string' }) } },
        },
        put: { parameters, requestBody: { content: jsonContent({ $ref: '#/components/schemas/Thing' }) } },
        delete: { parameters, requestBody: { content: { 'text/plain': {} } } },
      },
    },
    {
      servers: [{ url: 'https://CANARY.example' }],
      components: {
        schemas: { Thing: { type: 'object', properties: { size: { type: 'integer', minimum: 1 } } } },
        securitySchemes: { CANARY: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'CANARY' } },
      },
    },
  );
  const preview = normalizeOpenApi(text);
  const inputOf = (path: JsonObject) => ({
    type: 'object',
    properties: { path: { type: 'object', properties: path, required: ['id'], additionalProperties: false } },
    required: ['path'],
    additionalProperties: false,
  });
  const definitionsOf = (count: number): JsonObject => {
    const links = Array.from({ length: count }, (_, at) => {
      const next = { $ref: `#/$defs/L${at + 1}` };
      return [`L${at}`, { anyOf: [next, next] }] as const;
    });
    return { ...Object.fromEntries(links), [`L${count}`]: { type: 'object' } };
  };
  const selected = async () =>
    structuredClone((await preview).operations.slice()) as Writable<OpenApiMethod>[];
  type Writable<T> = { -readonly [K in keyof T]: T[K] };
  const reasonOf = (act: () => unknown) => {
    try {
      act();
      return 'taken';
    } catch (error) {
      return (error as OpenApiError).reason;
    }
  };

  it('have a digest that only content changes, in order of names [openapi-table]', async () => {
    const rows = await selected();
    const table = parseOpenApiTable(rows);
    expect(table.methods.map(({ name }) => name)).toEqual(['getThing', 'put_things_id']);
    expect(table.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(parseOpenApiTable(rows.toReversed())).toEqual(table);
    expect(parseOpenApiTable(JSON.parse(JSON.stringify(rows)))).toEqual(table);
    expect(parseOpenApiTable(table.methods)).toEqual(table);
    rows[0]!.description = 'changed';
    expect(parseOpenApiTable(rows).digest).not.toBe(table.digest);
  });

  it('keep normalized schemas and call shapes, no specification and no key [openapi-table-content]', async () => {
    const [get, put] = parseOpenApiTable(await selected()).methods;
    expect(JSON.stringify([get, put])).not.toMatch(/CANARY|X-Key|withheld|servers|openapi/);
    expect(put).toMatchObject({
      parameters: [{ in: 'path', name: 'id', required: true }],
      body: { mediaType: 'application/json', required: false },
      input: { $defs: { Thing: { properties: { size: { minimum: 1 } } } } },
      output: null,
      outputConstrained: false,
    });
    expect(get?.output).toEqual({ type: 'string' });
  });

  it('have 1 to 64 methods, each name once, and at most 512 KiB [openapi-table]', async () => {
    const [row] = await selected();
    const rows = (count: number, more: object = {}) =>
      Array.from({ length: count }, (_, at) => ({ ...row, ...more, name: `m${at}`, path: `/p${at}/{id}` }));
    expect(reasonOf(() => parseOpenApiTable([]))).toBe('table-methods');
    expect(reasonOf(() => parseOpenApiTable({}))).toBe('table-methods');
    expect(reasonOf(() => parseOpenApiTable(rows(65)))).toBe('table-methods');
    expect(reasonOf(() => parseOpenApiTable(rows(64)))).toBe('taken');
    expect(reasonOf(() => parseOpenApiTable([row, { ...row, path: '/b/{id}' }]))).toBe('table-duplicate');
    expect(reasonOf(() => parseOpenApiTable([row, { ...row, name: 'b' }]))).toBe('table-duplicate');
    const output = { enum: [`${'x'.repeat(9_000)}`] };
    expect(reasonOf(() => parseOpenApiTable(rows(64, { output })))).toBe('table-bytes');
    expect(reasonOf(() => parseOpenApiTable(rows(50, { output })))).toBe('taken');
  });

  it.each<[string, object]>([
    ['a name that is reserved', { name: 'then' }],
    ['a name that is none', { name: 'a.b' }],
    ['TRACE', { method: 'TRACE' }],
    ['a write that says it reads', { method: 'POST' }],
    ['a path that climbs', { path: '/../{id}' }],
    ['a path of other variables', { path: '/{other}' }],
    ['a reserved header', { parameters: [{ in: 'header', name: 'Cookie', required: false }] }],
    ['a parameter that the input has not', { parameters: [], path: '/a' }],
    [
      'a body that the input has not',
      { method: 'PUT', effect: 'write', body: { mediaType: 'application/json', required: true } },
    ],
    ['an input that is open', { input: { type: 'object' } }],
    ['an input that cannot be kept', { input: { type: 'object', format: 'date' } }],
    ['an output that cannot be kept', { output: { pattern: 'a' } }],
    ['a parameter that is an object', { input: inputOf({ id: { type: 'object' } }) }],
    ['a parameter that is anything', { input: inputOf({ id: {} }) }],
    [
      'a parameter that may be a list',
      { input: inputOf({ id: { anyOf: [{ type: 'string' }, { type: 'array' }] } }) },
    ],
    ['examples', { input: inputOf({ id: { type: 'string', examples: ['CANARY'] } }) }],
    ['a schema with too much text', { output: { type: 'string', description: 'x'.repeat(2_049) } }],
    [
      'a definition with too long a title',
      { output: { $ref: '#/$defs/a', $defs: { a: { type: 'string', title: 'x'.repeat(201) } } } },
    ],
    ['a default of many words', { output: { type: 'string', default: 'x'.repeat(2_049) } }],
    [
      'a parameter of definitions that lead to each other in a million ways',
      { input: { ...inputOf({ id: { $ref: '#/$defs/L0' } }), $defs: definitionsOf(60) } },
    ],
    ['an output beside the claim that there is none', { outputConstrained: false }],
    ['text that claims the owner', { textOrigin: 'owner' }],
    ['too much text', { description: 'x'.repeat(2_049) }],
    ['a member that nobody knows', { handler: 'x' }],
    ['no JSON', { title: () => 'x' }],
  ])('refuse %s [openapi-no-permission]', async (_name, change) => {
    const [row] = await selected();
    expect(reasonOf(() => parseOpenApiTable([{ ...row, ...change }]))).toBe('table-shape');
  });

  it('are selected by method and path [openapi-selection]', async () => {
    const result = await preview;
    const path = '/things/{id}';
    expect(selectOperations(result, [{ method: 'put', path }]).map(({ name }) => name)).toEqual([
      'put_things_id',
    ]);
    expect(reasonOf(() => selectOperations(result, [{ method: 'GET', path: 'getThing' }]))).toBe(
      'selection-unknown',
    );
    expect(reasonOf(() => selectOperations(result, [{ method: 'DELETE', path }]))).toBe(
      'selection-unsupported',
    );
  });
});

function withBodyAnd(operation: JsonObject, schema: Json): string {
  return documentOf({ '/a': { post: { ...operation, requestBody: { content: jsonContent(schema) } } } });
}

function nest(levels: number): Json {
  return levels === 0 ? 0 : [nest(levels - 1)];
}

function nestSchema(levels: number, inner: Json): Json {
  return levels === 0 ? inner : { allOf: [nestSchema(levels - 2, inner)] };
}

function paths(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${at}`, { get: {} }]));
}
