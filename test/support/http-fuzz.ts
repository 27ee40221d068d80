import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished } from 'vitest';
import { EgressError } from '../../src/egress/egress-error.ts';
import { ERRORS } from '../../src/errors.ts';
import { Pace } from '../../src/network/crawl/pace.ts';
import { createSubmissions, type Submissions } from '../../src/network/submit/submissions.ts';
import { openFrontier } from '../../src/store/crawl-frontier.ts';
import { importEntries, startTestApp, testEntry } from './app.ts';
import { testCatalog, testOperation } from './catalogs.ts';
import { makeTemporaryDirectory } from './larder.ts';

interface Shot {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    'weather',
    'type',
    '__proto__',
    'constructor.prototype',
    '',
    ' ',
    '\u0000',
    '\ud800',
    'urn:air:a.com:b',
  ),
);
const json = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.constantFrom('{}', '[]', 'null', '1e999', '"', '{"a":1', '\ufeff{}'),
);
const scalar = fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null), fc.maxSafeInteger());
const filter = fc.dictionary(text, fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })), { maxKeys: 4 });
const query = fc.record({ text: scalar, filter, '@context': scalar }, { requiredKeys: ['text'] });
const facets = fc.array(
  fc.record({ field: text, limit: scalar, minCount: scalar }, { requiredKeys: ['field'] }),
  {
    maxLength: 4,
  },
);
const entries = fc.array(
  fc.oneof(
    scalar,
    fc.record({ identifier: text, displayName: text, type: text, url: text, data: fc.jsonValue() }),
  ),
  { maxLength: 4 },
);

const operations = fc.array(
  fc.oneof(
    scalar,
    fc.record({
      path: fc.oneof(text, fc.constantFrom('tools.alpha', 'a.b.c', 'then')),
      effect: fc.constantFrom('read', 'write', 'none'),
      description: text,
      inputSchema: fc.oneof(
        fc.jsonValue(),
        fc.constantFrom({ type: 'object' }, { type: ['string', 'null'] }, {}),
      ),
    }),
  ),
  { maxLength: 4 },
);
const submitted = fc.oneof(text, fc.domain(), fc.webUrl({ validSchemes: ['https', 'http'] }));

const documentText = fc.oneof(
  text,
  json,
  fc
    .record({
      openapi: fc.constantFrom('3.0.3', '3.1.0', '2.0'),
      info: fc.jsonValue(),
      paths: fc.jsonValue(),
    })
    .map((document) => JSON.stringify(document)),
);

/** Bodies of the right shape with whatever in them, and bodies of no shape. */
const bodyText = fc.oneof(
  fc.record({ query, resultType: fc.record({ facets }) }).map((body) => JSON.stringify(body)),
  fc
    .record({ query, pageSize: scalar, pageToken: text, federation: text }, { requiredKeys: ['query'] })
    .map((body) => JSON.stringify(body)),
  fc.record({ url: submitted }).map((body) => JSON.stringify(body)),
  fc.record({ entries }).map((body) => JSON.stringify(body)),
  fc
    .record({ operations, title: text }, { requiredKeys: ['operations'] })
    .map((body) => JSON.stringify(body)),
  fc
    .record({ query: text, limit: scalar, namespace: text, revision: text }, { requiredKeys: ['query'] })
    .map((body) => JSON.stringify(body)),
  fc.record({ revision: text, expected: scalar }).map((body) => JSON.stringify(body)),
  fc
    .record({ openapi: documentText, profile: text }, { requiredKeys: ['openapi'] })
    .map((body) => JSON.stringify(body)),
  fc
    .record({ name: text, scope: fc.constantFrom('read', 'publish', 'none') })
    .map((body) => JSON.stringify(body)),
  json,
);

/** Then bytes are cut out, repeated or changed. */
const body = fc
  .tuple(
    bodyText,
    fc.array(fc.tuple(fc.nat(200), fc.constantFrom('cut', 'repeat', 'flip'), fc.nat(255)), { maxLength: 3 }),
  )
  .map(([start, mutations]) => {
    let bytes = Buffer.from(start);
    for (const [at, how, byte] of mutations) {
      const place = bytes.length === 0 ? 0 : at % bytes.length;
      const [head, tail] = [bytes.subarray(0, place), bytes.subarray(place)];
      if (how === 'cut') bytes = Buffer.concat([head, tail.subarray(byte % 16)]);
      else if (how === 'repeat') bytes = Buffer.concat([head, tail.subarray(0, byte % 16), tail]);
      else bytes = Buffer.concat([head, Buffer.from([byte]), tail.subarray(1)]);
    }
    return bytes;
  });

