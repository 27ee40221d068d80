import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseIdentifier } from '../../src/model/urn.ts';
import { importEntries, startTestApp, type TestApp, testEntry } from '../support/app.ts';

/** What the official tool of the specification checks in its `registry`, `manifest` and `publisher` modes. */
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  await importEntries(test.registry, 'first', [
    testEntry('weather', {
      displayName: 'Weather forecast tools',
      representativeQueries: ['will it rain tomorrow', 'how warm is Oslo'],
    }),
    testEntry('inline', {
      url: undefined,
      data: { name: 'weather' },
      description: 'weather forecast inline',
    }),
  ]);
});
afterAll(() => test.close());

function expectEntry(entry: Record<string, unknown>): void {
  expect(parseIdentifier(String(entry.identifier))).toBeDefined();
  expect(entry.displayName).toBeTruthy();
  expect(entry.type).toBeTruthy();
  expect(Object.hasOwn(entry, 'url')).toBe(!Object.hasOwn(entry, 'data'));
}

describe('registry mode', () => {
  it('GET /agents is a page of entries', async () => {
    const { status, body } = await test.agent.get('/agents');
    expect(status).toBe(200);
    expect(body.items.length).toBe(2);
    for (const item of body.items) expectEntry(item);
  });

  it('POST /search returns scored results with their source', async () => {
    const { status, body } = await test.agent.post('/search').send({
      query: {
        text: 'weather forecast tools',
        filter: { type: ['application/mcp-server-card+json'] },
      },
      federation: 'none',
      pageSize: 2,
    });
    expect(status).toBe(200);
    expect(body.results.length).toBe(2);
    for (const result of body.results) {
      expectEntry(result);
      expect(Number.isInteger(result.score)).toBe(true);
      expect(result.score).toBeGreaterThanOrEqual(0);
      expect(result.score).toBeLessThanOrEqual(100);
      expect(result.source).toBe('https://registry.example.com');
    }
  });

  it('GET /agents/{identifier} returns the exact entry of an encoded identifier', async () => {
    const identifier = 'urn:air:example.com:weather';
    const { status, body } = await test.agent.get(`/agents/${encodeURIComponent(identifier)}`);
    expect(status).toBe(200);
    expectEntry(body);
    expect(body.identifier).toBe(identifier);
    expect(body).not.toHaveProperty('score');
    expect(body).not.toHaveProperty('source');
  });

  it.each([
    ['urn:air:ard-conformance.invalid:probe:not-found', 404, 'NOT_FOUND'],
    ['not-a-valid-ard-urn', 400, 'INVALID_ARGUMENT'],
  ])('GET /agents/%s is %d %s', async (identifier, status, errorCode) => {
    const answer = await test.agent.get(`/agents/${encodeURIComponent(identifier)}`);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ errorCode, message: expect.stringMatching(/./) });
  });

  it('POST /explore returns facets', async () => {
    const { status, body } = await test.agent
      .post('/explore')
      .send({ query: { text: 'weather' }, resultType: { facets: [{ field: 'type' }] } });
    expect(status).toBe(200);
    expect(body).toEqual({
      resultType: 'facets',
      facets: { type: { buckets: [{ value: 'application/mcp-server-card+json', count: 2 }], otherCount: 0 } },
    });
  });
});

describe.each(['/.well-known/ard.json', '/.well-known/ai-catalog.json'])('manifest mode: %s', (path) => {
  it('has complete entries for this registry and its MCP server', async () => {
    const { status, body, headers } = await test.agent.get(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('application/json');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(body).not.toHaveProperty('collections');
    expect(body.entries).toHaveLength(2);
    const [entry, server] = body.entries;
    for (const each of body.entries) expectEntry(each);
    expect(server.type).toBe('application/mcp-server-card+json');
    expect(server.data.remotes[0].url).toBe('https://registry.example.com/mcp');
    expect(entry.identifier).toBe('urn:air:registry.example.com:registry:larder');
    expect(entry.type).toBe('application/ai-registry+json');
    expect(entry.url).toBe('https://registry.example.com/search');
    expect(entry.metadata.baseUrl).toBe('https://registry.example.com');
    expect(entry.representativeQueries.length).toBeGreaterThanOrEqual(2);
    expect(entry.representativeQueries.length).toBeLessThanOrEqual(5);
    expect(entry.capabilities.length).toBeGreaterThan(0);
  });

  it('is taken in by this registry without a finding', async () => {
    const { text } = await test.agent.get(path);
    const report = await test.registry.importManifest({
      source: 'itself',
      text,
      origin: 'http',
      allowEmpty: false,
    });
    expect(report.verdicts).toEqual(
      [0, 1].map((position) => ({
        pointer: `/entries/${position}`,
        identifier: expect.any(String),
        level: 'ok',
        findings: [],
      })),
    );
  });
});

describe('the name of this registry', () => {
  it.each(['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])(
    'is agent.localhost at %s',
    async (publicUrl) => {
      const local = await startTestApp({ publicUrl });
      const { body } = await local.agent.get('/.well-known/ard.json');
      expect(body.entries[0].identifier).toBe('urn:air:agent.localhost:registry:larder');
      await local.close();
    },
  );
});
