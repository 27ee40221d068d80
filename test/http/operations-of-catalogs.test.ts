import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { testCatalog, testOperation } from '../support/catalogs.ts';

let test: TestApp;
const many = Array.from({ length: 120 }, (_, i) =>
  testOperation(`apps.bazaar.tool${String(i).padStart(3, '0')}`, {
    description: i % 2 === 0 ? 'Converts a currency.' : `Shows the weather of place ${i}.`,
  }),
);
const operations = [
  ...many,
  testOperation('apps.bazaar2.open'),
  testOperation('computers.files.read', {
    effect: 'read',
    description: 'Reads a file.',
    capabilityNotes: 'Needs a mounted disk.',
    instructions: 'Read before you write.',
    outputSchema: { type: 'string' },
    textOrigin: 'third_party',
    tags: ['files'],
  }),
  testOperation('computers.files.write', { effect: 'write', description: 'Writes a file.' }),
];

beforeAll(async () => {
  test = await startTestApp();
  await test.agent.put('/catalogs/tools/revisions/one?activate=true').send(testCatalog(operations));
  await test.agent
    .put('/catalogs/tools/revisions/two')
    .send(testCatalog([testOperation('computers.files.read', { description: 'Reads another file.' })]));
});
afterAll(() => test.close());

const get = (path: string) => test.agent.get(`/catalogs/tools/${path}`);
const search = (body: object) => test.agent.post('/catalogs/tools/search').send(body);