const segment = fc.oneof(
  text.map((part) => encodeURIComponent(part.replace(/\p{Cs}/gu, '?'))),
  fc.constantFrom(
    'first',
    'tools',
    'one',
    'tools.alpha',
    'urn:air:example.com:alpha',
    '%zz',
    '%',
    '%00',
    '%ff',
    '%252F',
    '..',
    '.',
    ';',
    'a b'.replace(' ', '%20'),
  ),
);
const path = fc
  .tuple(
    fc.constantFrom(
      '/explore',
      '/search',
      '/agents',
      '/agents/',
      '/sources',
      '/sources/',
      '/catalogs',
      '/catalogs/',
      '/catalogs/tools/revisions/',
      '/catalogs/tools/active',
      '/catalogs/tools/operations',
      '/catalogs/tools/search',
      '/catalogs/tools/describe',
      '/intake/openapi',
      '/keys',
      '/keys/',
      '/',
      '/healthz',
      '/readyz',
      '/metrics',
      '/openapi.json',
      '/docs',
      '/mcp',
      '/.well-known/ard.json',
      '//',
      '/nothing',
    ),
    fc.oneof(fc.constant(''), segment),
    fc.oneof(
      fc.constant(''),
      fc
        .array(
          fc.tuple(
            fc.constantFrom(
              'filter',
              'orderBy',
              'pageSize',
              'pageToken',
              'q',
              'kind',
              'allowEmpty',
              'activate',
              'expected',
              'limit',
              'cursor',
              'namespace',
              'path',
              'methods',
              'revision',
              'profile',
              '__proto__',
              'x',
            ),
            segment,
          ),
          { maxLength: 3 },
        )
        .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`),
    ),
  )
  .map(([base, last, search]) => `${base.endsWith('/') ? base + last : base}${search}`);

const visible = fc.string({ maxLength: 30 }).map((value) => value.replace(/[^\x20-\x7e]/g, '?').trim());
const headers = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 4, arbitrary: fc.constant('application/json') },
      { weight: 1, arbitrary: visible },
    ),
    accept: fc.oneof(fc.constantFrom('*/*', 'application/json', 'text/html', ';q=', ',,,'), visible),
    authorization: fc.oneof(fc.constantFrom('Bearer x', 'Basic x'), visible),
    'if-none-match': visible,
    'accept-version': visible,
    'x-forwarded-for': visible,
    'content-encoding': fc.constantFrom('identity', 'gzip'),
    expect: visible,
    origin: visible,
  },
  { requiredKeys: ['content-type'] },
);
const method = fc.constantFrom(
  'GET',
  'GET',
  'POST',
  'POST',
  'PUT',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'PROPFIND',
);

const shot: fc.Arbitrary<Shot> = fc
  .record({ method, path, headers: headers.map((all) => rareHeaders(all)), body })
  .map((one) => (one.method === 'GET' || one.method === 'HEAD' ? { ...one, body: Buffer.alloc(0) } : one));

/** Most requests carry only a type, or nothing beyond it would ever be reached. */
function rareHeaders(all: Readonly<Record<string, string>>): Record<string, string> {
  const rest = Object.entries(all).filter(
    ([name, value]) => name === 'content-type' || value.length % 4 === 1,
  );
  return Object.fromEntries(rest);
}

/**
 * Sends `count` generated and mutated requests over all routes of a real server. No answer may be a 5xx; every
 * error is of the one shape and at most 8 KiB; `Object.prototype` stays as it is; nothing differs from the documents.
 */
export async function fuzzHttp(count: number): Promise<void> {
  const test = await startTestApp({ submissions: openSubmissions() });
  await importEntries(test.registry, 'first', [testEntry('alpha'), testEntry('beta', { tags: ['x'] })]);
  await test.agent
    .put('/catalogs/tools/revisions/one?activate=true')
    .send(testCatalog([testOperation('tools.alpha'), testOperation('tools.beta', { effect: 'write' })]));
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const statuses = new Map<number, number>();
  try {
    await fc.assert(
      fc.asyncProperty(shot, async (one) => {
        const { status, headers: answered, body: answer } = await fire(test.url, agent, one);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect(status, `${one.method} ${one.path} ${one.body}`).toBeLessThan(500);
        if (status >= 400 && one.method !== 'HEAD') {
          const error = JSON.parse(answer.toString());
          expect(answer.length).toBeLessThanOrEqual(8 * 1024);
          // What MCP says of its messages has MCP's form.
          if (error.jsonrpc === '2.0') return;
          expect(answered['content-type']).toBe('application/json; charset=utf-8');
          expect(Object.keys(error)).toEqual(['errorCode', 'message']);
          expect(ERRORS[error.errorCode as keyof typeof ERRORS].status).toBe(status);
        }
        expect(Object.keys(Object.getOwnPropertyDescriptors(Object.prototype))).toEqual(PROTOTYPE);
      }),
      { numRuns: count },
    );
    // What never gets past the first check would test little; half of what is usual, so that chance does not decide.
    expect(statuses.get(200) ?? 0, JSON.stringify([...statuses])).toBeGreaterThan(count / 40);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(count / 40);
  } finally {
    agent.destroy();
    await test.close();
  }
}

/** Submissions of domains where nobody is. */
function openSubmissions(): Submissions {
  const frontier = openFrontier(join(makeTemporaryDirectory(), 'x.crawl'));
  onTestFinished(() => frontier.close());
  return createSubmissions({
    egress: {
      fetch: () => Promise.reject(new EgressError('connect-failed', 'nobody is there')),
      resolveDns: async () => [],
    },
    pace: new Pace(Date.now, 0),
    frontier,
    now: Date.now,
    signal: new AbortController().signal,
  });
}

const PROTOTYPE = Object.keys(Object.getOwnPropertyDescriptors(Object.prototype));

function fire(
  base: string,
  agent: Agent,
  { method, path, headers, body }: Shot,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const sent = request({
      hostname,
      port,
      agent,
      method,
      path,
      headers: { ...headers, 'content-length': body.length },
    });
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
