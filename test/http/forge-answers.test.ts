import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAuditFile } from '../../src/forge/audit/audit-log.ts';
import { holdInMemory } from '../../src/forge/gate/held-in-memory.ts';
import { callTool, type Serving } from '../../src/forge/serve/call-tool.ts';
import { isJsonObject, type JsonObject } from '../../src/model/entry.ts';
import { type Arrived, answerJson, startApi } from '../support/forge-api.ts';
import { acmeSpec, CANARY, makeServing } from '../support/forge-serving.ts';

const READ = {
  name: 'quick_read',
  description: 'Reads within half a second.',
  params: [],
  timeout_ms: 500,
  request: { method: 'GET', path: '/quick' },
};
const QUICK_WRITE = {
  name: 'quick_write',
  description: 'Writes within half a second.',
  write: true,
  params: [],
  timeout_ms: 500,
  request: { method: 'PUT', path: '/quick' },
};

async function call(
  serving: Serving,
  name: string,
  args: Record<string, string> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<CallToolResult> {
  const tool = serving.spec.tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const outcome = await callTool(serving, tool, args, { signal, canAsk: false, asked: undefined });
  if (outcome.kind !== 'result') throw new Error('nobody can be asked here');
  return outcome.result;
}

/** Previews and confirms. */
async function write(
  serving: Serving,
  name: string,
  args: Record<string, string> = {},
  signal?: AbortSignal,
) {
  const preview = await call(serving, name, args);
  const confirm = String(twinOf(preview).confirm);
  return call(serving, name, { ...args, confirm }, signal);
}

function twinOf({ structuredContent }: CallToolResult): JsonObject {
  return isJsonObject(structuredContent) ? structuredContent : {};
}

function textOf(result: CallToolResult): string {
  return result.content.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`)).join('\n');
}

async function open(
  answer?: (request: Arrived, response: ServerResponse, count: number) => void,
  more: object[] = [READ, QUICK_WRITE],
) {
  const api = await startApi(answer);
  return { api, ...makeServing(acmeSpec(api.url, more)) };
}

describe('what the API answers', () => {
  it('is given on as it came, JSON or not', async () => {
    const bodies = ['{ "a": 12345678901234567890 }', 'plain text', '<html>é</html>', '[1,2', '"word"'];
    for (const body of bodies) {
      const { serving } = await open((_, response) => response.end(body));
      const result = await call(serving, 'find_customer', { email: 'x' });
      expect(textOf(result)).toBe(body);
      expect(result.isError).toBeUndefined();
    }
  });

  it('is read in the charset that it names', async () => {
    const { serving } = await open((_, response) => {
      response.setHeader('content-type', 'text/plain; charset=iso-8859-1');
      response.end(Buffer.from([0x63, 0x61, 0x66, 0xe9]));
    });
    expect(textOf(await call(serving, 'find_customer', { email: 'x' }))).toBe('café');
  });

  it('is said to be no JSON where the API says that it is', async () => {
    const { serving } = await open((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('<b>sorry</b>');
    });
    expect(textOf(await call(serving, 'find_customer', { email: 'x' }))).toBe(
      'The API calls this application/json, but it is not JSON:\n<b>sorry</b>',
    );
  });

  it.each([
    ['bytes that are not UTF-8', 'text/plain', Buffer.from([0x66, 0xff, 0xfe, 0x6f])],
    ['a picture', 'image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1])],
    ['a charset that nobody knows', 'text/plain; charset=klingon', Buffer.from('Qapla')],
  ])('is offered as a resource: %s', async (_what, type, body) => {
    const { serving } = await open((_, response) => {
      response.setHeader('content-type', type);
      response.end(body);
    });
    const result = await call(serving, 'find_customer', { email: 'x' });
    expect(textOf(result)).toMatch(
      new RegExp(`^The API returned ${body.length} bytes of .*, which is not text\\.\n<resource_link>$`),
    );
    const link = result.content.find((block) => block.type === 'resource_link');
    const content = serving.kept.find(link?.uri ?? '')?.content ?? '';
    expect(Buffer.from(content)).toEqual(body);
  });

  it('may be nothing', async () => {
    const { serving } = await open((_, response) => response.writeHead(204).end());
    expect(textOf(await write(serving, 'drop_customer', { id: '1' }))).toBe(
      'HTTP 204: it succeeded, and the API returned no content.',
    );
  });

  it('is an error with its status and whole body when the API refuses', async () => {
    const long = { errors: Array.from({ length: 60 }, (_, i) => `field ${i} is wrong`) };
    const { api, serving } = await open((_, response) => answerJson(response, long, 422));
    const result = await write(serving, 'cancel_customer', { id: '1' });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe(
      `HTTP 422 from POST ${api.url}/v2/customers/1/cancel:\n${JSON.stringify(long)}`,
    );
  });

  it('is cut with a notice when it is long text, and kept whole', async () => {
    const body = `${'x'.repeat(19_999)}😀${'y'.repeat(5_000)}`;
    const { serving } = await open((_, response) => response.end(body));
    const result = await call(serving, 'find_customer', { email: 'x' });
    const [notice, part, link] = result.content;
    expect(notice).toMatchObject({
      text: expect.stringMatching(
        /^TRUNCATED: the API returned 25001 characters; .*These are its first 19999 characters\./,
      ),
    });
    expect(part).toEqual({ type: 'text', text: 'x'.repeat(19_999) });
    expect(link?.type === 'resource_link' && serving.kept.find(link.uri)?.content).toBe(body);
  });

  it('is refused above five megabytes, and for a write that is said to have been sent', async () => {
    const { serving, records } = await open((_, response) =>
      response.end(Buffer.alloc(6 * 1024 * 1024, 0x20)),
    );
    const read = await call(serving, 'find_customer', { email: 'x' });
    expect(read.isError).toBe(true);
    expect(textOf(read)).not.toContain('MAY have been sent');
    const written = await write(serving, 'drop_customer', { id: '1' });
    expect(textOf(written)).toContain('It MAY have been sent');
    expect(records.at(-1)).toMatchObject({
      event: 'failed',
      detail: { reason: 'body-too-large', maybeSent: true },
    });
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('%i on a write is not followed', async (status) => {
    const { api, serving } = await open((_, response) => {
      response.writeHead(status, { location: '/elsewhere?token=x' }).end();
    });
    const result = await write(serving, 'cancel_customer', { id: '1', reason: 'r' });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(
      `a redirect to ${api.url}/elsewhere; a redirect is never followed on a write.`,
    );
    expect(api.arrived).toHaveLength(1);
  });

  it('on a read are followed, and the credential stays with its origin', async () => {
    const other = await startApi();
    const { api, serving } = await open((request, response) => {
      if (request.target.startsWith('/v2/customers')) response.writeHead(302, { location: '/v2/near' }).end();
      else response.writeHead(302, { location: `${other.url}/far` }).end();
    });
    const result = await call(serving, 'find_customer', { email: 'x' });
    expect(textOf(result)).toBe('{"ok":true}');
    expect(api.arrived.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${CANARY}`,
      `Bearer ${CANARY}`,
    ]);
    expect(other.arrived).toHaveLength(1);
    expect(JSON.stringify(other.arrived)).not.toContain(CANARY);
  });
});

