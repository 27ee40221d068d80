import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { testCatalog, testOperation } from '../support/catalogs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const withSchema = (schema: string) =>
  `{"operations":[{"path":"a.b","effect":"read","inputSchema":${schema}}]}`;

/** Definitions of which each refers to the next one twice. */
const doubling = (levels: number, at: string) =>
  Object.fromEntries(
    Array.from({ length: levels }, (_, i) => {
      const next = { $ref: `${at}/d${i + 1}` };
      return [
        `d${i}`,
        i + 1 < levels ? { type: 'object', properties: { a: next, b: next } } : { type: 'string' },
      ];
    }),
  );

const document = (schemas: object) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Bomb', version: '1' },
    paths: {
      '/a': {
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/d0' } } } },
          responses: {},
        },
      },
    },
    components: { schemas },
  });

const aliases = `a: &a [x,x,x,x]\n${Array.from({ length: 20 }, (_, i) => `a${i}: &b${i} [*${i === 0 ? 'a' : `b${i - 1}`},*${i === 0 ? 'a' : `b${i - 1}`}]`).join('\n')}\n`;

const CATALOGS: readonly (readonly [string, string])[] = [
  ['2 million levels', nested(2_000_000)],
  ['a schema of 100,000 levels', withSchema(`${'{"not":'.repeat(100_000)}{}${'}'.repeat(100_000)}`)],
  ['a schema of 400 levels', withSchema(`${'{"items":'.repeat(400)}{}${'}'.repeat(400)}`)],
  ['a million operations that are none', `{"operations":[${Array(1_000_000).fill('1').join(',')}]}`],
  [
    '10,001 operations',
    JSON.stringify(testCatalog(Array.from({ length: 10_001 }, (_, i) => testOperation(`a.b${i}`)))),
  ],
  [
    '100,000 unknown members',
    `{"operations":[],${Array.from({ length: 100_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
  ],
  ['a name of 10 MB', `{"operations":[],"${'n'.repeat(10_000_000)}":1}`],
  [
    'a path of 100,000 segments',
    JSON.stringify(testCatalog([testOperation(Array(100_000).fill('a').join('.'))])),
  ],
  [
    'a description of 20 MB',
    JSON.stringify(testCatalog([testOperation('a.b', { description: 'x'.repeat(20_000_000) })])),
  ],
  ['a pattern that backtracks', withSchema('{"type":"string","pattern":"^(\\\\w+\\\\s?)*$"}')],
  [
    '100,000 members of a schema',
    withSchema(
      JSON.stringify({
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 100_000 }, (_, i) => [`m${i}`, { type: 'string' }]),
        ),
      }),
    ),
  ],
  ['a number beyond all doubles', withSchema('{"type":"number","minimum":1e99999}')],
];

const DOCUMENTS: readonly (readonly [string, string])[] = [
  ['1 million levels', nested(1_000_000)],
  ['1 million levels of YAML', '- '.repeat(100_000)],
  ['aliases that double', aliases],
  ['a reference to itself', document({ d0: { $ref: '#/components/schemas/d0' } })],
  ['a reference to a file', document({ d0: { $ref: '/etc/passwd#/a' } })],
];

function expectRefusal(answer: { readonly status: number; readonly text: string }): void {
  expect([400, 413]).toContain(answer.status);
  expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(8 * 1024);
}

const send = (method: 'put' | 'post', path: string, body: string) =>
  test.agent[method](path).set('content-type', 'application/json').send(body);

describe('bombs are refused, with a body of at most 8 KiB', () => {
  it.each(CATALOGS)('a catalog with %s', async (_name, body) => {
    expectRefusal(await send('put', '/catalogs/bomb/revisions/one?activate=true', body));
    expect((await test.agent.get('/catalogs/bomb')).status).toBe(404);
  });

  it.each(DOCUMENTS)('a document with %s is no catalog, in either profile', async (_name, openapi) => {
    for (const profile of ['strict', 'full']) {
      const body = JSON.stringify({ openapi, profile });
      expectRefusal(await send('put', '/catalogs/bomb/revisions/one', body));
    }
  });

  it.each(DOCUMENTS)('a preview of %s stays small', async (_name, openapi) => {
    for (const profile of ['strict', 'full']) {
      const answer = await send('post', '/intake/openapi', JSON.stringify({ openapi, profile }));
      expect([200, 400, 413]).toContain(answer.status);
      expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(8 * 1024);
      expect(answer.text).not.toContain('root:');
    }
  });

  it('references that double 40 times are never followed one by one', async () => {
    const openapi = document(doubling(40, '#/components/schemas'));
    expectRefusal(await send('post', '/intake/openapi', JSON.stringify({ openapi })));
    const schema = { $ref: '#/$defs/d0', $defs: doubling(40, '#/$defs') };
    const catalog = testCatalog([testOperation('a.b', { inputSchema: schema })]);
    for (const [name, body] of [
      ['full', { openapi, profile: 'full' }],
      ['catalog', catalog],
    ] as const) {
      const made = await test.agent.put(`/catalogs/${name}/revisions/one?activate=true`).send(body);
      expect([201, 400]).toContain(made.status);
      if (made.status === 400) continue;
      const [{ path }] = (await test.agent.get(`/catalogs/${name}/operations`)).body.results;
      const described = await test.agent.get(`/catalogs/${name}/describe?path=${path}`);
      expect(Buffer.byteLength(described.text)).toBeLessThanOrEqual(64 * 1024);
    }
  });

  it.each([
    ['operations?cursor=', 'A'.repeat(5_000)],
    ['operations?namespace=', 'a.'.repeat(2_000)],
    ['operations?revision=', 'r'.repeat(5_000)],
    ['describe?path=', 'a'.repeat(5_000)],
    ['describe?namespace=a&methods=', Array(2_000).fill('a').join(',')],
    ['describe?namespace=a', '&methods=a'.repeat(700)],
  ])('a question %s…', async (start, rest) => {
    await test.agent
      .put('/catalogs/small/revisions/one?activate=true')
      .send(testCatalog([testOperation('a.b')]));
    const answer = await test.agent.get(`/catalogs/small/${start}${rest}`);
    expect([400, 404]).toContain(answer.status);
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(8 * 1024);
  });
});
