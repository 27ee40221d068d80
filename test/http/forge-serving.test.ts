import { request as httpRequest } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLegacySessions } from '../../src/forge/serve/legacy-sessions.ts';
import { createServerFactory } from '../../src/forge/serve/mcp-server.ts';
import { serveOverHttp } from '../../src/forge/serve/serve-http.ts';
import { listTools } from '../../src/forge/serve/tool-list.ts';
import { parseForgeSpec } from '../../src/forge/spec/check-spec.ts';
import { isJsonObject } from '../../src/model/entry.ts';
import { startApi } from '../support/forge-api.ts';
import { FORGE_CLIENTS } from '../support/forge-clients.ts';
import { acmeSpec, makeServing, serveForTest } from '../support/forge-serving.ts';

const CANCEL = { id: '8891', reason: 'customer asked' };
const YES = { send: { action: 'accept', content: { send: true } } };

/** A client of the newest revision that plays the rounds of a question by hand. */
async function openByHand(url: string) {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      versionNegotiation: { mode: { pin: '2026-07-28' } },
      capabilities: { elicitation: { form: {} } },
      inputRequired: { autoFulfill: false },
    },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  return async (args: Record<string, unknown>, round: object = {}) => {
    const result: unknown = await client.callTool(
      { name: 'cancel_customer', arguments: args, ...round },
      { allowInputRequired: true },
    );
    if (!isJsonObject(result)) throw new Error('no result');
    return result;
  };
}

describe('a question to the person at the client', () => {
  it('is good for one send, whatever is sent back', async () => {
    const api = await startApi();
    const { serving } = makeServing(acmeSpec(api.url));
    const call = await openByHand(await serveForTest(serving));
    const { requestState, resultType } = await call(CANCEL);
    expect(resultType).toBe('input_required');
    expect(await call(CANCEL, { requestState, inputResponses: YES })).toMatchObject({
      content: [{ text: '{"ok":true}' }],
    });
    const replayed = await call(CANCEL, { requestState, inputResponses: YES });
    expect(replayed.resultType).toBe('input_required');
    expect(JSON.stringify(replayed.inputRequests)).toContain('Refused: token unknown, used or expired.');
    expect(api.arrived).toHaveLength(1);
  });

  it('is about the request that was shown, and no other', async () => {
    const api = await startApi();
    const { serving } = makeServing(acmeSpec(api.url));
    const call = await openByHand(await serveForTest(serving));
    const { requestState } = await call(CANCEL);
    const other = await call({ ...CANCEL, id: '1' }, { requestState, inputResponses: YES });
    expect(JSON.stringify(other.inputRequests)).toContain(
      'Refused: this is not the request that was approved.',
    );
    expect((await call(CANCEL, { requestState, inputResponses: YES })).resultType).toBe('input_required');
    expect(api.arrived).toEqual([]);
    const sent = await call(
      { ...CANCEL, id: '1' },
      { requestState: other.requestState, inputResponses: YES },
    );
    expect(sent.content).toMatchObject([{ text: '{"ok":true}' }]);
    expect(api.arrived).toMatchObject([{ target: '/v2/customers/1/cancel' }]);
  });

  it('takes no state that was not given out here', async () => {
    const api = await startApi();
    const { serving } = makeServing(acmeSpec(api.url));
    const call = await openByHand(await serveForTest(serving));
    const { requestState } = await call(CANCEL);
    const [head, body, mac] = String(requestState).split('.');
    const altered = Buffer.from(
      JSON.stringify({ p: { token: '0'.repeat(32) }, exp: 4_000_000_000 }),
    ).toString('base64url');
    const elsewhere = makeServing(acmeSpec(api.url));
    const foreign = await (await openByHand(await serveForTest(elsewhere.serving)))(CANCEL);
    for (const state of [
      `${head}.${altered}.${mac}`,
      `${head}.${body}.${mac?.slice(1)}`,
      'x',
      foreign.requestState,
    ]) {
      await expect(call(CANCEL, { requestState: state, inputResponses: YES })).rejects.toThrow(
        /requestState/,
      );
    }
    // An answer without the state is none: the question comes again.
    expect((await call(CANCEL, { inputResponses: YES })).resultType).toBe('input_required');
    expect(api.arrived).toEqual([]);
  });

  it('cannot be got around by the token argument', async () => {
    const api = await startApi();
    const { serving } = makeServing(acmeSpec(api.url));
    const call = await openByHand(await serveForTest(serving));
    const { requestState } = await call(CANCEL);
    const payload: { p: { token: string } } = JSON.parse(
      Buffer.from(String(requestState).split('.')[1] ?? '', 'base64url').toString('utf8'),
    );
    const { resultType } = await call({ ...CANCEL, confirm: payload.p.token });
    expect(resultType).toBe('input_required');
    expect(api.arrived).toEqual([]);
  });
});