describe('waiting', () => {
  it('heeds Retry-After on a read', async () => {
    const { api, serving } = await open((_, response, count) => {
      if (count === 1) response.writeHead(429, { 'retry-after': '0' }).end();
      else answerJson(response, { count });
    });
    expect(textOf(await call(serving, 'find_customer', { email: 'x' }))).toBe('{"count":2}');
    expect(api.arrived).toHaveLength(2);
  });

  it.each([
    ['longer than its time', '3600'],
    ['not at all', undefined],
    ['nonsense', 'soon'],
  ])('gives a 429 that asks for %s to the caller', async (_how, value) => {
    const { api, serving } = await open((_, response) => {
      response.writeHead(429, value === undefined ? {} : { 'retry-after': value }).end('slow down');
    });
    const result = await call(serving, 'find_customer', { email: 'x' });
    expect(textOf(result)).toContain('HTTP 429');
    expect(api.arrived).toHaveLength(1);
  });

  it('gives up after three times', async () => {
    const { api, serving } = await open((_, response) =>
      response.writeHead(429, { 'retry-after': '0' }).end(),
    );
    expect((await call(serving, 'find_customer', { email: 'x' })).isError).toBe(true);
    expect(api.arrived).toHaveLength(3);
  });

  it('never repeats a write', async () => {
    const { api, serving } = await open((_, response) =>
      response.writeHead(429, { 'retry-after': '0' }).end(),
    );
    expect((await write(serving, 'drop_customer', { id: '1' })).isError).toBe(true);
    expect(api.arrived).toHaveLength(1);
  });

  it('ends with the time of the tool', async () => {
    const { serving, records } = await open(() => {});
    const read = await call(serving, 'quick_read');
    expect(read.isError).toBe(true);
    expect(textOf(read)).not.toContain('sent');
    const written = await write(serving, 'quick_write');
    expect(written.isError).toBe(true);
    expect(textOf(written)).toContain('It MAY have been sent and may have taken effect.');
    expect(records.at(-1)).toMatchObject({
      event: 'failed',
      detail: { reason: 'timed-out', maybeSent: true },
    });
  });

  it('ends when the caller of a read gives up', async () => {
    const { api, serving } = await open(() => {});
    const caller = new AbortController();
    const pending = call(serving, 'find_customer', { email: 'x' }, caller.signal);
    await api.waitFor(1);
    caller.abort();
    expect((await pending).isError).toBe(true);
  });

  it('does not end when the caller of a write gives up: the outcome is written down', async () => {
    const answers: ServerResponse[] = [];
    const { api, serving, records, reports } = await open((_, response) => void answers.push(response));
    const caller = new AbortController();
    const pending = write(serving, 'drop_customer', { id: '1' }, caller.signal);
    await api.waitFor(1);
    caller.abort();
    answers[0]?.end('done');
    await pending;
    expect(records.at(-1)).toMatchObject({ event: 'sent', detail: { status: 200 } });
    expect(reports).toEqual([
      `nobody waits any longer for DELETE ${api.url}/v2/customers/1, which ended with: HTTP 200`,
    ]);
  });

  it('sends no write for a caller who has given up before', async () => {
    const { api, serving } = await open();
    const result = await write(serving, 'drop_customer', { id: '1' }, AbortSignal.abort());
    expect(textOf(result)).toContain('It was NOT sent.');
    expect(api.arrived).toEqual([]);
  });
});

