import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { normalizeOpenApi } from '../../src/intake/openapi/normalize-openapi.ts';
import { parseOpenApiTable, selectOperations } from '../../src/intake/openapi/table.ts';
import type { JsonObject } from '../../src/model/entry.ts';
import type { PublishedRevision } from '../../src/registry/catalogs.ts';
import { findCanaries, WITH_CANARIES } from '../support/openapi-canaries.ts';
import { documentOf, jsonContent } from '../support/openapi-documents.ts';
import { FIRST_PAGE, listIdentifiers } from '../support/publications.ts';
import { openTestRegistry, type TestRegistry } from '../support/registry.ts';

let test: TestRegistry;

beforeEach(async () => {
  test = await openTestRegistry();
});
afterEach(async () => {
  expect(await test.store.checkIntegrity()).toEqual([]);
  await test.close();
});

const customer = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const DOCUMENT = documentOf({
  '/customers': {
    get: {
      operationId: 'listCustomers',
      summary: 'Lists customers',
      description: 'All of them, page by page.',
      tags: ['customers'],
      responses: {
        200: { description: '', content: jsonContent({ type: 'array', items: customer }) },
      },
    },
    post: {
      operationId: 'addCustomer',
      deprecated: true,
      requestBody: { required: true, content: jsonContent(customer) },
      responses: {},
    },
  },
  '/customers/{id}': {
    delete: {
      operationId: 'removeCustomer',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {},
    },
    trace: { responses: {} },
  },
});

function publishDocument(
  openapi: string,
  members: JsonObject = {},
  revision: string | undefined = undefined,
): Promise<PublishedRevision> {
  const text = JSON.stringify({ openapi, ...members });
  return test.registry.publishRevision({ catalog: 'crm', revision, text, activate: true });
}

describe('an OpenAPI document', () => {
  it('becomes a revision of all operations that are supported, and a reason for each other one', async () => {
    const published = await publishDocument(DOCUMENT, { publisher: 'crm.example.com' }, 'one');
    expect(published).toMatchObject({
      title: 'Test',
      publisher: 'crm.example.com',
      operations: 3,
      created: true,
      unsupported: [
        { method: 'TRACE', path: '/customers/{id}', code: 'trace', reason: 'TRACE calls nothing' },
      ],
    });
    expect(published).not.toHaveProperty('tableDigest');
    const open = await test.registry.openRevision('crm');
    const described = await open.describe({ path: 'listCustomers' });
    expect(described).toMatchObject({
      path: 'listCustomers',
      effect: 'read',
      description: 'Lists customers\n\nAll of them, page by page.',
      instructions: 'GET /customers',
      textOrigin: 'third_party',
      tags: ['customers'],
      outputSchema: { type: 'array' },
    });
    expect(await open.describe({ path: 'addCustomer' })).toMatchObject({
      effect: 'write',
      instructions: 'POST /customers with a body of application/json; deprecated',
      inputSchema: { properties: { body: { required: ['name'] } } },
    });
    const { items } = await test.registry.list([], [], FIRST_PAGE);
    expect(items.map(({ identifier, metadata }) => [identifier, metadata])).toEqual(
      ['', ':addCustomer', ':listCustomers', ':removeCustomer'].map((path) => [
        `urn:air:crm.example.com:crm${path}`,
        expect.objectContaining({ textOrigin: 'third_party', catalog: 'crm' }),
      ]),
    );
  });

  it('is selected from by method and path, strictly as a table whose digest is kept', async () => {
    const select = [
      { method: 'get', path: '/customers' },
      { method: 'DELETE', path: '/customers/{id}' },
    ];
    const published = await publishDocument(DOCUMENT, { select, title: 'Two calls' });
    const { digest } = parseOpenApiTable(selectOperations(await normalizeOpenApi(DOCUMENT), select));
    expect(published).toMatchObject({
      operations: 2,
      title: 'Two calls',
      tableDigest: digest,
      unsupported: [],
    });
    expect(published.revision).toBe(`sha256-${published.stamp.slice(0, 16)}`);
    expect((await test.registry.getRevision('crm', published.revision)).tableDigest).toBe(digest);
    expect(await listIdentifiers(test.registry)).toEqual([
      'urn:air:agent.localhost:crm',
      'urn:air:agent.localhost:crm:listCustomers',
      'urn:air:agent.localhost:crm:removeCustomer',
    ]);
  });

  const many = documentOf(
    Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`/p${i}`, { get: { responses: {} } }])),
  );
  const everyPath = Array.from({ length: 65 }, (_, i) => ({ method: 'GET', path: `/p${i}` }));

  it.each<[string, string, JsonObject, string, string]>([
    [
      'what is not there',
      DOCUMENT,
      { select: [{ method: 'GET', path: '/x' }] },
      'NOT_FOUND',
      'selection-unknown',
    ],
    [
      'what is unsupported',
      DOCUMENT,
      { select: [{ method: 'TRACE', path: '/customers/{id}' }] },
      'INVALID_ARGUMENT',
      'selection-unsupported',
    ],
    [
      'the same twice',
      DOCUMENT,
      {
        select: [
          { method: 'GET', path: '/customers' },
          { method: 'get', path: '/customers' },
        ],
      },
      'INVALID_ARGUMENT',
      'table-duplicate',
    ],
    ['more than 64 strictly', many, { select: everyPath }, 'INVALID_ARGUMENT', 'table-methods'],
    [
      'operations beside the document',
      DOCUMENT,
      { select: [{ method: 'GET', path: '/customers', name: 'mine' }] },
      'INVALID_ARGUMENT',
      'name',
    ],
    ['an unknown profile', DOCUMENT, { profile: 'lax' }, 'INVALID_ARGUMENT', '/profile'],
  ])('refuses a selection of %s', async (_name, openapi, members, code, message) => {
    await expect(publishDocument(openapi, members)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
    expect(await test.registry.listCatalogs()).toEqual([]);
  });

  it('is published whole when 65 operations are wanted without a selection', async () => {
    expect((await publishDocument(many)).operations).toBe(65);
  });

  it('is nothing when nothing of it is supported', async () => {
    const document = documentOf({ '/a': { trace: { responses: {} } } });
    await expect(publishDocument(document)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'None of the 1 operations of the document is supported; TRACE /a: TRACE calls nothing',
    });
  });

  it('is previewed as intake reads it, and nothing is stored', async () => {
    const question = { text: DOCUMENT, profile: 'strict' } as const;
    const preview = await test.registry.previewOpenApi(question);
    expect(JSON.parse(preview)).toEqual(JSON.parse(JSON.stringify(await normalizeOpenApi(DOCUMENT))));
    await expect(
      test.registry.previewOpenApi({ text: '{"swagger":"2.0"}', profile: 'strict' }),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('(swagger-2)') });
    expect(await test.registry.listCatalogs()).toEqual([]);
  });
});

describe('what a document says beside its operations', () => {
  it.each(['strict', 'full'])('is stored nowhere, in the profile %s', async (profile) => {
    const published = await publishDocument(WITH_CANARIES, { profile });
    expect(published.operations + (published.unsupported?.length ?? 0)).toBe(1);
    const select = [{ method: 'GET', path: '/customers' }];
    if (published.operations === 1) await publishDocument(WITH_CANARIES, { profile, select }, 'selected');
    const folder = dirname(test.file);
    const names = (await readdir(folder)).filter((name) => name.startsWith(basename(test.file)));
    expect(names).toContain('larder.db-wal');
    const stored = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
    expect(stored.join()).toContain('listCustomers');
    expect(stored.flatMap(findCanaries)).toEqual([]);
  });
});
