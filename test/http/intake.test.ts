import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openApiText } from '../support/catalogs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** Documents of the corpus that cost little; none where there is no corpus. */
const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus/openapi');
const MAX_SMALL_BYTES = 50_000;
const SMALL_DOCUMENTS = (existsSync(CORPUS) ? readdirSync(CORPUS) : [])
  .filter((name) => /\.(json|yaml)$/.test(name))
  .map((name) => resolve(CORPUS, name))
  .filter((file) => statSync(file).size <= MAX_SMALL_BYTES);
if (SMALL_DOCUMENTS.length === 0)
  console.warn(`There is no corpus at ${CORPUS}: its documents are left out.`);

const DOCUMENT = openApiText([
  [
    'GET',
    '/pets/{id}',
    { parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }] },
  ],
  ['TRACE', '/pets'],
]);
const YAML = `openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    get: {operationId: listPets, responses: {"204": {description: Done.}}}
`;
const preview = (body: string | object, type = 'application/json', query = '') =>
  test.agent.post(`/intake/openapi${query}`).set('content-type', type).send(body);

describe('POST /intake/openapi', () => {
  it('says what could be published, and stores nothing', async () => {
    const { status, body } = await preview({ openapi: DOCUMENT });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      openapi: '3.0.3',
      title: 'Pets',
      servers: [{ url: '/', relative: true }],
      authentication: [],
      operations: [{ method: 'GET', path: '/pets/{id}', effect: 'read', textOrigin: 'third_party' }],
      unsupported: [{ method: 'TRACE', path: '/pets', code: 'trace' }],
    });
    expect((await test.agent.get('/catalogs')).body).toEqual({ items: [] });
  });

  it.each([
    ['application/openapi+json', DOCUMENT],
    ['application/yaml', YAML],
    ['application/openapi+yaml; charset=utf-8', YAML],
  ])('takes the document itself as %s', async (type, text) => {
    const { status, body } = await preview(text, type);
    expect([status, body.title, body.operations.length]).toEqual([200, 'Pets', 1]);
    expect((await preview({ openapi: text })).body).toEqual(body);
  });

  it('withholds the parameter of the owner', async () => {
    const document = openApiText([
      [
        'GET',
        '/pets',
        { parameters: [{ in: 'query', name: 'token', required: true, schema: { type: 'string' } }] },
      ],
    ]);
    const authParameter = { in: 'query', name: 'token' };
    const { body } = await preview({ openapi: document, authParameter });
    expect(body.operations[0]).toMatchObject({ parameters: [], withheld: [{ name: 'token' }] });
  });

  it('takes the profile from the body or the query', async () => {
    const document = openApiText([
      [
        'GET',
        '/pets',
        { parameters: [{ in: 'query', name: 'at', schema: { type: 'string', format: 'date' } }] },
      ],
    ]);
    const counts = async (answer: ReturnType<typeof preview>) => (await answer).body.operations.length;
    expect(await counts(preview({ openapi: document }))).toBe(0);
    expect(await counts(preview({ openapi: document, profile: 'full' }))).toBe(1);
    expect(await counts(preview(document, 'application/openapi+json', '?profile=full'))).toBe(1);
  });

  it.each([
    ['no text', {}, /^openapi: required, expected a string/],
    ['a document that is no text', { openapi: {} }, /^openapi: expected a string/],
    ['an unknown profile', { openapi: '', profile: 'lax' }, /^profile: expected "strict" or "full"/],
    ['an unknown member', { openapi: '', select: [] }, /unknown member 'select'/],
    ['a document as application/json', JSON.parse(DOCUMENT), /content-type: application\/openapi\+json/],
    ['Swagger 2', { openapi: '{"swagger":"2.0","info":{},"paths":{}}' }, /Swagger 2|convert/],
    ['text that is no document', { openapi: 'hello' }, /./],
    ['broken YAML', { openapi: 'a: [' }, /./],
  ])('refuses %s', async (_name, body, message) => {
    const answer = await preview(body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
  });

  it.skipIf(SMALL_DOCUMENTS.length === 0)('answers as its schema says for real documents', async () => {
    let operations = 0;
    for (const file of SMALL_DOCUMENTS) {
      const text = readFileSync(file, 'utf8');
      for (const profile of ['strict', 'full']) {
        const answer = await preview(text, 'application/yaml', `?profile=${profile}`);
        expect([200, 400], file).toContain(answer.status);
        operations += answer.body.operations?.length ?? 0;
      }
    }
    expect(operations).toBeGreaterThan(100);
  });

  it('refuses a document over the bound of the profile, and a body over its own', async () => {
    const long = `${YAML}#${'x'.repeat(2 * 1024 * 1024)}`;
    const refused = await preview(long, 'application/yaml');
    expect([refused.status, refused.body.errorCode]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect((await preview(' '.repeat(40 * 1024 * 1024 + 1), 'application/yaml')).status).toBe(413);
  });
});