describe('networks that fail', () => {
  it('say that a write was not sent when nobody answers the door', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const { serving, records } = makeServing(acmeSpec(`http://127.0.0.1:${port}`));
    const result = await write(serving, 'drop_customer', { id: '1' });
    expect(textOf(result)).toContain('It was NOT sent.');
    expect(records.at(-1)).toMatchObject({
      event: 'failed',
      detail: { reason: 'connect-failed', maybeSent: false },
    });
  });

  it('say that a write may have been sent when the connection breaks', async () => {
    const { serving } = await open((_, response) => void response.destroy());
    expect(textOf(await write(serving, 'drop_customer', { id: '1' }))).toContain('It MAY have been sent');
  });

  it('keep to public addresses without an allowance', async () => {
    const api = await startApi();
    const { serving } = makeServing(acmeSpec(api.url), { allow: [] });
    const result = await write(serving, 'drop_customer', { id: '1' });
    expect(textOf(result)).toContain('It was NOT sent.');
    expect((await call(serving, 'find_customer', { email: 'x' })).isError).toBe(true);
    expect(api.arrived).toEqual([]);
  });

  it('are told of without the credential', async () => {
    const half = createServer((socket) =>
      socket.on('data', () => socket.end(`HTTP/1.1 ${CANARY}`)).on('error', () => {}),
    );
    await new Promise<void>((resolve) => half.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void half.close());
    const { port } = half.address() as AddressInfo;
    const { serving, records } = makeServing(acmeSpec(`http://127.0.0.1:${port}`));
    const results = [
      await call(serving, 'find_customer', { email: 'x' }),
      await write(serving, 'drop_customer', { id: '1' }),
    ];
    expect(results.map(({ isError }) => isError)).toEqual([true, true]);
    expect(JSON.stringify([results, records])).not.toContain(CANARY);
  });
});

