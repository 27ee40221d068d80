import { describe, expect, it } from 'vitest';
import { specOfDocument } from '../../src/forge/from-openapi/spec-of-document.ts';
import { renderRequest } from '../../src/forge/render/render-request.ts';
import { parseForgeSpec } from '../../src/forge/spec/check-spec.ts';
import { isWrite } from '../../src/forge/spec/effect.ts';
import type { Json, JsonObject } from '../../src/model/entry.ts';
import { checkDocument, listCorpusDocuments } from '../support/forge-corpus.ts';
import type { Loose } from '../support/forge-specs.ts';
import { documentOf, jsonContent } from '../support/openapi-documents.ts';

const CHOICE = { url: 'https://api.example.com/v2', auth: { kind: 'none' }, name: undefined };
const parameter = (where: string, name: string, schema: Json, more: JsonObject = {}) => ({
  in: where,
  name,
  schema,
  ...(where === 'path' ? { required: true } : {}),
  ...more,
});

/** Makes a spec of every operation of one path, and gives its tools as they are written. */
async function toolsOf(item: JsonObject, path = '/things', more: JsonObject = {}): Promise<Loose[]> {
  const selection = Object.keys(item).map((method) => ({ method: method.toUpperCase(), path }));
  const operations = Object.entries(item).map(
    ([method, value]) => [method, { responses: {}, ...(value as JsonObject) }] as const,
  );
  const text = documentOf({ [path]: Object.fromEntries(operations) }, more);
  const { spec } = await specOfDocument(text, { ...CHOICE, selection }, () => true);
  return (spec as Loose).tools;
}

const body = (schema: Json, more: JsonObject = {}) => ({
  requestBody: { required: true, content: jsonContent(schema), ...more },
});

