import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openApiText, testCatalog, testOperation } from '../support/catalogs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const put = (catalog: string, revision: string, body: object, query = '') =>
  test.agent.put(`/catalogs/${catalog}/revisions/${revision}${query}`).send(body);
const activate = (catalog: string, body: object) => test.agent.put(`/catalogs/${catalog}/active`).send(body);

const FILES = testCatalog([testOperation('files.read'), testOperation('files.write', { effect: 'write' })], {
  title: 'Files',
});

describe('PUT /catalogs/{catalog}/revisions/{revision}', () => {
  it('publishes with 201, the same again with 200, and other contents not at all', async () => {
    const first = await put('published', 'one', FILES);
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      catalog: 'published',
      revision: 'one',
      stamp: expect.stringMatching(/^[0-9a-f]{64}$/),
      title: 'Files',
      publisher: 'acme.example',
      operations: 2,
      publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      active: false,
      created: true,
    });
    const again = await put('published', 'one', { ...FILES, operations: [...FILES.operations].reverse() });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...first.body, created: false });
    for (const other of [testCatalog([testOperation('files.read')]), { ...FILES, title: 'Other' }]) {
      const refused = await put('published', 'one', other);
      expect(refused.status).toBe(409);
      expect(refused.body.errorCode).toBe('CONFLICT');
    }
    const { created: _, ...kept } = first.body;
    expect((await test.agent.get('/catalogs/published/revisions/one')).body).toEqual(kept);
  });

  it('shows nothing of it before it is activated', async () => {
    await put('hidden', 'one', FILES);
    expect((await test.agent.get('/catalogs/hidden')).body).toMatchObject({ active: null, revisions: 1 });
    const asked = await test.agent.get('/catalogs/hidden/operations');
    expect(asked.status).toBe(404);
    expect(asked.body.message).toMatch(/active/);
    expect((await test.agent.get('/catalogs/hidden/operations?revision=one')).body.total).toBe(2);
  });

  it('activates at once when asked to', async () => {
    expect((await put('instant', 'one', FILES, '?activate=true')).body.active).toBe(true);
    expect((await test.agent.get('/catalogs/instant')).body.active.revision).toBe('one');
  });

  it.each([
    ['not JSON', '{"operations": [}', /line 1, column 17/],
    ['no catalog', '{}', /operations/],
    ['an unknown member', '{"operations":[],"operation":[]}', /operation/],
    [
      'a bad path',
      JSON.stringify(testCatalog([testOperation('files.re-ad')])),
      /'files\.re-ad'.*JavaScript identifier/,
    ],
    [
      'a path that stands twice',
      JSON.stringify(testCatalog([testOperation('a.b'), testOperation('a.b')])),
      /a\.b/,
    ],
    [
      'a schema that cannot be kept',
      JSON.stringify(testCatalog([testOperation('a.b', { inputSchema: { type: 'strange' } })])),
      /a\.b/,
    ],
  ])('refuses %s and says why', async (_name, text, message) => {
    const answer = await test.agent
      .put('/catalogs/refused/revisions/one')
      .set('content-type', 'application/json')
      .send(text);
    expect(answer.status).toBe(400);
    expect(answer.body.errorCode).toBe('INVALID_ARGUMENT');
    expect(answer.body.message).toMatch(message);
    expect((await test.agent.get('/catalogs/refused')).status).toBe(404);
  });

  it.each(['UPPER', '-first', 'a'.repeat(64), 'a%2Fb', 'a.b', '%zz'])(
    'refuses the catalog %s',
    async (name) => {
      const answer = await put(name, 'one', FILES);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toMatch(/^catalog: expected 1 to 63|well-formed/);
    },
  );

  it.each([
    ['%zz', /not well-formed/],
    ['%ff', /not well-formed/],
    ['a%2Fb', /without control characters and \//],
    ['a%00', /without control characters/],
    [`${'x'.repeat(129)}`, /at most 128/],
  ])('refuses the revision %s', async (name, message) => {
    const answer = await put('named', name, FILES);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
  });

  it('decodes the name of a revision once', async () => {
    for (const name of ['a%20b', 'ü', '100%', '%2F', 'a+b', 'a;b', '?', '#1', "it's", '\u{1F4C1}', '...']) {
      const address = `/catalogs/encoded/revisions/${encodeURIComponent(name)}`;
      const made = await test.agent.put(address).send(FILES);
      expect([made.status, made.body.revision]).toEqual([201, name]);
      expect((await test.agent.get(address)).body.revision).toBe(name);
      const listed = await test.agent.get('/catalogs/encoded/operations').query({ revision: name });
      expect(listed.body.total).toBe(2);
    }
  });

  it('gives every name back that it takes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), async (name) => {
        if (/\p{Cs}/u.test(name) || name === '.' || name === '..') return;
        const made = await put('any', encodeURIComponent(name), FILES);
        if (/[\p{Cc}/]/u.test(name)) expect(made.status).toBe(400);
        else expect(made.body.revision).toBe(name);
      }),
      { numRuns: 60 },
    );
  });

  it('takes a selection of an OpenAPI document', async () => {
    const openapi = openApiText([
      ['GET', '/pets', { operationId: 'listPets' }],
      ['TRACE', '/pets'],
    ]);
    const made = await put('pets', 'one', { openapi, publisher: 'pets.example' }, '?activate=true');
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      operations: 1,
      unsupported: [{ method: 'TRACE', path: '/pets', code: 'trace', reason: expect.any(String) }],
    });
    const { body } = await test.agent.get('/catalogs/pets/operations');
    expect(body.results[0].path).toBe('listPets');
  });

  it('refuses a body over 40 MiB', async () => {
    const answer = await test.agent
      .put('/catalogs/large/revisions/one')
      .set('content-type', 'application/json')
      .send(' '.repeat(40 * 1024 * 1024 + 1));
    expect(answer.status).toBe(413);
  });
});