describe('GraphQL', () => {
  const SPEC = (url: string) =>
    JSON.stringify({
      name: 'graph',
      transport: { kind: 'graphql', url, auth: { kind: 'none' } },
      tools: [
        {
          name: 'me',
          description: 'Who I am.',
          params: [],
          query: 'query Me { me { name } }',
          variables: [],
        },
        {
          name: 'rename',
          description: 'Renames.',
          write: true,
          params: [{ name: 'name', type: 'string', required: true, description: 'The new one.' }],
          query: 'mutation Rename($name: String!) { rename(name: $name) { name } }',
          variables: ['name'],
        },
      ],
    });

  it('keeps partial data beside the errors', async () => {
    const body = { data: { me: null, other: 1 }, errors: [{ message: 'no' }] };
    const api = await startApi((_, response) => answerJson(response, body));
    const { serving } = makeServing(SPEC(api.url));
    const result = await call(serving, 'me');
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe(
      `The API reports 1 GraphQL error; the data beside them is partial:\n${JSON.stringify(body)}`,
    );
  });

  it.each([null, []])('takes errors: %j for none', async (errors) => {
    const body = { errors, data: { me: { name: 'a' } } };
    const api = await startApi((_, response) => answerJson(response, body));
    const { serving } = makeServing(SPEC(api.url));
    const result = await call(serving, 'me');
    expect(result.isError).toBeUndefined();
    expect(textOf(result)).toBe(JSON.stringify(body));
  });

  it('holds mutations and sends what it showed', async () => {
    const api = await startApi((_, response) => answerJson(response, { data: { rename: { name: 'b' } } }));
    const { serving } = makeServing(SPEC(api.url));
    const preview = await call(serving, 'rename', { name: 'b' });
    expect(twinOf(preview).sent).toBe(false);
    const result = await write(serving, 'rename', { name: 'b' });
    expect(result.isError).toBeUndefined();
    expect(api.arrived.map(({ body }) => body)).toEqual([
      JSON.stringify(
        {
          query: 'mutation Rename($name: String!) { rename(name: $name) { name } }',
          variables: { name: 'b' },
        },
        null,
        2,
      ),
    ]);
  });
});

describe('a credential that the API echoes', () => {
  it.each<[string, (request: Arrived, response: ServerResponse) => void]>([
    [
      'in the target of a redirect',
      (_, response) => response.writeHead(302, { location: `/login/${CANARY}?k=${CANARY}` }).end(),
    ],
    [
      'in the target of a redirect that leads nowhere',
      (_, response) => response.writeHead(302, { location: `https://127.0.0.1:1/${CANARY}` }).end(),
    ],
    ['beside bytes that are no text', (_, response) => response.end(`\0${CANARY}`)],
    [
      'in its media type',
      (_, response) => response.writeHead(200, { 'content-type': `application/${CANARY}` }).end('\0'),
    ],
  ])('%s is taken out', async (_, answer) => {
    const { serving, reports, records } = await open(answer);
    for (const result of [
      await call(serving, 'find_customer', { email: 'x' }),
      await write(serving, 'drop_customer', { id: '1' }),
    ]) {
      const links = result.content.flatMap((block) => (block.type === 'resource_link' ? [block.uri] : []));
      const kept = links.map((uri) => serving.kept.find(uri)?.content ?? '');
      const texts = kept.map((content) => Buffer.from(content).toString('latin1'));
      expect(JSON.stringify([result, texts, reports, records])).not.toContain(CANARY);
    }
  });
});

describe.skipIf(!existsSync('/dev/full'))('an audit log that cannot be written', () => {
  it('keeps a write from being sent, and says that it was not', async () => {
    const api = await startApi();
    const audit = openAuditFile('/dev/full');
    onTestFinished(() => audit.close());
    const { serving } = makeServing(acmeSpec(api.url));
    const failing: Serving = { ...serving, audit };
    const confirm = String(twinOf(await call(serving, 'drop_customer', { id: '1' })).confirm);
    const sending = await call(failing, 'drop_customer', { id: '1', confirm });
    expect(sending.isError).toBe(true);
    expect(textOf(sending)).toMatch(/^The audit log cannot be written \(ENOSPC.*\)\. Nothing was sent\.$/);
    const again = await call(serving, 'drop_customer', { id: '1', confirm });
    expect(textOf(again)).toMatch(/^Refused: token unknown, used or expired\./);
    expect(api.arrived).toEqual([]);
  });
});

describe('a yes at the client', () => {
  it('sends nothing where the operator has come to be asked instead', async () => {
    const api = await startApi();
    const calls = holdInMemory();
    const signal = new AbortController().signal;
    const args = { id: '1' };
    const before = makeServing(acmeSpec(api.url), { calls }).serving;
    const tool = before.spec.tools.find(({ name }) => name === 'drop_customer');
    if (tool === undefined) throw new Error('no tool drop_customer');
    const question = await callTool(before, tool, args, { signal, canAsk: true, asked: undefined });
    const token = question.kind === 'ask' ? question.token : '';
    const after = makeServing(acmeSpec(api.url), { calls, requireApproval: true }).serving;
    const outcome = await callTool(after, tool, args, {
      signal,
      canAsk: false,
      asked: { token, answer: 'yes' },
    });
    expect(outcome).toMatchObject({ result: { isError: true, structuredContent: { sent: false } } });
    expect(api.arrived).toEqual([]);
  });
});
