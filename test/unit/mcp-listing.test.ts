import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEgress } from '../../src/egress/create-egress.ts';
import { LarderError } from '../../src/errors.ts';
import { operationsOfTools } from '../../src/intake/mcp-tools/operations-of-tools.ts';
import type { ListedTool } from '../../src/intake/mcp-tools/read-listing.ts';
import { isJsonObject } from '../../src/model/entry.ts';
import { listToolsOfCommand, listToolsOfUrl } from '../../src/network/mcp/server-listing.ts';
import { ROOT } from '../support/larder.ts';
import { listen, serveNewTools, serveOldTools } from '../support/mcp-tools-http.ts';

const SERVER = join(ROOT, 'test/support/mcp-tools-server.mjs');
const PATH = process.env.PATH ?? '';

const command = (...args: readonly string[]) =>
  [process.execPath, SERVER, ...args].map((arg) => `'${arg}'`).join(' ');

const list = (
  kind: string,
  options: { readonly deadlineMs?: number; readonly args?: readonly string[] } = {},
) => listToolsOfCommand(command(kind, ...(options.args ?? [])), { PATH }, { version: '1', ...options });

async function refusal(listing: Promise<unknown>): Promise<LarderError> {
  const outcome = await listing.catch((error: unknown) => error);
  if (outcome instanceof LarderError) return outcome;
  throw new Error('nothing was refused', { cause: outcome });
}

/** What the first tool says. */
function descriptionOf(tools: readonly ListedTool[]): string {
  const tool = tools[0]?.tool;
  return isJsonObject(tool) ? String(tool.description) : '';
}

describe('the tools of a command', () => {
  it.each([
    ['sdk-1', '2025-11-25'],
    ['sdk-2', '2025-11-25'],
    ['sdk-2-stateless', '2026-07-28'],
  ])('%s are listed from all pages, in revision %s', async (kind, protocol) => {
    const listing = await list(kind);
    expect(listing).toMatchObject({
      name: 'shop',
      title: 'The Shop',
      instructions: 'Ask for a basket first.',
      protocol,
    });
    const { operations, unsupported } = operationsOfTools(listing.tools);
    expect(unsupported).toEqual([]);
    expect(operations.map(({ path, effect }) => [path, effect])).toEqual([
      ['shop.item_0', 'read'],
      ['shop.item_1', 'write'],
      ['shop.item_2', 'read'],
      ['shop.item_3', 'write'],
      ['shop.item_4', 'read'],
    ]);
    expect(operations[3]).toMatchObject({
      description: 'Buys item 3.',
      textOrigin: 'third_party',
      inputSchema: { type: 'object', required: ['count'], additionalProperties: false },
    });
  });

  it('are read past notices on standard output', async () => {
    expect((await list('bad-noise')).tools).toHaveLength(5);
  });

  it('are each judged alone, whatever one of them is', async () => {
    const { operations, unsupported } = operationsOfTools((await list('bad-tool')).tools);
    expect(operations).toHaveLength(5);
    expect(unsupported.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/tools/0', 'tool-shape'],
      ['/tools/1', 'tool-shape'],
    ]);
  });

  it.each([
    ['bad-ended', 'UNAVAILABLE', /exit code 3: no API key: set SHOP_KEY$/],
    ['bad-refusal', 'UNAVAILABLE', /tools: closed \\u\{1b\}\[2J for today/],
    ['bad-shape', 'UNAVAILABLE', /tools\/list/],
    ['bad-loop', 'INVALID_ARGUMENT', /do not come to an end/],
    ['bad-deep', 'UNAVAILABLE', /nests deeper than 512/],
  ])('are refused for %s', async (kind, code, message) => {
    const error = await refusal(list(kind));
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
  });

  it('are refused for a command that there is not', async () => {
    const error = await refusal(listToolsOfCommand('larder-has-no-such-command', { PATH }, { version: '1' }));
    expect(error.message).toMatch(/exit code 127: .*not found/);
  });

  it('are waited for within the deadline, whatever the command does', async () => {
    const error = await refusal(list('bad-silent', { deadlineMs: 500 }));
    expect([error.code, error.message]).toEqual([
      'UNAVAILABLE',
      'The command gave no tools: it did not list its tools within 0.5 s',
    ]);
  });

  it('are listed by a command that sees the given environment only', async () => {
    process.env.LARDER_TEST_SECRET = 'canary';
    onTestFinished(() => {
      delete process.env.LARDER_TEST_SECRET;
    });
    const { tools } = await list('bad-environment');
    expect(descriptionOf(tools)).toContain('PATH');
    expect(descriptionOf(tools)).not.toContain('LARDER');
  });

  it('leave no listener on the program behind', async () => {
    const count = () => ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((event) => process.listenerCount(event));
    const before = count();
    await list('sdk-1');
    await refusal(list('bad-ended'));
    expect(count()).toEqual(before);
  });
});