describe('POST /catalogs/{catalog}/revisions', () => {
  it('names the revision by its contents, and says where it is', async () => {
    const made = await test.agent.post('/catalogs/stamped/revisions?activate=true').send(FILES);
    expect(made.status).toBe(201);
    const { stamp, revision } = made.body;
    expect(revision).toBe(`sha256-${stamp.slice(0, 16)}`);
    const address = `/catalogs/stamped/revisions/${revision}`;
    expect(made.headers.location).toBe(`https://registry.example.com${address}`);
    expect((await test.agent.get(address)).body.active).toBe(true);
    const again = await test.agent.post('/catalogs/stamped/revisions').send(FILES);
    expect([again.status, again.body.revision]).toEqual([200, revision]);
    const named = await test.agent.post('/catalogs/stamped/revisions').send({ ...FILES, revision: 'a b' });
    expect([named.status, named.body.revision]).toEqual([201, 'a b']);
    expect(named.headers.location).toMatch(/\/revisions\/a%20b$/);
  });
});

describe('the active revision', () => {
  const later = testCatalog([testOperation('files.read'), testOperation('files.list')], { title: 'Files' });

  it('is activated, rolled back and taken out, each where it was expected', async () => {
    await put('moved', 'one', FILES);
    await put('moved', 'two', later);
    const active = async () => (await test.agent.get('/catalogs/moved')).body.active?.revision ?? null;
    expect((await activate('moved', { revision: 'one', expected: 'two' })).status).toBe(409);
    expect((await activate('moved', { revision: 'one', expected: null })).body).toMatchObject({
      name: 'moved',
      revisions: 2,
      active: { revision: 'one', active: true },
    });
    expect((await activate('moved', { revision: 'two', expected: null })).status).toBe(409);
    expect((await activate('moved', { revision: 'two', expected: 'one' })).status).toBe(200);
    expect(await active()).toBe('two');
    expect((await activate('moved', { revision: 'one' })).status).toBe(200);
    expect(await active()).toBe('one');
    expect((await test.agent.delete('/catalogs/moved/active?expected=two')).status).toBe(409);
    const out = await test.agent.delete('/catalogs/moved/active?expected=one');
    expect([out.status, out.body.active, out.body.revisions]).toEqual([200, null, 2]);
    expect((await test.agent.get('/catalogs/moved/operations?revision=two')).status).toBe(200);
  });

  it('stands in the list of revisions, newest first', async () => {
    await put('listed', 'one', FILES, '?activate=true');
    await put('listed', 'two', later);
    const { body } = await test.agent.get('/catalogs/listed/revisions');
    const shown = body.items.map((item: { revision: string; active: boolean }) => [
      item.revision,
      item.active,
    ]);
    expect(shown).toEqual([
      ['two', false],
      ['one', true],
    ]);
  });

  it.each([
    ['nothing', { revision: 'one' }, 404],
    ['known', { revision: 'none' }, 404],
    ['known', {}, 400],
    ['known', { revision: 'one', expects: 'two' }, 400],
    ['known', { revision: '' }, 400],
  ])('is not moved in %s by %j', async (catalog, body, status) => {
    await put('known', 'one', FILES);
    expect((await activate(catalog, body)).status).toBe(status);
  });
});

describe('GET /catalogs', () => {
  it('lists all, and one by its name', async () => {
    await put('zeta', 'one', FILES, '?activate=true');
    await put('alpha', 'one', FILES);
    const { body } = await test.agent.get('/catalogs');
    const names: string[] = body.items.map((item: { name: string }) => item.name);
    expect(names).toEqual(expect.arrayContaining(['alpha', 'zeta']));
    const zeta = await test.agent.get('/catalogs/zeta');
    expect(body.items).toContainEqual(zeta.body);
    expect((await test.agent.get('/catalogs/nothing')).status).toBe(404);
    expect((await test.agent.get('/catalogs/nothing/revisions')).status).toBe(404);
    expect((await test.agent.get('/catalogs/zeta/revisions/nothing')).status).toBe(404);
  });
});
