import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import { makeManifest, makeTemporaryDirectory, ROOT, startLarder } from '../support/larder.ts';
import { serveNewTools, serveOldTools } from '../support/mcp-tools-http.ts';

const API = `openapi: 3.1.0
info: { title: Customers, version: '1' }
paths:
  /customers:
    get: { operationId: listCustomers, responses: { '200': { description: all } } }
    trace: { operationId: traceCustomers, responses: { '200': { description: none } } }
  /customers/{id}:
    get:
      operationId: getCustomer
      parameters:
        - { name: id, in: path, required: true, schema: { type: string, format: uuid } }
      responses: { '200': { description: one } }
`;

const SPEC = {
  name: 'weather',
  transport: { kind: 'rest', url: 'https://weather.example.com' },
  tools: [{ name: 'forecast', description: 'Tells tomorrow.', request: { path: '/forecast' } }],
};

const ECHO = { name: 'echo', inputSchema: { type: 'object' } };
const ODD = { name: 'odd', inputSchema: { type: 'object', $dynamicRef: '#x' } };

/** A folder with one document of each kind. */
function makeFolder(): string {
  const cwd = makeTemporaryDirectory();
  const write = (name: string, content: unknown) =>
    writeFileSync(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content));
  mkdirSync(join(cwd, 'all'));
  write('all/Customer API.yaml', API);
  write('all/ard.json', makeManifest('acme.example', 2));
  write('all/forge.json', SPEC);
  write('all/mail.json', {
    title: 'Mail',
    operations: [{ path: 'mail.send', effect: 'write', inputSchema: {} }],
  });
  write('all/tools.json', [
    { tools: [ECHO], nextCursor: 'b' },
    { tools: [ODD], nextCursor: 'c' },
  ]);
  write('all/notes.txt', 'openapi: none of this is read');
  write('other.yaml', 'a: 1\n');
  return cwd;
}

const serverCommand = (kind: string) =>
  `'${process.execPath}' '${join(ROOT, 'test/support/mcp-tools-server.mjs')}' ${kind}`;