describe('the tools at an address', () => {
  const egress = createEgress({ allow: ['127.0.0.0/8'] });
  const ask = (url: string, deadlineMs = 60_000) =>
    listToolsOfUrl(egress, new URL(url), { version: '1', deadlineMs });

  it('of a server with sessions are listed from all pages, and the session ended', async () => {
    const { url, requests } = await serveOldTools(3);
    const listing = await ask(url);
    expect(listing).toMatchObject({
      name: 'shop',
      instructions: 'Ask for a basket first.',
      protocol: '2025-11-25',
    });
    expect(listing.tools.map(({ tool }) => (tool as { readonly name: string }).name)).toEqual([
      'item_0',
      'item_1',
      'item_2',
    ]);
    expect(requests).toContain('DELETE /mcp');
  });

  it('of a server without sessions are listed in the newest revision', async () => {
    const { url } = await serveNewTools(3);
    const listing = await ask(url);
    expect(listing).toMatchObject({ name: 'shop', title: 'The Shop', protocol: '2026-07-28' });
    expect(listing.tools).toHaveLength(3);
  });

  it('are asked for with the key, which goes nowhere else', async () => {
    const other = await serveNewTools(1);
    const keys: unknown[] = [];
    const moved = await listen((request, response) => {
      keys.push(request.headers.authorization);
      response.writeHead(request.url === '/mcp' ? 307 : 302, {
        location: request.url === '/mcp' ? '/moved' : other.url,
      });
      response.end();
    });
    const error = await refusal(listToolsOfUrl(egress, new URL(moved.url), { version: '1', key: 'sesame' }));
    expect(error.message).toContain('a redirect');
    expect(error.message).not.toContain('sesame');
    expect(new Set(keys)).toEqual(new Set(['Bearer sesame']));
    expect(other.requests).toEqual([]);
  });

  it('are not asked for where the address may not be reached', async () => {
    const { url, requests } = await serveNewTools(1);
    const closed = createEgress();
    const error = await refusal(listToolsOfUrl(closed, new URL(url), { version: '1' }));
    expect([error.code, error.message]).toEqual(['UNAVAILABLE', expect.stringContaining('127.0.0.1')]);
    expect(requests).toEqual([]);
  });

  it.each<[string, Parameters<typeof listen>[0], RegExp]>([
    [
      'a web page',
      (_, response) => response.setHeader('content-type', 'text/html').end('<h1>Hi</h1>'),
      /gave no tools/,
    ],
    ['not found', (_, response) => response.writeHead(404).end(), /404/],
    ['no entry', (_, response) => response.writeHead(401).end(), /401|[Uu]nauthorized/],
    [
      'a redirect',
      (_, response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
      /answered 307, a redirect/,
    ],
    ['silence', () => {}, /within 1 s/],
  ])('are refused for %s', async (_, handle, message) => {
    const { url } = await listen(handle);
    const error = await refusal(ask(url, 1_000));
    expect([error.code, error.message]).toEqual(['UNAVAILABLE', expect.stringMatching(message)]);
  });
});
