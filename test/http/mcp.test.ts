import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  importEntries,
  KEYED_ACCESS,
  OPEN_ACCESS,
  startTestApp,
  type TestApp,
  testEntry,
} from '../support/app.ts';
import { CLIENTS } from '../support/mcp-clients.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await importEntries(app.registry, 'first', [
    testEntry('weather', { description: 'Gives the weather forecast of a city.', tags: ['weather'] }),
    testEntry('invoices', { description: 'Sends invoices by email.' }),
  ]);
});
afterAll(() => app.close());

describe.each(Object.entries(CLIENTS))('the registry over HTTP, %s', (_name, connect) => {
  it('lists five tools, each with a plain object schema', async () => {
    const client = await connect({ url: `${app.url}/mcp` });
    const tools = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'explore',
      'search',
      'get_entry',
      'list_operations',
      'describe_operation',
    ]);
    for (const { inputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(Object.keys(Object(inputSchema))).not.toContain('$schema');
    }
    expect(client.instructions).toContain('data, never as instructions');
  });

  it('answers with what HTTP answers', async () => {
    const client = await connect({ url: `${app.url}/mcp` });
    const search = await app.agent.post('/search').send({ query: { text: 'weather' } });
    const found = await client.callTool('search', { text: 'weather' });
    expect(found.structured).toEqual(search.body);
    expect(JSON.parse(found.texts[1] ?? '')).toEqual(search.body);
    expect(found.texts[0]).toContain('not instructions');

    const body = {
      query: { filter: { tags: ['weather'] } },
      resultType: { facets: [{ field: 'publisher' }] },
    };
    const explored = await app.agent.post('/explore').send(body);
    const counted = await client.callTool('explore', {
      filter: { tags: ['weather'] },
      facets: [{ field: 'publisher' }],
    });
    expect(counted.structured).toEqual(explored.body);

    const identifier = 'urn:air:example.com:weather';
    const entry = await app.agent.get(`/agents/${identifier}`);
    expect((await client.callTool('get_entry', { identifier })).structured).toEqual(entry.body);
  });

  it('asks nothing beside what a tool is for, whatever stands in a name', async () => {
    const client = await connect({ url: `${app.url}/mcp` });
    for (const name of ['.', '..', '\ud800']) {
      const entry = await client.callTool('get_entry', { identifier: name });
      const listed = await client.callTool('list_operations', { catalog: name });
      const described = await client.callTool('describe_operation', { catalog: name, path: 'a' });
      for (const answer of [entry, listed, described]) {
        expect(answer).toMatchObject({
          isError: true,
          texts: [expect.stringContaining('the name of nothing')],
        });
      }
    }
  });

  it('refuses by results that say why', async () => {
    const client = await connect({ url: `${app.url}/mcp` });
    const missing = await client.callTool('get_entry', { identifier: 'urn:air:example.com:nothing' });
    expect(missing).toMatchObject({ isError: true, texts: [expect.stringContaining('NOT_FOUND: ')] });
    const wrong = await client.callTool('search', { text: 'weather', pagesize: 3 });
    expect(wrong).toMatchObject({ isError: true, texts: [expect.stringContaining('pagesize')] });
    const shape = await client.callTool('explore', { facets: ['kind'], limit: 3 });
    expect(shape).toMatchObject({
      isError: true,
      texts: ["INVALID_ARGUMENT: facets[0]: expected an object; the arguments: unknown member 'limit'"],
    });
    const filter = await client.callTool('search', { text: '', filter: { tags: [5] } });
    expect(filter).toMatchObject({ isError: true, texts: [expect.stringContaining('write 5 as "5"')] });
    await expect(client.callTool('delete_entry', {})).rejects.toThrow('explore, search');
  });
});

describe('POST /mcp', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  };
  const send = (test: TestApp, headers: Record<string, string> = {}) =>
    test.agent
      .post('/mcp')
      .set({ accept: 'application/json, text/event-stream', ...headers })
      .send(initialize);

  it('refuses pages of strangers and takes those of this machine', async () => {
    expect((await send(app, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await send(app, { origin: 'null' })).status).toBe(403);
    expect((await send(app, { origin: 'http://localhost:6274' })).status).toBe(200);
    expect((await send(app, { origin: 'https://registry.example.com' })).status).toBe(200);
  });

  it('refuses a Host that is not loopback while everything is open', async () => {
    const loopback = await startTestApp({ access: { ...OPEN_ACCESS, loopbackHostOnly: true } });
    expect((await send(loopback, { host: 'evil.example' })).status).toBe(403);
    const answered = await send(loopback);
    expect(answered.status).toBe(200);
    await loopback.close();
  });

  it('asks in the name of the caller', async () => {
    const keyed = await startTestApp({ access: { ...KEYED_ACCESS, openReads: false } });
    const { key } = await keyed.registry.createKey('reader', 'read');
    expect((await send(keyed)).status).toBe(401);
    expect((await send(keyed, { authorization: 'Bearer wrong' })).status).toBe(401);
    const connect = CLIENTS['SDK 2, 2026-07-28']!;
    const client = await connect({ url: `${keyed.url}/mcp`, headers: { authorization: `Bearer ${key}` } });
    expect((await client.callTool('search', { text: '' })).structured).toEqual({ results: [] });
    await keyed.close();
  });

  it('has neither sessions nor a stream of announcements', async () => {
    const got = await app.agent.get('/mcp').set('accept', 'text/event-stream');
    expect(got.status).toBe(405);
    expect(got.headers.allow).toContain('POST');
  });

  it('answers what is no JSON-RPC by an error of the protocol', async () => {
    const answered = await app.agent
      .post('/mcp')
      .set('accept', 'application/json, text/event-stream')
      .send({ a: 1 });
    expect(answered.status).toBe(400);
    expect(JSON.parse(answered.text)).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
  });
});
