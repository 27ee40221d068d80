import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Agent, Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LarderError } from '../../src/errors.ts';
import { operationsOf, readLarderDocument } from '../../src/http/document/bundled.ts';
import type { CrawlControl } from '../../src/network/crawl/crawl-control.ts';
import { openCrawlControl } from '../../src/network/crawl/open-crawl-control.ts';
import type { Submission } from '../../src/network/submit/submissions.ts';
import type { Registry } from '../../src/registry/registry.ts';
import { unavailable } from '../../src/store/sqlite-errors.ts';
import {
  ADMIN_KEY,
  importEntries,
  KEYED_ACCESS,
  manifestText,
  OPEN_ACCESS,
  startTestApp,
  type TestApp,
  testEntry,
} from '../support/app.ts';
import { openApiText, testCatalog, testOperation } from '../support/catalogs.ts';
import { openTestRegistry } from '../support/registry.ts';

const document = readLarderDocument();
const operations = operationsOf(document);

const CATALOG = testCatalog([testOperation('tools.alpha')]);

/** One good request for each operation; the table below is incomplete when one is missing. */
const GOOD: Readonly<Record<string, { readonly path: string; readonly body?: object }>> = {
  'POST /explore': { path: '/explore', body: { resultType: { facets: [{ field: 'type' }] } } },
  'POST /search': { path: '/search', body: { query: { text: 'alpha' } } },
  'GET /agents': { path: '/agents' },
  'GET /agents/{identifier}': { path: '/agents/urn:air:example.com:alpha' },
  'GET /.well-known/ard.json': { path: '/.well-known/ard.json' },
  'GET /.well-known/ai-catalog.json': { path: '/.well-known/ai-catalog.json' },
  'GET /sources': { path: '/sources' },
  'GET /upstreams': { path: '/upstreams' },
  'GET /sources/{source}': { path: '/sources/first' },
  'POST /sources': { path: '/sources', body: { url: 'example.com' } },
  'PUT /sources/{source}': { path: '/sources/second', body: { entries: [testEntry('beta')] } },
  'DELETE /sources/{source}': { path: '/sources/second' },
  'GET /targets': { path: '/targets' },
  'GET /refusals': { path: '/refusals' },
  'PUT /refusals/{domain}': { path: '/refusals/example.com', body: { reason: 'It lies.' } },
  'DELETE /refusals/{domain}': { path: '/refusals/example.com' },
  'GET /catalogs': { path: '/catalogs' },
  'GET /catalogs/{catalog}': { path: '/catalogs/tools' },
  'GET /catalogs/{catalog}/revisions': { path: '/catalogs/tools/revisions' },
  'POST /catalogs/{catalog}/revisions': { path: '/catalogs/tools/revisions', body: CATALOG },
  'GET /catalogs/{catalog}/revisions/{revision}': { path: '/catalogs/tools/revisions/one' },
  'PUT /catalogs/{catalog}/revisions/{revision}': { path: '/catalogs/tools/revisions/two', body: CATALOG },
  'PUT /catalogs/{catalog}/active': { path: '/catalogs/tools/active', body: { revision: 'one' } },
  'DELETE /catalogs/{catalog}/active': { path: '/catalogs/other/active' },
  'GET /catalogs/{catalog}/operations': { path: '/catalogs/tools/operations' },
  'POST /catalogs/{catalog}/search': { path: '/catalogs/tools/search', body: { query: 'alpha' } },
  'GET /catalogs/{catalog}/describe': { path: '/catalogs/tools/describe?path=tools.alpha' },
  'POST /intake/openapi': { path: '/intake/openapi', body: { openapi: openApiText([['GET', '/pets']]) } },
  'GET /keys': { path: '/keys' },
  'POST /keys': { path: '/keys', body: { name: 'robot', scope: 'read' } },
  'DELETE /keys/{id}': { path: '/keys/ID' },
  'POST /mcp': {
    path: '/mcp',
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    },
  },
  'GET /healthz': { path: '/healthz' },
  'GET /readyz': { path: '/readyz' },
  'GET /metrics': { path: '/metrics' },
  'GET /openapi.json': { path: '/openapi.json' },
  'GET /docs': { path: '/docs' },
  'GET /': { path: '/' },
};

/** What a registry answers that takes submissions. */
const PENDING: Submission = {
  domain: 'example.com',
  target: 'example.com',
  state: 'pending',
  challenge: { token: 'a', wellKnown: 'b', dnsName: 'c', expiresAt: 0 },
  found: { wellKnown: 'd', dns: 'e' },
  leasedUntil: null,
};

/** A frontier without a crawler. */
function openCrawl(registry: Registry) {
  const file = join(mkdtempSync(join(tmpdir(), 'larder-')), 'x.crawl');
  const { control, close } = openCrawlControl({ file, readonly: false, registry });
  closing.push(() => {
    close();
    rmSync(dirname(file), { recursive: true });
  });
  return control;
}

