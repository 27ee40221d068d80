import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf, readLarderDocument } from '../../src/http/document/bundled.ts';
import type { Scope } from '../../src/store/store.ts';
import {
  ADMIN_KEY,
  importEntries,
  KEYED_ACCESS,
  startTestApp,
  type TestApp,
  testEntry,
} from '../support/app.ts';

/** What each operation needs. The test fails for an operation that is missing here, so that none is added unseen. */
const NEEDS: Readonly<Record<string, 'open' | Scope>> = {
  'POST /explore': 'read',
  'POST /search': 'read',
  'GET /agents': 'read',
  'GET /agents/{identifier}': 'read',
  'GET /.well-known/ard.json': 'open',
  'GET /.well-known/ai-catalog.json': 'open',
  'GET /sources': 'read',
  'GET /upstreams': 'read',
  'GET /sources/{source}': 'read',
  'POST /sources': 'open',
  'PUT /sources/{source}': 'publish',
  'DELETE /sources/{source}': 'publish',
  'GET /targets': 'admin',
  'GET /refusals': 'admin',
  'PUT /refusals/{domain}': 'admin',
  'DELETE /refusals/{domain}': 'admin',
  'GET /catalogs': 'read',
  'GET /catalogs/{catalog}': 'read',
  'GET /catalogs/{catalog}/revisions': 'read',
  'POST /catalogs/{catalog}/revisions': 'publish',
  'GET /catalogs/{catalog}/revisions/{revision}': 'read',
  'PUT /catalogs/{catalog}/revisions/{revision}': 'publish',
  'PUT /catalogs/{catalog}/active': 'publish',
  'DELETE /catalogs/{catalog}/active': 'publish',
  'GET /catalogs/{catalog}/operations': 'read',
  'POST /catalogs/{catalog}/search': 'read',
  'GET /catalogs/{catalog}/describe': 'read',
  'POST /intake/openapi': 'publish',
  'GET /keys': 'admin',
  'POST /keys': 'admin',
  'DELETE /keys/{id}': 'admin',
  'POST /mcp': 'read',
  'GET /healthz': 'open',
  'GET /readyz': 'open',
  'GET /metrics': 'read',
  'GET /openapi.json': 'open',
  'GET /docs': 'open',
  'GET /': 'read',
};

const operations = operationsOf(readLarderDocument());
const ROLES = ['nobody', 'wrong', 'revoked', 'read', 'publish', 'admin', 'environment'] as const;
type Role = (typeof ROLES)[number];
const RANK: Readonly<Record<string, number>> = { open: 0, read: 1, publish: 2, admin: 3, environment: 3 };

/** The status that access alone decides; undefined when the request gets through to the route. */
function refusal(need: string, role: Role, openReads: boolean): number | undefined {
  if (role === 'wrong' || role === 'revoked') return 401;
  if (need === 'open' || (need === 'read' && openReads)) return undefined;
  if (role === 'nobody') return 401;
  return RANK[role]! >= RANK[need]! ? undefined : 403;
}

describe.each([true, false])('with openReads %s', (openReads) => {
  let test: TestApp;
  const keys = new Map<Role, string>();
  beforeAll(async () => {
    test = await startTestApp({ access: { ...KEYED_ACCESS, openReads } });
    await importEntries(test.registry, 'first', [testEntry('alpha')]);
    for (const scope of ['read', 'publish', 'admin'] as const) {
      keys.set(scope, (await test.registry.createKey(scope, scope)).key);
    }
    const revoked = await test.registry.createKey('revoked', 'admin');
    await test.registry.revokeKey(revoked.id);
    keys.set('revoked', revoked.key).set('wrong', 'larder_wrong').set('environment', ADMIN_KEY);
  });
  afterAll(() => test.close());

  const cells = operations.flatMap((operation) => ROLES.map((role) => [operation, role] as const));
  it.each(cells)('%s as %s', async (operation, role) => {
    const need = NEEDS[operation];
    expect(need, `${operation} stands in the table`).toBeDefined();
    const [method = '', path = ''] = operation.split(' ');
    const send = test.agent[method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'];
    const request = send.call(test.agent, path.replace(/\{[a-z]+\}/g, 'nothing'));
    if (role !== 'nobody') request.set('authorization', `Bearer ${keys.get(role)}`);
    const { status, body, headers } = await request;
    const expected = refusal(need!, role, openReads);
    if (expected === undefined) expect([401, 403]).not.toContain(status);
    else {
      expect(status).toBe(expected);
      expect(body.errorCode).toBe(expected === 401 ? 'UNAUTHENTICATED' : 'PERMISSION_DENIED');
      if (expected === 401) expect(headers['www-authenticate']).toBe('Bearer');
    }
  });

  it('refuses a wrong key on an unknown route too', async () => {
    const answer = await test.agent.get('/nothing').set('authorization', 'Bearer wrong');
    expect(answer.status).toBe(401);
  });

  it.each(['Basic YTpi', 'Bearer', 'Bearer ', 'bearer a b', ADMIN_KEY])(
    'does not understand %s',
    async (header) => {
      const answer = await test.agent.get('/healthz').set('authorization', header);
      expect(answer.status).toBe(401);
      expect(answer.body.message).not.toContain(ADMIN_KEY);
    },
  );

  it('never logs a key', () => {
    const log = JSON.stringify(test.log);
    for (const key of keys.values()) expect(log).not.toContain(key);
  });
});

describe('keys over HTTP', () => {
  it('are made, listed without their text, work, and are revoked', async () => {
    const test = await startTestApp({ access: KEYED_ACCESS });
    const admin = { authorization: `Bearer ${ADMIN_KEY}` };
    const made = await test.agent.post('/keys').set(admin).send({ name: 'robot', scope: 'publish' });
    expect(made.status).toBe(201);
    expect(made.headers['cache-control']).toBe('no-store');
    const { key, ...record } = made.body;
    const listed = await test.agent.get('/keys').set(admin);
    expect(listed.body).toEqual({ items: [record] });
    const robot = { authorization: `Bearer ${key}` };
    const put = await test.agent
      .put('/sources/mine')
      .set(robot)
      .send({ entries: [testEntry('alpha')] });
    expect(put.status).toBe(201);
    expect((await test.agent.delete(`/keys/${record.id}`).set(admin)).body.revokedAt).not.toBeNull();
    expect((await test.agent.get('/agents').set(robot)).status).toBe(401);
    await test.close();
  });
});