describe('the server', () => {
  async function open(key?: string) {
    const api = await startApi();
    const one = makeServing(acmeSpec(api.url)).serving;
    const two = makeServing(acmeSpec(api.url).replace('"name":"acme"', '"name":"shop"')).serving;
    const http = await serveOverHttp([one, two], {
      host: '127.0.0.1',
      port: 0,
      allowedHosts: ['forge.example'],
      key,
    });
    onTestFinished(() => http.close());
    return http.url;
  }

  /** By hand, because `fetch` sets Host and Origin itself. */
  function post(
    url: string,
    headers: Record<string, string>,
  ): Promise<{ readonly status: number; readonly body: string }> {
    const { hostname, port, pathname } = new URL(url);
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
    });
    return new Promise((resolve, reject) => {
      const sent = httpRequest({
        hostname,
        port,
        path: pathname,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      });
      sent.end(body);
    });
  }

  it('has each spec at its name', async () => {
    const url = await open();
    for (const name of ['acme', 'shop']) {
      const { status, body } = await post(`${url}/mcp/${name}`, {});
      expect([status, body.includes(`"name":"${name}"`)]).toEqual([200, true]);
    }
    expect(await post(`${url}/mcp`, {})).toEqual({
      status: 404,
      body: expect.stringContaining('here are /mcp/acme, /mcp/shop'),
    });
  });

  it.each([
    ['another name in Host', { host: 'evil.example' }, 403],
    ['another name in Host with a port', { host: 'evil.example:8090' }, 403],
    ['an Origin of the web', { origin: 'https://evil.example' }, 403],
    ['an opaque Origin', { origin: 'null' }, 403],
    ['a Host that begins like ours', { host: 'localhost.evil.example' }, 403],
    ['localhost', { host: 'localhost:1' }, 200],
    ['a page of this machine', { origin: 'http://localhost:3000' }, 200],
    ['a name that was allowed', { host: 'forge.example', origin: 'https://forge.example' }, 200],
  ])('meets %s', async (_what, headers, status) => {
    expect((await post(`${await open()}/mcp/acme`, headers)).status).toBe(status);
  });

  it('wants its key where it has one', async () => {
    const key = 'k'.repeat(24);
    const url = `${await open(key)}/mcp/acme`;
    expect((await post(url, {})).status).toBe(401);
    expect((await post(url, { authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await post(url, { authorization: `Basic ${key}` })).status).toBe(401);
    expect((await post(url, { authorization: `Bearer ${key}` })).status).toBe(200);
    const client = await FORGE_CLIENTS['SDK 2, 2026-07-28']({
      url,
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await client.listTools()).toHaveLength(3);
  });

  it('lets a write that is on its way end before it closes', async () => {
    let answer = (): void => {};
    const api = await startApi((_, response) => {
      answer = () => response.end('done');
    });
    const { serving, records } = makeServing(acmeSpec(api.url));
    const http = await serveOverHttp([serving], {
      host: '127.0.0.1',
      port: 0,
      allowedHosts: [],
      key: undefined,
    });
    const client = await FORGE_CLIENTS['SDK 1, 2025-11-25']({ url: `${http.url}/mcp` });
    const { structured } = await client.call('drop_customer', { id: '1' });
    const pending = client
      .call('drop_customer', { id: '1', confirm: structured?.confirm })
      .catch(() => undefined);
    await api.waitFor(1);
    const closed = http.close();
    answer();
    await closed;
    expect(records.at(-1)).toMatchObject({ event: 'sent', detail: { status: 200 } });
    await pending;
  });
});

describe('sessions of older revisions', () => {
  const initialize = (capabilities: object) =>
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'raw', version: '1' } },
      }),
    });
  const ping = (session: string) =>
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-session-id': session,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' }),
    });

  it('begin where a client can ask, are bounded, and end when nothing is heard', async () => {
    let now = 0;
    const { serving } = makeServing(acmeSpec('http://127.0.0.1:9'));
    const sessions = openLegacySessions(createServerFactory(serving), serving.report, () => now);
    onTestFinished(() => sessions.close());
    expect(await sessions.answer(initialize({}))).toBeUndefined();
    expect(await sessions.answer(new Request('http://localhost/mcp'))).toBeUndefined();
    const begin = async () =>
      (await sessions.answer(initialize({ elicitation: {} })))?.headers.get('mcp-session-id') ?? '';
    const statusOf = async (session: string) => (await sessions.answer(ping(session)))?.status;
    const first = await begin();
    const second = await begin();
    expect(await statusOf('invented')).toBe(404);
    for (let i = 2; i < 256; i++) await begin();
    expect(await statusOf(first)).toBe(200);
    await begin();
    expect([await statusOf(second), await statusOf(first)]).toEqual([404, 200]);
    now += 1_800_000;
    await begin();
    expect(await statusOf(first)).toBe(404);
  });
});

describe('the list of tools', () => {
  const spec = parseForgeSpec(acmeSpec('http://127.0.0.1:9'));

  it('comes in pages that a cursor joins, each tool once', () => {
    const list = listTools(spec, 2);
    const first = list(undefined);
    const second = list(first.nextCursor);
    expect([...first.tools, ...second.tools].map(({ name }) => name)).toEqual(
      spec.tools.map(({ name }) => name),
    );
    expect(second.nextCursor).toBeUndefined();
    expect(list(undefined)).toEqual(first);
  });

  it.each(['x', '', 'MTIzNDU2Nzg5MC4y'])('refuses the cursor %j', (cursor) => {
    expect(() => listTools(spec, 2)(cursor)).toThrow(/cursor/);
  });

  it('says in the newest revision how long it holds', async () => {
    const url = await serveForTest(makeServing(acmeSpec('http://127.0.0.1:9')).serving);
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    onTestFinished(() => client.close());
    expect(await client.listTools()).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' });
  });
});