describe('GET /catalogs/{catalog}/operations', () => {
  it('gives every operation exactly once, by pages', async () => {
    const paths: string[] = [];
    let cursor: string | null = null;
    do {
      const query: object = cursor === null ? { limit: 50 } : { limit: 50, cursor };
      const { status, body } = await get('operations').query(query);
      expect([status, body.total]).toEqual([200, operations.length]);
      paths.push(...body.results.map((summary: { path: string }) => summary.path));
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect(paths).toEqual(operations.map(({ path }) => path).sort());
  });

  it('shows summaries, and selects namespaces by whole segments', async () => {
    const { body } = await get('operations?namespace=computers.files');
    expect(body).toEqual({
      results: [
        {
          path: 'computers.files.read',
          description: 'Reads a file.',
          sample: 'await env.computers.files.read({ name: "…" })',
          capabilityNotes: 'Needs a mounted disk.',
          score: 0,
        },
        expect.objectContaining({ path: 'computers.files.write', score: 0 }),
      ],
      total: 2,
      catalogStamp: expect.stringMatching(/^[0-9a-f]{64}$/),
      nextCursor: null,
    });
    expect((await get('operations?namespace=apps.bazaar')).body.total).toBe(120);
    expect((await get('operations?namespace=unknown')).body).toMatchObject({ results: [], total: 0 });
  });

  it.each([
    ['limit=0', 'limit: expected a whole number from 1 to 50'],
    ['limit=51', 'limit: expected a whole number from 1 to 50'],
    ['limit=1&limit=2', 'limit: expected a whole number from 1 to 50'],
    ['namespace=a..b', /namespace/],
    ['namespace=', /namespace/],
    ['namespace=a&namespace=b', 'namespace: expected a string'],
    ['cursor=forged', /begin a fresh listing/],
    ['revision=a%2Fb', /^revision: expected a name/],
    ['pageSize=1', /unknown member 'pageSize'/],
  ])('refuses ?%s', async (query, message) => {
    const { status, body } = await get(`operations?${query}`);
    expect([status, body.errorCode]).toEqual([400, 'INVALID_ARGUMENT']);
    expect(body.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it('refuses the cursor of another namespace or revision', async () => {
    const { nextCursor } = (await get('operations?limit=1&namespace=computers')).body;
    for (const query of ['', 'namespace=apps', 'namespace=computers&revision=two']) {
      const { status, body } = await get(`operations?${query}&cursor=${nextCursor}`.replace('?&', '?'));
      expect([status, body.message]).toEqual([400, expect.stringMatching(/begin a fresh listing/)]);
    }
  });

  it('is of the revision that is asked', async () => {
    expect((await get('operations?revision=two')).body.total).toBe(1);
    const unknown = await get('operations?revision=three');
    expect([unknown.status, unknown.body.errorCode]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('POST /catalogs/{catalog}/search', () => {
  it('ranks operations and merges equivalent ones', async () => {
    const { status, body } = await search({ query: 'convert currency', limit: 3 });
    expect([status, body.total]).toEqual([200, 1]);
    expect(body.results[0].peers).toHaveLength(59);
    expect(body.results[0].score).toBeGreaterThan(0);
  });

  it('searches in a namespace, and in an older revision', async () => {
    const paths = async (body: object) =>
      (await search(body)).body.results.map((result: { path: string }) => result.path);
    expect(await paths({ query: 'read a file', namespace: 'computers' })).toContain('computers.files.read');
    expect(await paths({ query: 'read a file', namespace: 'apps' })).toEqual([]);
    expect(await paths({ query: 'another', revision: 'two' })).toEqual(['computers.files.read']);
  });

  it.each([
    [{ query: ' ' }, /list/],
    [{}, 'query: required, expected a string'],
    [{ query: 'x', limit: 51 }, 'limit: expected at most 50'],
    [{ query: 'x', limit: 1.5 }, 'limit: expected a whole number'],
    [{ query: 'x', namespace: 'a b' }, /namespace/],
    [{ query: 'x'.repeat(4_097) }, 'query: expected at most 4096 characters'],
    [{ query: 'x', text: 'y' }, "the request body: unknown member 'text'"],
  ])('refuses %j', async (body, message) => {
    const answer = await search(body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'INVALID_ARGUMENT']);
    expect(answer.body.message).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
  });
});

describe('GET /catalogs/{catalog}/describe', () => {
  it('describes one operation completely', async () => {
    const { status, body } = await get('describe?path=computers.files.read');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      path: 'computers.files.read',
      effect: 'read',
      capabilityNotes: 'Needs a mounted disk.',
      instructions: 'Read before you write.',
      textOrigin: 'third_party',
      tags: ['files'],
      sample: 'await env.computers.files.read({ name: "…" })',
      outputSchema: { type: 'string' },
    });
    expect(body.inputSchema.properties.name).toEqual({ type: 'string', minLength: 1 });
    expect(body.typescript).toContain('declare const env: {\n  computers: {\n    files: {\n');
    expect(body.typescript).toContain('computers$files$read_Output');
  });

  it('describes a namespace, or some methods of it, in two spellings', async () => {
    const whole = (await get('describe?namespace=computers')).body;
    expect(whole.paths).toEqual(['computers.files.read', 'computers.files.write']);
    const spelled = await get('describe?namespace=apps&methods=bazaar.tool001,bazaar.tool000');
    expect(spelled.body.paths).toEqual(['apps.bazaar.tool000', 'apps.bazaar.tool001']);
    const repeated = await get('describe?namespace=apps&methods=bazaar.tool001&methods=bazaar.tool000');
    expect(repeated.body).toEqual(spelled.body);
  });

  it.each([
    ['path=computers.files.reed', 404, /Did you mean computers\.files\.read/],
    ['namespace=computer', 404, /Did you mean computers/],
    ['namespace=computers&methods=files.rite', 404, /files\.write/],
    ['path=computers.files', 404, /is a namespace/],
    ['', 400, /either path or namespace/],
    ['path=a&namespace=b', 400, /either path or namespace/],
    ['path=computers.files.read&methods=a', 400, /methods selects within a namespace/],
    ['path=a&path=b', 400, /path: expected a string/],
    ['paths=a', 400, /unknown member 'paths'/],
  ])('answers ?%s with %d', async (query, status, message) => {
    const answer = await get(`describe?${query}`);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(message);
  });

  it('refuses a description that would be too large, and says what to ask', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`member${i}`, { type: 'string', description: 'x'.repeat(200) }]),
    );
    const wide = Array.from({ length: 20 }, (_, i) =>
      testOperation(`wide.tool${i}`, { inputSchema: { type: 'object', properties } }),
    );
    await test.agent.put('/catalogs/wide/revisions/one?activate=true').send(testCatalog(wide));
    const refused = await test.agent.get('/catalogs/wide/describe?namespace=wide');
    expect(refused.status).toBe(400);
    expect(refused.body.message).toMatch(/has \d+ bytes; 65536 are answered.*methods/);
    const some = await test.agent.get('/catalogs/wide/describe?namespace=wide&methods=tool1,tool2');
    expect(some.body.paths).toEqual(['wide.tool1', 'wide.tool2']);
    expect((await test.agent.get('/catalogs/wide/operations')).body.total).toBe(20);
  });
});

describe('versions', () => {
  const stampOf = async (revision: string) => (await get(`revisions/${revision}`)).body.stamp;

  it.each([
    ['operations', 'public, no-cache'],
    ['operations?revision=one', 'public, max-age=60'],
    ['describe?path=computers.files.read', 'public, no-cache'],
    ['describe?namespace=computers&revision=one', 'public, max-age=60'],
  ])('%s has the stamp as its ETag', async (path, cacheControl) => {
    const stamp = await stampOf('one');
    const first = await get(path);
    expect(first.headers.etag).toBe(`"${stamp}"`);
    expect(first.headers['cache-control']).toBe(cacheControl);
    expect(first.headers.vary).toContain('authorization');
    const again = await get(path).set('if-none-match', `W/"x", "${stamp}"`);
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', `"${stamp}"`]);
    expect((await get(path).set('if-none-match', '"other"')).status).toBe(200);
    const keyed = await get(path).set('if-none-match', '*');
    expect(keyed.status).toBe(304);
  });

  it('of a revision also say whether it is active', async () => {
    const [active, other] = [await get('revisions/one'), await get('revisions/two')];
    expect(active.headers.etag).toBe(`"${await stampOf('one')}.active"`);
    expect(other.headers.etag).toBe(`"${await stampOf('two')}"`);
    const known = await get('revisions/two').set('if-none-match', other.headers.etag ?? '');
    expect(known.status).toBe(304);
  });

  it('follow the active revision', async () => {
    const before = (await get('operations')).headers.etag ?? '';
    await test.agent.put('/catalogs/tools/active').send({ revision: 'two' });
    const after = await get('operations').set('if-none-match', before);
    expect([after.status, after.body.total]).toEqual([200, 1]);
    await test.agent.put('/catalogs/tools/active').send({ revision: 'one' });
    expect((await get('operations').set('if-none-match', before)).status).toBe(304);
  });

  it('hide no error', async () => {
    const stamp = await stampOf('one');
    const unknown = await get('describe?path=nothing').set('if-none-match', `"${stamp}"`);
    expect([unknown.status, unknown.headers.etag]).toEqual([404, undefined]);
    expect(unknown.headers['cache-control']).toBe('no-cache');
  });
});