describe('a spec from an OpenAPI document', () => {
  it('is made of definitions that lead to each other in a million ways', async () => {
    const links = Array.from({ length: 40 }, (_, at) => {
      const next = { $ref: `#/components/schemas/L${at + 1}` };
      return [`L${at}`, { anyOf: [next, next] }] as const;
    });
    const last = { type: 'object', properties: { id: { type: 'string' } } };
    const schemas = { ...Object.fromEntries(links), L40: last };
    const post = body({ $ref: '#/components/schemas/L0' });
    const [tool] = await toolsOf({ post }, '/things', { components: { schemas } });
    expect(tool?.request.body).toBe('body');
  });

  it('has the operator’s address and credential, and none of the document’s', async () => {
    const text = documentOf(
      { '/things': { get: { responses: {} }, post: { responses: {} } } },
      {
        info: { title: 'Größe & Co — Things API!', version: '1' },
        servers: [{ url: 'https://canary.example.net/v1' }, { url: '/relative' }],
        components: { securitySchemes: { canaryScheme: { type: 'http', scheme: 'bearer' } } },
      },
    );
    const auth = { kind: 'bearer', env: 'API_TOKEN' };
    const selection = [
      { method: 'GET', path: '/things' },
      { method: 'get', path: '/things' },
      { method: 'POST', path: '/things' },
    ];
    const result = await specOfDocument(text, { ...CHOICE, auth, selection }, () => false);
    expect(result.spec).toMatchObject({
      name: 'gro-e-co-things-api',
      transport: { kind: 'rest', url: CHOICE.url, auth },
    });
    expect(JSON.stringify(result.spec)).not.toContain('canary');
    expect(result.servers.map(({ url }) => url)).toContain('https://canary.example.net/v1');
    expect(result.authentication.map(({ scheme }) => scheme)).toEqual(['canaryScheme']);
    expect(result.warnings.map(({ code }) => code)).toEqual(['variable-unset']);
    expect(parseForgeSpec(JSON.stringify(result.spec)).tools.map(isWrite)).toEqual([false, true]);
  });

  it('maps every place, and keeps apart what shares a name', async () => {
    const item = {
      put: {
        summary: 'Replace it',
        description: 'Replaces a thing.',
        parameters: [
          parameter('path', 'thing-id', { type: 'integer' }, { description: 'Number.' }),
          parameter('query', 'name', { type: 'string', enum: ['a', 'b'] }),
          parameter('query', 'ids', { type: 'array', items: { type: 'string' } }),
          parameter('header', 'X-Trace', { type: 'string' }),
          parameter('query', 'filter[a]', { type: 'string' }),
        ],
        ...body({
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string' },
            confirm: { type: 'boolean' },
            id: { type: 'string', readOnly: true },
          },
        }),
      },
    };
    const [tool] = await toolsOf(item, '/things/{thing-id}');
    expect(tool).toMatchObject({
      title: 'Replace it',
      description: 'Replaces a thing.',
      write: true,
      request: {
        method: 'PUT',
        path: '/things/{thing-id}',
        query: { name: 'name', ids: 'ids', 'filter[a]': 'filter_a_' },
        headers: { 'X-Trace': 'X-Trace' },
        body: { name: 'name_body', confirm: 'confirm_body' },
      },
    });
    const spec = parseForgeSpec(
      JSON.stringify({ name: 'x', transport: { kind: 'rest', url: CHOICE.url }, tools: [tool] }),
    );
    const args = {
      'thing-id': 7,
      name: 'a',
      ids: ['x', 'y'],
      name_body: 'n',
      'X-Trace': 't',
      filter_a_: '1',
    };
    expect(renderRequest(spec, spec.tools[0]!, args, () => undefined)).toMatchObject({
      url: 'https://api.example.com/v2/things/7?name=a&ids=x&ids=y&filter%5Ba%5D=1',
      body: '{\n  "name": "n"\n}',
    });
    expect(() => renderRequest(spec, spec.tools[0]!, { ...args, name: 'c' }, () => undefined)).toThrow(
      /`name` does not fit/,
    );
  });

  it.each<[string, Json, JsonObject, Json]>([
    [
      'an optional body that must have something',
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      { required: false },
      'body',
    ],
    [
      'a body of which null takes values away',
      { type: 'object', properties: { a: { type: ['string', 'null'] } } },
      {},
      'body',
    ],
    [
      'a body that may have anything',
      { type: 'object', additionalProperties: { type: 'string' } },
      {},
      'body',
    ],
    ['a list', { type: 'array', items: { type: 'string' } }, {}, 'body'],
    [
      'a body of alternatives',
      {
        type: 'object',
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
        properties: { a: { type: 'string' }, b: { type: 'string' } },
      },
      {},
      'body',
    ],
    [
      'an object',
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
      {},
      { a: 'a' },
    ],
  ])('%s is one parameter, or its fields are', async (_label, schema, more, expected) => {
    const [tool] = await toolsOf({ post: body(schema, more) });
    expect(tool?.request.body).toEqual(expected);
  });

  it('writes out what is shared, and keeps what is recursive', async () => {
    const schemas = {
      Money: { type: 'object', properties: { amount: { type: 'integer' } } },
      Node: {
        type: 'object',
        properties: {
          price: { $ref: '#/components/schemas/Money' },
          next: { $ref: '#/components/schemas/Node' },
        },
      },
    };
    const schema = {
      type: 'object',
      properties: {
        price: { $ref: '#/components/schemas/Money' },
        root: { $ref: '#/components/schemas/Node' },
      },
    };
    const [tool] = await toolsOf({ post: body(schema) }, '/things', { components: { schemas } });
    const [price, root] = tool?.params ?? [];
    expect(price.schema).toEqual({ properties: { amount: { type: 'integer' } } });
    expect(Object.keys(root.schema.$defs)).toEqual(['Node']);
    expect(root.schema.$defs.Node.properties).toEqual({
      price: { type: 'object', properties: { amount: { type: 'integer' } } },
      next: { $ref: '#/$defs/Node' },
    });
  });

  it.each<[string, JsonObject, string, RegExp]>([
    [
      'form',
      {
        post: {
          requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
        },
      },
      '/things',
      /its body is application\/x-www-form-urlencoded, and Forge sends JSON/,
    ],
    [
      'deepObject',
      { get: { parameters: [parameter('query', 'f', { type: 'object' }, { style: 'deepObject' })] } },
      '/things',
      /written in the style deepObject/,
    ],
    [
      'commas',
      {
        get: {
          parameters: [
            parameter('query', 'f', { type: 'array', items: { type: 'string' } }, { explode: false }),
          ],
        },
      },
      '/things',
      /joined by commas/,
    ],
    [
      'path arrays',
      { get: { parameters: [parameter('path', 'f', { type: 'array', items: { type: 'string' } })] } },
      '/things/{f}',
      /the path parameter 'f' is an array/,
    ],
    ['any body', { post: body(true) }, '/things', /of several types, or of none/],
  ])('%s: what Forge does not send is refused with the reason', async (_label, item, path, reason) => {
    await expect(toolsOf(item, path)).rejects.toThrow(reason);
  });

  it('wants a choice, and knows what there is', async () => {
    const text = documentOf({ '/things': { get: { responses: {} } } });
    const make = (choice: object) =>
      specOfDocument(text, { ...CHOICE, selection: [], ...choice }, () => true);
    await expect(make({})).rejects.toThrow(/Choose operations with --select.*GET \/things/);
    await expect(make({ selection: [{ method: 'GET', path: '/other' }] })).rejects.toThrow(
      /no operation 'GET \/other'/,
    );
    const selection = [{ method: 'GET', path: '/things' }];
    await expect(
      make({ selection, url: 'http://api.example.com', auth: { kind: 'bearer', env: 'T' } }),
    ).rejects.toThrow(/over https only/);
    await expect(make({ selection, auth: { kind: 'bearer', env: 'sk-live-1' } })).rejects.toThrow(
      /name of an environment variable/,
    );
  });
});

it.each(listCorpusDocuments(20_000))('%s becomes specs that pass their check', async (file) => {
  const { operations, tools } = await checkDocument(file);
  expect(tools).toBeLessThanOrEqual(operations);
});