const closing: (() => void)[] = [];

/** What a registry answers to questions about its crawl that is just closing. */
const CLOSING: CrawlControl = {
  listTargets: () => Promise.reject(unavailable('The registry is closing.')),
  listRefusals: () => Promise.reject(unavailable('The registry is closing.')),
  refuse: () => Promise.reject(unavailable('The registry is closing.')),
  lift: () => Promise.reject(unavailable('The registry is closing.')),
};

const declared = operations.flatMap((operation) => {
  const [method = '', path = ''] = operation.split(' ');
  const item = Object(Object(document.paths)[path])[method.toLowerCase()];
  return Object.keys(item.responses).map((status) => `${operation} ${status}`);
});

const seen = new Set<string>();
const started: TestApp[] = [];

async function start(...options: Parameters<typeof startTestApp>): Promise<TestApp> {
  const test = await startTestApp(...options);
  started.push(test);
  return test;
}

function send(
  agent: Agent,
  operation: string,
  path: string,
  body?: object | string,
): ReturnType<Agent['get']> {
  const method = operation.split(' ')[0]!.toLowerCase() as 'get' | 'put' | 'post' | 'delete';
  const request = agent[method](path);
  return body === undefined ? request : request.set('content-type', 'application/json').send(body);
}

function note(operation: string, { status, headers }: Response): void {
  seen.add(`${operation} ${status}`);
  if (status === 429 || status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

/** Two catalogs, each with an active revision. */
async function publishCatalogs({ agent }: TestApp): Promise<void> {
  for (const name of ['tools', 'other']) {
    await agent.put(`/catalogs/${name}/revisions/one?activate=true`).send(CATALOG);
  }
}

/** Puts the good request of every operation, changed by `change`. */
async function askAll(test: TestApp, change: (request: ReturnType<Agent['get']>) => unknown = () => {}) {
  for (const operation of operations) {
    const { path, body } = GOOD[operation]!;
    const request = send(test.agent, operation, path, body);
    change(request);
    note(operation, await request);
  }
}

beforeAll(async () => {
  const open = await start((registry) => ({
    submissions: { submit: async () => PENDING },
    crawl: openCrawl(registry),
  }));
  await importEntries(open.registry, 'first', [testEntry('alpha')]);
  await importEntries(open.registry, 'emptied', [testEntry('gamma')]);
  await publishCatalogs(open);
  const { id } = await open.registry.createKey('to revoke', 'read');

  // 200, 201
  for (const operation of operations) {
    const { path, body } = GOOD[operation]!;
    note(operation, await send(open.agent, operation, path.replace('ID', id), body));
  }
  for (const text of [[testEntry('beta')], [testEntry('beta'), testEntry('delta')]]) {
    note('PUT /sources/{source}', await send(open.agent, 'PUT', '/sources/third', manifestText(text)));
  }
  for (const operation of [
    'POST /catalogs/{catalog}/revisions',
    'PUT /catalogs/{catalog}/revisions/{revision}',
    'PUT /refusals/{domain}',
    'PUT /refusals/{domain}',
  ]) {
    const { path, body } = GOOD[operation]!;
    note(operation, await send(open.agent, operation, path, body));
  }
  // 304
  for (const operation of operations.filter((name) => declared.includes(`${name} 304`))) {
    note(operation, await open.agent.get(GOOD[operation]!.path).set('if-none-match', '*'));
  }
  // 400
  for (const operation of operations) {
    const { path, body } = GOOD[operation]!;
    note(
      operation,
      await send(open.agent, operation, `${path}${path.includes('?') ? '&' : '?'}nope=1`, body),
    );
  }
  // 404, 409
  for (const operation of operations.filter(
    (name) => /catalogs/.test(name) && declared.includes(`${name} 404`),
  )) {
    const { path, body } = GOOD[operation]!;
    note(operation, await send(open.agent, operation, path.replace(/tools|other/, 'nothing'), body));
  }
  for (const operation of [
    'POST /catalogs/{catalog}/revisions',
    'PUT /catalogs/{catalog}/revisions/{revision}',
  ]) {
    const { path } = GOOD[operation]!;
    note(operation, await send(open.agent, operation, path, { ...CATALOG, title: 'Other contents' }));
  }
  const unexpected = { revision: 'one', expected: 'none' };
  const active = 'PUT /catalogs/{catalog}/active';
  note(active, await send(open.agent, active, '/catalogs/tools/active', unexpected));
  note('DELETE /catalogs/{catalog}/active', await open.agent.delete('/catalogs/tools/active?expected=none'));
  note('GET /agents/{identifier}', await open.agent.get('/agents/urn:air:example.com:nothing'));
  note('GET /sources/{source}', await open.agent.get('/sources/nothing'));
  note('DELETE /sources/{source}', await open.agent.delete('/sources/nothing'));
  note('DELETE /keys/{id}', await open.agent.delete('/keys/nothing'));
  note('DELETE /refusals/{domain}', await open.agent.delete('/refusals/nothing.example'));
  note('PUT /sources/{source}', await send(open.agent, 'PUT', '/sources/emptied', { entries: [] }));
  // 406
  await askAll(open, (request) => request.set('accept', 'application/x-nothing'));
  // 413, 415
  for (const operation of operations.filter((name) => GOOD[name]?.body !== undefined)) {
    const { path } = GOOD[operation]!;
    const most = /catalogs.*revisions|intake/.test(path) ? 40 : 8;
    note(operation, await send(open.agent, operation, path, ' '.repeat(most * 1024 * 1024 + 1)));
    note(operation, await send(open.agent, operation, path, 'x').set('content-type', 'text/plain'));
  }

  // 401, and 403 by scope and by Host
  const keyed = await start({ access: KEYED_ACCESS });
  await askAll(keyed, (request) => request.set('authorization', 'Bearer wrong'));
  const loopback = await start({ access: { ...OPEN_ACCESS, loopbackHostOnly: true } });
  await askAll(loopback, (request) => request.set('host', 'evil.example'));
  // 429
  const limited = await start({ rateLimitPerMinute: 1 });
  await limited.agent.get('/agents');
  await askAll(limited);
  // 501
  const unexplored = await start({ explore: false });
  const explore = GOOD['POST /explore']!;
  note('POST /explore', await send(unexplored.agent, 'POST', explore.path, explore.body));
  // 501 without a crawl, 503 while one is closing
  for (const crawl of [undefined, CLOSING]) {
    const { agent } = await start({ crawl });
    for (const operation of operations.filter((name) => /targets|refusals/.test(name))) {
      const { path, body } = GOOD[operation]!;
      note(operation, await send(agent, operation, path, body));
    }
  }
  // 409 and 503 of submissions, and 501 without them
  const submit = GOOD['POST /sources']!;
  for (const submissions of [
    { submit: () => Promise.reject(new LarderError('CONFLICT', 'The domain has its share.')) },
    { submit: () => Promise.reject(unavailable('Too many wait.')) },
    undefined,
  ]) {
    const { agent } = await start({ submissions });
    note('POST /sources', await send(agent, 'POST', submit.path, submit.body));
  }
  // 503
  let full = false;
  const onStatement = (sql: string) => {
    if (full && /^\s*(INSERT|UPDATE|DELETE)/i.test(sql)) throw unavailable('The disk is full.');
  };
  const crowded = await start({}, { onStatement });
  await importEntries(crowded.registry, 'second', [testEntry('beta')]);
  await publishCatalogs(crowded);
  await send(crowded.agent, 'PUT', '/catalogs/tools/revisions/three?activate=true', {
    operations: [testOperation('tools.beta')],
  });
  const key = await crowded.registry.createKey('stays', 'read');
  full = true;
  for (const operation of operations.filter((name) => declared.includes(`${name} 503`))) {
    const { path, body } = GOOD[operation]!;
    const changed =
      operation === 'PUT /sources/{source}' ? { entries: [testEntry('beta', { version: '9' })] } : body;
    note(operation, await send(crowded.agent, operation, `${path.replace('ID', key.id)}`, changed));
  }
  full = false;
  const busy = await openTestRegistry();
  const registry: Registry = Object.assign(Object.create(busy.registry), {
    previewOpenApi: () => Promise.reject(unavailable('Too many documents wait.')),
  });
  const { agent } = await start({ registry });
  const { path, body } = GOOD['POST /intake/openapi']!;
  note('POST /intake/openapi', await send(agent, 'POST', path, body));
  await busy.close();
  // 500: the store is gone, so even looking up a key fails
  const broken = await start();
  await broken.opened.store.close();
  await askAll(broken, (request) => request.set('authorization', `Bearer ${ADMIN_KEY}`));
});
afterAll(async () => {
  for (const close of closing) close();
  for (const test of started) await test.close();
});

describe('every declared status', () => {
  it('has a good request for every operation', () => {
    expect(operations.filter((operation) => GOOD[operation] === undefined)).toEqual([]);
  });

  it.each(declared)('%s is produced', (pair) => {
    expect([...seen].filter((one) => one.startsWith(pair.slice(0, -3)))).toContain(pair);
  });

  it('and none that is not declared, but those that belong to every route', () => {
    const undeclared = [...seen].filter(
      (pair) => !declared.includes(pair) && !/ (404|405|408|414|431)$/.test(pair),
    );
    expect(undeclared).toEqual([]);
  });
});
