import { describe, expect, it } from 'vitest';
import { answerJson, startApi } from '../support/forge-api.ts';
import { FORGE_CLIENTS } from '../support/forge-clients.ts';
import { acmeSpec, CANARY, makeServing, serveForTest } from '../support/forge-serving.ts';

const NAMES = Object.keys(FORGE_CLIENTS) as (keyof typeof FORGE_CLIENTS)[];
const CANCEL = { id: '8891', reason: 'customer asked' };

/** A served spec over an API of ours, and a client of one kind. */
async function open(name: keyof typeof FORGE_CLIENTS, answer?: Parameters<typeof startApi>[0]) {
  const api = await startApi(answer);
  const made = makeServing(acmeSpec(api.url));
  const client = await FORGE_CLIENTS[name]({ url: await serveForTest(made.serving) });
  return { api, client, ...made };
}

describe.each(NAMES)('%s over HTTP', (name) => {
  it('lists the tools in the order of the spec, closed and with their effects', async () => {
    const { client } = await open(name);
    expect(client.instructions).toBe('Customers of Acme.');
    const tools = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(['find_customer', 'cancel_customer', 'drop_customer']);
    for (const { inputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    expect(tools[0]?.inputSchema).toMatchObject({
      properties: { email: { description: 'Full email address, not a name.' } },
      required: ['email'],
    });
    expect(tools.map(({ annotations }) => annotations)).toMatchObject([
      { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    ]);
  });

  it('sends a read at once, with the credential', async () => {
    const { client, api } = await open(name);
    const answer = await client.call('find_customer', { email: 'a+b@c.example' });
    expect(answer).toMatchObject({ isError: false, text: '{"ok":true}' });
    expect(api.arrived).toMatchObject([
      {
        method: 'GET',
        target: '/v2/customers?email=a%2Bb%40c.example',
        headers: { authorization: `Bearer ${CANARY}` },
      },
    ]);
  });

  it('holds a write, sends exactly what it showed, and that once', async () => {
    const { client, api, records } = await open(name);
    const preview = await client.call('cancel_customer', CANCEL);
    const token = String(preview.structured?.confirm);
    expect(preview.isError).toBe(false);
    expect(preview.text).toBe(`This has NOT been sent yet.

POST ${api.url}/v2/customers/8891/cancel
  body:
    {
      "reason": "customer asked"
    }
  headers: Authorization, Content-Type, User-Agent

To send exactly this, call again with confirm="${token}".
Any change to the arguments invalidates the token.`);
    expect(preview.structured).toEqual({
      sent: false,
      request: {
        method: 'POST',
        url: `${api.url}/v2/customers/8891/cancel`,
        headers: ['Authorization', 'Content-Type', 'User-Agent'],
        body: '{\n  "reason": "customer asked"\n}',
      },
      confirm: token,
      expiresAt: expect.any(String),
    });
    expect(api.arrived).toEqual([]);

    const sent = await client.call('cancel_customer', { ...CANCEL, confirm: token });
    expect(sent).toMatchObject({ isError: false, text: '{"ok":true}' });
    expect(api.arrived).toMatchObject([
      { method: 'POST', target: '/v2/customers/8891/cancel', body: '{\n  "reason": "customer asked"\n}' },
    ]);

    const replay = await client.call('cancel_customer', { ...CANCEL, confirm: token });
    expect(replay.isError).toBe(true);
    expect(replay.text).toMatch(
      /^Refused: token unknown, used or expired\.\n\nThis has NOT been sent yet\.\n\nPOST /,
    );
    expect(replay.structured?.confirm).not.toBe(token);
    expect(api.arrived).toHaveLength(1);
    expect(records.map(({ event }) => event)).toEqual([
      'previewed',
      'confirmed',
      'sending',
      'sent',
      'refused',
      'previewed',
    ]);
  });

  it.each([
    ['another record', { ...CANCEL, id: '1' }],
    ['another note', { ...CANCEL, reason: 'customer asked.' }],
    ['a note less', { id: '8891' }],
  ])('sends nothing for %s, and the token is gone', async (_what, altered) => {
    const { client, api } = await open(name);
    const token = String((await client.call('cancel_customer', CANCEL)).structured?.confirm);
    const refused = await client.call('cancel_customer', { ...altered, confirm: token });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(
      /^Refused: this is not the request that was approved\.\n\nThis has NOT been sent yet\./,
    );
    expect((await client.call('cancel_customer', { ...CANCEL, confirm: token })).structured?.refused).toBe(
      'unknown',
    );
    const fresh = String(refused.structured?.confirm);
    expect((await client.call('cancel_customer', { ...altered, confirm: fresh })).isError).toBe(false);
    expect(api.arrived).toHaveLength(1);
  });

  it('does not let the token of one tool through for another', async () => {
    const { client, api } = await open(name);
    const token = String((await client.call('cancel_customer', { id: '8891' })).structured?.confirm);
    const refused = await client.call('drop_customer', { id: '8891', confirm: token });
    expect(refused.structured?.refused).toBe('mismatch');
    expect(api.arrived).toEqual([]);
  });

  it('sends once of many confirmations at a time', async () => {
    const { client, api } = await open(name);
    const token = String((await client.call('cancel_customer', CANCEL)).structured?.confirm);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => client.call('cancel_customer', { ...CANCEL, confirm: token })),
    );
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
    expect(api.arrived).toHaveLength(1);
  });

  it.each([
    ['find_customer', { email: 'a@b.example', confirm: 'x' }, /confirm/],
    ['cancel_customer', { ...CANCEL, confirm: 7 }, /confirm: expected the token/],
    ['cancel_customer', { reason: 'no id' }, /id/],
    ['cancel_customer', { ...CANCEL, id: '..' }, /path/],
    ['cancel_customer', { ...CANCEL, resaon: 'typo' }, /resaon/],
    ['find_customer', { email: 7 }, /email/],
  ])('answers wrong arguments of %s %j as errors, and sends nothing', async (tool, args, message) => {
    const { client, api } = await open(name);
    const answer = await client.call(tool, args);
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(message);
    expect(answer.text).toMatch(/nothing was sent/i);
    expect(api.arrived).toEqual([]);
  });

  it('answers an unknown tool as a protocol error', async () => {
    const { client } = await open(name);
    await expect(client.call('no_such_tool')).rejects.toThrow(/Unknown tool: no_such_tool/);
  });

  it('keeps the whole of a long answer for a while', async () => {
    const items = Array.from({ length: 3_000 }, (_, i) => ({ id: i, name: `customer ${i}` }));
    const { client } = await open(name, (_, response) => answerJson(response, { items }));
    const { isError, blocks } = await client.call('find_customer', { email: 'all' });
    const [notice, part, link] = blocks;
    expect(isError).toBe(false);
    expect(notice?.text).toMatch(
      /^TRUNCATED: the API returned [0-9]+ characters; what follows is not the complete document\./,
    );
    const kept: { items: unknown[] } = JSON.parse(part?.text ?? '');
    expect(part?.text?.length).toBeLessThanOrEqual(20_000);
    expect(part?.text?.length).toBeGreaterThan(19_000);
    expect(notice?.text).toContain(`/items: ${kept.items.length} of 3000 items`);
    expect(kept.items).toEqual(items.slice(0, kept.items.length));
    expect(link?.type).toBe('resource_link');
    const whole = await client.read(link?.uri ?? '');
    expect(JSON.parse(whole.text ?? '')).toEqual({ items });
    await expect(client.read('forge://acme/answers/00')).rejects.toThrow(/no such answer/);
  });

  it('puts no credential anywhere but into the request', async () => {
    const { client, api, records, reports } = await open(name, (request, response) =>
      answerJson(response, { echo: request.headers, text: CANARY }, request.method === 'GET' ? 500 : 200),
    );
    const seen = [
      await client.call('find_customer', { email: 'x' }),
      await client.call('cancel_customer', { ...CANCEL, confirm: 'nonsense' }),
    ];
    const token = String(seen[1]?.structured?.confirm);
    seen.push(await client.call('cancel_customer', { ...CANCEL, confirm: token }));
    expect(api.arrived).toHaveLength(2);
    expect(JSON.stringify([seen, records, reports])).not.toContain(CANARY);
    expect(seen[2]?.text).toContain('[credential removed]');
  });
});

describe.each(NAMES)('%s that can ask a person', (name) => {
  it('asks the person at the client, and sends at a yes', async () => {
    const api = await startApi();
    const { serving, records } = makeServing(acmeSpec(api.url));
    const url = await serveForTest(serving);
    const asked: string[] = [];
    const client = await FORGE_CLIENTS[name]({ url }, (message) => {
      asked.push(message);
      return { action: 'accept', content: { send: true } };
    });
    const answer = await client.call('cancel_customer', CANCEL);
    expect(answer).toMatchObject({ isError: false, text: '{"ok":true}' });
    expect(asked).toEqual([
      `This has NOT been sent yet.

POST ${api.url}/v2/customers/8891/cancel
  body:
    {
      "reason": "customer asked"
    }
  headers: Authorization, Content-Type, User-Agent

Send exactly this?`,
    ]);
    expect(api.arrived).toHaveLength(1);
    expect(records.map(({ event }) => event)).toEqual(['previewed', 'confirmed', 'sending', 'sent']);
  });

  it.each([
    ['accept', { send: false }],
    ['accept', {}],
    ['accept', { send: 'yes' }],
    ['decline', undefined],
    ['cancel', undefined],
  ] as const)('sends nothing at %s %j', async (action, content) => {
    const api = await startApi();
    const { serving, records } = makeServing(acmeSpec(api.url));
    const client = await FORGE_CLIENTS[name]({ url: await serveForTest(serving) }, () =>
      content === undefined ? { action } : { action, content },
    );
    const outcome = await client.call('cancel_customer', CANCEL).catch((error: Error) => error);
    if (!(outcome instanceof Error)) {
      expect(outcome.isError).toBe(true);
      expect(outcome.text).toMatch(/^The user (said no|gave no answer)\. Nothing was sent\.$/);
      expect(records.map(({ event }) => event)).toEqual(['previewed', 'declined']);
    }
    expect(api.arrived).toEqual([]);
  });

  it('uses tokens where the operator wants nobody asked', async () => {
    const api = await startApi();
    const { serving } = makeServing(acmeSpec(api.url), { elicit: false });
    const client = await FORGE_CLIENTS[name]({ url: await serveForTest(serving) }, () => {
      throw new Error('asked');
    });
    expect((await client.call('cancel_customer', CANCEL)).structured?.confirm).toMatch(/^[0-9a-f]{32}$/);
  });
});