describe('import', () => {
  it('takes in each document of a directory as what it is, and the same again without a change', async () => {
    const cwd = makeFolder();
    const reach = ['--db', join(cwd, 'larder.db')];
    const first = await runCommand(['import', join(cwd, 'all'), ...reach]);
    expect([first.code, first.stderr]).toEqual([
      0,
      'larder: tools: the listing ends with a cursor: the pages after it are missing\n',
    ]);
    expect(first.stdout).toMatch(/^SOURCE .*\nall-ard-[0-9a-f]{8} +2 +0 /);
    expect(first.stdout.replace(/sha256-[0-9a-f]{16}/g, '#')).toContain(
      [
        'CATALOG       REVISION                 OPERATIONS  UNSUPPORTED  NEW  ACTIVE',
        'customer-api  #           2            1  yes  yes',
        'forge         #           1            0  yes  yes',
        'mail          #           1            0  yes  yes',
        'tools         #           1            1  yes  yes',
        '',
        'UNSUPPORTED       CATALOG       CODE                 REASON',
        'TRACE /customers  customer-api  trace                TRACE',
      ].join('\n'),
    );
    expect(first.stdout).toMatch(/^odd +tools +unsupported-keyword +/m);

    const again = await runCommand(['import', join(cwd, 'all'), '--json', ...reach]);
    const { sources, catalogs, refused } = JSON.parse(again.stdout);
    expect([sources.length, sources[0].entries.unchanged, refused]).toEqual([1, 2, []]);
    expect(catalogs).toMatchObject([
      {
        catalog: 'customer-api',
        kind: 'openapi',
        title: 'Customers',
        created: false,
        active: true,
        unsupported: [{ operation: 'TRACE /customers', code: 'trace' }],
      },
      { catalog: 'forge', kind: 'forge-spec', title: 'weather', created: false },
      { catalog: 'mail', kind: 'forage-catalog', title: 'Mail', created: false },
      {
        catalog: 'tools',
        kind: 'mcp-tools',
        created: false,
        unsupported: [{ operation: 'odd', code: 'unsupported-keyword' }],
        warning: expect.stringContaining('cursor'),
      },
    ]);

    const explored = await runCommand(['explore', '--facet', 'metadata.catalog', '--json', ...reach]);
    expect(JSON.parse(explored.stdout).facets['metadata.catalog'].buckets).toHaveLength(4);
  });

  it('takes the operations that are selected, under the names that are given, and keeps them to itself', async () => {
    const cwd = makeFolder();
    const reach = ['--db', join(cwd, 'larder.db'), '--json'];
    const file = join(cwd, 'all/Customer API.yaml');
    const names = ['--catalog', 'crm', '--revision', 'v1', '--title', 'CRM', '--publisher', 'crm.example'];
    const selected = await runCommand([
      'import',
      file,
      ...names,
      '--select',
      'get /customers/{id}',
      '--no-activate',
      ...reach,
    ]);
    expect(JSON.parse(selected.stdout).catalogs).toMatchObject([
      {
        catalog: 'crm',
        revision: 'v1',
        title: 'CRM',
        publisher: 'crm.example',
        operations: 1,
        active: false,
        unsupported: [],
      },
    ]);

    const strict = await runCommand(['import', file, '--catalog', 'crm', '--profile', 'strict', ...reach]);
    expect(
      JSON.parse(strict.stdout).catalogs[0].unsupported.map((one: { code: string }) => one.code),
    ).toEqual(['trace', 'unsupported-format']);

    const refused = await runCommand(['import', file, '--catalog', 'crm', '--revision', 'v1', ...reach]);
    expect([refused.code, JSON.parse(refused.stdout).refused[0].message]).toEqual([
      1,
      expect.stringContaining("'v1'"),
    ]);
  });

  it('puts flags before what a catalog says of itself, and reads it from standard input', async () => {
    const reach = ['--db', join(makeTemporaryDirectory(), 'larder.db'), '--json'];
    const input = JSON.stringify({
      revision: '7',
      title: 'Mail',
      publisher: 'mail.example',
      operations: [{ path: 'a', effect: 'read', inputSchema: {} }],
    });
    const outcome = await runCommand(['import', '-', '--catalog', 'post', '--title', 'Post', ...reach], {
      input,
    });
    expect(JSON.parse(outcome.stdout).catalogs).toMatchObject([
      { catalog: 'post', revision: '7', title: 'Post', publisher: 'mail.example' },
    ]);
  });

  it('takes in the tools of live servers, by command and by address, with sessions and without', async () => {
    const reach = ['--db', join(makeTemporaryDirectory(), 'larder.db')];
    const [old, modern] = await Promise.all([serveOldTools(2), serveNewTools(3)]);
    const outcomes = [
      await runCommand([
        'import',
        '--mcp-command',
        serverCommand('sdk-2'),
        '--catalog',
        'shop',
        '--json',
        ...reach,
      ]),
      await runCommand(['import', '--mcp-url', old.url, '--catalog', 'old', '--json', ...reach]),
      await runCommand(['import', '--mcp-url', modern.url, '--catalog', 'new', '--json', ...reach]),
    ];
    expect(outcomes.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      Array(3).fill({ code: 0, stderr: '' }),
    );
    expect(outcomes.map(({ stdout }) => JSON.parse(stdout).catalogs[0])).toMatchObject([
      {
        catalog: 'shop',
        kind: 'mcp-tools',
        title: 'The Shop',
        description: 'Ask for a basket first.',
        operations: 5,
      },
      { catalog: 'old', operations: 2 },
      { catalog: 'new', operations: 3 },
    ]);
    const described = await runCommand(['describe', 'shop', 'shop.item_1', ...reach]);
    expect(described.stdout).toContain('Instructions: MCP tool shop.item-1\n');
    expect(described.stdout).toContain('data, not instructions');

    const empty = await runCommand([
      'import',
      '--mcp-command',
      serverCommand('sdk-1 0'),
      '--catalog',
      'x',
      ...reach,
    ]);
    expect(empty).toEqual({ code: 1, stdout: '', stderr: 'larder: The server: the listing has no tools\n' });
    const failed = await runCommand([
      'import',
      '--mcp-command',
      serverCommand('bad-ended'),
      '--catalog',
      'x',
      ...reach,
    ]);
    expect(failed).toEqual({
      code: 1,
      stdout: '',
      stderr: 'larder: The command gave no tools: it ended with exit code 3: no API key: set SHOP_KEY\n',
    });
  });

  it('takes documents in through a running registry', async () => {
    const cwd = makeFolder();
    const { url } = await startLarder(['--no-examples'], { cwd });
    const imported = await runCommand(['import', join(cwd, 'all'), '--url', url, '--json']);
    expect([imported.code, JSON.parse(imported.stdout).catalogs.length]).toEqual([0, 4]);
    const found = await runCommand(['search', 'tells tomorrow', '--url', url, '--json']);
    expect(JSON.parse(found.stdout).results[0].identifier).toBe('urn:air:agent.localhost:forge:forecast');
  });

  it('refuses files that are something else than the flags say, and goes on with the others', async () => {
    const cwd = makeFolder();
    const reach = ['--db', join(cwd, 'larder.db'), '--json'];
    const messageOf = async (...args: string[]) => {
      const { code, stdout } = await runCommand(['import', ...args, ...reach]);
      return [code, ...JSON.parse(stdout).refused.map((one: { message: string }) => one.message)];
    };
    const all = (name: string) => join(cwd, 'all', name);
    expect(await messageOf(all('ard.json'), '--catalog', 'x')).toEqual([
      1,
      expect.stringContaining('--source'),
    ]);
    expect(await messageOf(all('mail.json'), '--source', 'x')).toEqual([
      1,
      expect.stringContaining('--catalog'),
    ]);
    expect(await messageOf(all('tools.json'), '--profile', 'strict')).toEqual([
      1,
      expect.stringContaining('OpenAPI'),
    ]);
    expect(await messageOf(join(cwd, 'other.yaml'), all('ard.json'))).toEqual([
      1,
      expect.stringContaining('`openapi`'),
    ]);
    writeFileSync(join(cwd, 'mail.yaml'), API);
    expect(await messageOf(all('mail.json'), join(cwd, 'mail.yaml'))).toEqual([
      1,
      expect.stringContaining('the catalog mail already'),
    ]);
    writeFileSync(join(cwd, 'none.json'), JSON.stringify({ tools: [ODD] }));
    expect(await messageOf(join(cwd, 'none.json'))).toEqual([
      1,
      expect.stringContaining('none of the 1 tools'),
    ]);
  });

  it.each([
    [['a.json', '--mcp-command', 'x', '--catalog', 'c'], 'files or a server'],
    [['--mcp-command', 'x', '--mcp-url', 'http://a.b', '--catalog', 'c'], 'not both'],
    [['--mcp-command', 'x'], '--catalog NAME'],
    [['--mcp-url', 'ftp://a.b/', '--catalog', 'c'], 'http or https'],
    [['--mcp-url', 'http://user:secret@a.b/', '--catalog', 'c'], 'without user and password'],
    [['--mcp-command', 'x', '--catalog', 'c', '--deadline', '0'], '1 to 600'],
    [['--deadline', '5', 'a.json'], 'goes with an MCP server'],
    [['--mcp-command', 'x', '--catalog', 'c', '--mcp-key-file', 'k'], 'goes with --mcp-url'],
    [['--mcp-url', 'http://a.b/', '--catalog', 'c', '--mcp-key-file', 'no-such-file'], 'cannot be read'],
    [['--mcp-command', 'x', '--catalog', 'c', '--select', 'GET /a'], 'OpenAPI'],
    [['--mcp-command', 'x', '--catalog', 'c', '--source', 's'], '--source'],
    [['README.md', '--select', 'customers'], '--select "GET /customers"'],
    [['README.md', '--profile', 'loose'], 'full or strict'],
    [['README.md', '--source', 's', '--catalog', 'c'], 'give one'],
    [['README.md', 'LICENSE', '--revision', 'r'], 'one revision'],
    [['-'], 'standard input needs a name'],
    [[], 'import needs a file'],
  ])('is used wrongly with %j', async (args, message) => {
    const { code, stdout, stderr } = await runCommand(['import', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('secret');
  });
});
