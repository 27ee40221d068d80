import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseForgeSpec } from '../../src/forge/spec/check-spec.ts';
import { runCommand } from '../support/command-line.ts';
import { ACME } from '../support/forge-acme.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'larder-forge-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));
const EXAMPLES = resolve(import.meta.dirname, '../../examples/forge');

function write(name: string, content: string | Buffer): string {
  const file = join(FOLDER, name);
  writeFileSync(file, content);
  return file;
}

const acme = write('acme.json', ACME);
const api = write(
  'api.yaml',
  `openapi: 3.1.0
info: {title: Shop, version: '1'}
servers: [{url: https://hint.example.com/v1}]
components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
paths:
  /orders:
    get: {parameters: [{in: query, name: since, schema: {type: string}}, {in: header, name: X-Key, schema: {type: string}}], responses: {}}
    post: {responses: {}}
`,
);

describe('larder forge --check', () => {
  it('passes the spec of the seed, with a warning and exit code 0', async () => {
    const { code, stdout, stderr } = await runCommand(['forge', acme, '--check']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toContain(
      `${acme}: warning: /transport/auth/env: The environment variable ACME_TOKEN is not set`,
    );
    expect(stdout).toContain(`${acme}: fit to be served, 1 tool, 1 warning\n`);
  });

  it('names each problem of each file, one that cannot be read included', async () => {
    const bad = write('bad.json', ACME.replace('"required"', '"reqired"'));
    const latin = write('latin.json', Buffer.from('{"name": "\xe9"}', 'latin1'));
    const missing = join(FOLDER, 'missing.json');
    const { code, stdout } = await runCommand(['forge', bad, latin, missing, acme, '--check']);
    expect(code).toBe(1);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toContain(
      `${bad}: error: /tools/0/params/0/reqired: There is no key 'reqired' here; did you mean 'required'?`,
    );
    expect(lines).toContain(`${bad}: not fit to be served, 1 error`);
    expect(lines).toContain(`${latin}: error: the file is not UTF-8 text`);
    expect(lines).toContain(`${missing}: error: the file cannot be read (ENOENT)`);
    expect(lines.at(-1)).toBe(`${acme}: fit to be served, 1 tool, 1 warning`);
  });

  it('prints JSON, and reads standard input', async () => {
    const { code, stdout } = await runCommand(['forge', '-', '--check', '--json'], {
      input: '{"name": "x"}',
    });
    expect(code).toBe(1);
    const { specs } = JSON.parse(stdout);
    expect(specs).toMatchObject([{ file: '-', name: null, sound: false, tools: 0 }]);
    expect(specs[0].problems.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/transport',
      '/tools',
    ]);
  });
});

describe('larder forge --list', () => {
  it('shows the tools that would be served', async () => {
    const { code, stdout } = await runCommand(['forge', acme, join(EXAMPLES, 'boulevard.json'), '--list']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/find_customer +read +GET \/customers +email +Look up a customer/);
    expect(stdout).toMatch(/checkout +write, held +mutation checkout +id/);
  });

  it('shows as JSON what clients see', async () => {
    const { stdout } = await runCommand(['forge', acme, '--list', '--json']);
    const { specs } = JSON.parse(stdout);
    expect(specs[0].tools[0]).toMatchObject({
      name: 'find_customer',
      inputSchema: { required: ['email'], additionalProperties: false },
      annotations: { readOnlyHint: true },
    });
  });

  it('says why there is nothing to list', async () => {
    const { code, stdout, stderr } = await runCommand(['forge', '-', '--list'], { input: '{' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('-: error: The file is not JSON: it ends too early (line 1, column 2)');
  });
});

describe('larder forge from-openapi', () => {
  const choice = ['--url', 'https://api.example.com', '--auth', 'header:X-Key:SHOP_KEY'];

  it('prints a spec that passes its check, and hints beside it', async () => {
    const select = ['--select', 'GET /orders', '--select', 'post /orders'];
    const { code, stdout, stderr } = await runCommand(['forge', 'from-openapi', api, ...select, ...choice]);
    expect(code).toBe(0);
    const spec = parseForgeSpec(stdout);
    expect(spec.name).toBe('shop');
    expect(spec.tools.map(({ write, request }) => [request?.method, write])).toEqual([
      ['GET', undefined],
      ['POST', true],
    ]);
    expect(stdout).not.toContain('hint.example.com');
    expect(stderr).toContain('hints and were not taken over: https://hint.example.com/v1');
    expect(stderr).toContain('GET /orders: the header parameter X-Key is left out (api key)');
    expect(stderr).toContain('SHOP_KEY is not set');
    const again = await runCommand(['forge', write('shop.json', stdout), '--check']);
    expect(again.code).toBe(0);
  });

  it.each<[readonly string[], RegExp]>([
    [[api, '--select', 'GET /orders', '--auth', 'none'], /needs --url/],
    [[api, '--select', 'GET /orders', '--url', 'https://h.example'], /needs --auth: none, bearer:VARIABLE/],
    [[api, ...choice], /Choose operations with --select.*GET \/orders, POST \/orders/],
    [[api, '--select', 'orders', ...choice], /--select takes method and path/],
    [[api, '--select', 'GET /orders', '--url', 'https://h.example', '--auth', 'bearer'], /--auth is none/],
    [
      [api, '--select', 'GET /orders', '--url', 'https://h.example', '--auth', 'basic:A:B:C'],
      /--auth is none/,
    ],
    [[api, '--select', 'GET /orders', '--url', 'h.example', '--auth', 'none'], /starts with https:\/\//],
    [[api, '--check', ...choice], /--check has no meaning with from-openapi/],
    [[], /needs one document/],
  ])('%j is misuse', async (args, message) => {
    const { code, stdout, stderr } = await runCommand(['forge', 'from-openapi', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('repeats no credential that was put in the place of a name', async () => {
    const args = ['--select', 'GET /orders', '--url', 'https://h.example', '--auth', 'bearer:sk-live-canary'];
    const { code, stderr } = await runCommand(['forge', 'from-openapi', api, ...args]);
    expect(code).toBe(2);
    expect(stderr).not.toContain('canary');
  });
});

it.each<[readonly string[], RegExp]>([
  [[], /forge needs a spec/],
  [[acme, '--check', '--list'], /exclude each other/],
  [[acme, '--check', '--http', '1'], /--http has no meaning with --check/],
  [[acme, '--select', 'GET /x'], /--select has no meaning with serving/],
  [[acme, acme, '--http', '0'], /two specs are called acme/],
  [['-'], /- is for --check and --list/],
])('larder forge %j is misuse', async (args, message) => {
  const { code, stderr } = await runCommand(['forge', ...args]);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
