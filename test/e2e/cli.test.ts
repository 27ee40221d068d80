import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { runCommand } from '../support/command-line.ts';
import { makeManifest, makeTemporaryDirectory, ROOT, runLarder, startLarder } from '../support/larder.ts';

const ESCAPES = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const HOSTILE = 'Nice\u001b[2J\u001b]0;owned\u0007 tool\u202e\u009b31m\r\n\u0000';

/** A folder with manifests, as an operator has one. */
function makeFolder(): string {
  const cwd = makeTemporaryDirectory();
  writeFileSync(join(cwd, 'acme.json'), makeManifest('acme.example', 3));
  mkdirSync(join(cwd, 'many'));
  writeFileSync(join(cwd, 'many/one.json'), makeManifest('one.example', 2, 'rail'));
  writeFileSync(join(cwd, 'many/two.json'), makeManifest('two.example', 1, 'rail'));
  writeFileSync(join(cwd, 'many/notes.txt'), 'not a manifest');
  writeFileSync(join(cwd, 'bad.json'), '{"tools":[{"name":"x"}]}');
  const mixed = JSON.parse(makeManifest('mixed.example', 2));
  mixed.entries[1].identifier = 'no identifier';
  writeFileSync(join(cwd, 'mixed.json'), JSON.stringify(mixed));
  return cwd;
}

describe.each(['database', 'registry'])('the commands on a %s', (mode) => {
  async function open() {
    const cwd = makeFolder();
    if (mode === 'database') return { cwd, reach: ['--db', join(cwd, 'larder.db')] };
    const server = await startLarder(['--no-examples'], { cwd });
    return { cwd, reach: ['--url', server.url] };
  }

  it('take in, find, count, list, show and take out', async () => {
    const { cwd, reach } = await open();
    const larder = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCommand([...args, ...reach]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return stdout;
    };
    const first = JSON.parse(await larder('import', join(cwd, 'acme.json'), join(cwd, 'many'), '--json'));
    expect(first.refused).toEqual([]);
    expect(first.sources.map((report: { entries: { added: number } }) => report.entries.added)).toEqual([
      3, 2, 1,
    ]);
    expect(await larder('import', join(cwd, 'acme.json'))).toMatch(
      /^SOURCE +ADDED .*\n\S+ +0 +0 +3 +0 +0 +0\n$/,
    );

    const found = JSON.parse(
      await larder('search', 'questions about rail', '--filter', 'publisher=one.example', '--json'),
    );
    expect(found.results.map((result: { identifier: string }) => result.identifier)).toEqual([
      'urn:air:one.example:tool-0000',
      'urn:air:one.example:tool-0001',
    ]);
    expect(await larder('search', 'weather', '--limit', '1')).toMatch(
      /^SCORE +NAME .*\n +[0-9]+ {2}Tool 0 of acme\.example .*\n$/,
    );
    expect(await larder('search', 'zebra')).toBe('Nothing matches.\n');

    expect(await larder('explore', '--facet', 'publisher:1', '--facet', 'tags')).toBe(
      'COUNT  PUBLISHER\n    3  acme.example\n3 in values beyond the limit\n\nCOUNT  TAGS\n    3  rail\n    3  weather\n',
    );
    expect(
      JSON.parse(await larder('explore', 'rail', '--facet', 'tags', '--json')).facets.tags.buckets,
    ).toEqual([{ value: 'rail', count: 3 }]);

    const listed = JSON.parse(
      await larder(
        'agents',
        '--filter',
        "publisher = 'acme.example'",
        '--order-by',
        'identifier desc',
        '--json',
      ),
    );
    expect([listed.total, listed.items[0].identifier]).toEqual([3, 'urn:air:acme.example:tool-0002']);
    expect(await larder('agents', '--limit', '2')).toContain('2 of 6; --limit 6 shows all.');
    expect(await larder('agents', 'urn:air:acme.example:tool-0001')).toContain(
      'displayName: Tool 1 of acme.example\n',
    );

    const sources = JSON.parse(await larder('sources', '--json')).items.map(
      (source: { name: string }) => source.name,
    );
    expect(sources).toHaveLength(3);
    expect(await larder('sources', sources[0])).toContain('Nothing is wrong.');
    expect(await larder('sources', '--remove', sources[0])).toMatch(
      /^Took out \S+, which had [0-9]+ entries\.\n$/,
    );
    expect(JSON.parse(await larder('sources', '--json')).items).toHaveLength(2);
  });

  it('tell what is wrong with entries and files, and by the exit code which', async () => {
    const { cwd, reach } = await open();
    const rejected = await runCommand(['import', join(cwd, 'mixed.json'), ...reach]);
    expect(rejected.code).toBe(0);
    expect(rejected.stdout).toMatch(/^error +\S+ +\/entries\/1\/identifier +identifier-syntax +\S/m);
    expect(rejected.stdout).toContain('1 rejected; the other entries were taken in.');

    const refused = await runCommand(['import', join(cwd, 'bad.json'), join(cwd, 'acme.json'), ...reach]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^larder: \S+bad\.json: .*\/tools.*\n$/);
    expect(refused.stdout).toMatch(/acme-\S+ +3 /);

    writeFileSync(join(cwd, 'acme.json'), '{"entries":[]}');
    const emptied = await runCommand(['import', join(cwd, 'acme.json'), ...reach]);
    expect(emptied.code).toBe(1);
    expect(emptied.stderr).toContain('--allow-empty');
    const allowed = await runCommand(['import', join(cwd, 'acme.json'), '--allow-empty', '--json', ...reach]);
    expect([allowed.code, JSON.parse(allowed.stdout).sources[0].entries.orphaned]).toEqual([0, 3]);

    const unknown = await runCommand(['agents', 'urn:air:acme.example:nothing', ...reach]);
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toMatch(/^larder: [^\n]+\n$/);
    const expression = await runCommand(['agents', '--filter', 'type = ', ...reach]);
    expect(expression).toMatchObject({ code: 2, stdout: '' });
  });

  it('read standard input under a name', async () => {
    const { reach } = await open();
    const input = makeManifest('piped.example', 2);
    const outcome = await runCommand(['import', '-', '--source', 'piped', '--json', ...reach], { input });
    expect([outcome.code, JSON.parse(outcome.stdout).sources[0].source]).toEqual([0, 'piped']);
    const nameless = await runCommand(['import', '-', ...reach], { input });
    expect(nameless).toMatchObject({
      code: 2,
      stderr:
        'larder: standard input needs a name: --source NAME for a manifest, --catalog NAME for all else\n',
    });
  });

  it('print nothing that acts on a terminal', async () => {
    const { cwd, reach } = await open();
    const manifest = JSON.parse(makeManifest('evil.example', 1));
    Object.assign(manifest.entries[0], {
      displayName: HOSTILE,
      description: HOSTILE,
      tags: [HOSTILE],
      [HOSTILE]: HOSTILE,
    });
    manifest.entries.push({ ...manifest.entries[0], identifier: HOSTILE });
    writeFileSync(join(cwd, 'evil.json'), JSON.stringify(manifest));
    const commands = [
      ['import', join(cwd, 'evil.json'), '--source', 'evil'],
      ['search', 'nice tool'],
      ['explore', '--facet', 'tags', '--facet', HOSTILE.replaceAll('\u0000', '')],
      ['agents'],
      ['agents', 'urn:air:evil.example:tool-0000'],
      ['agents', 'urn:air:evil.example:\u001b[2J'],
      ['sources', 'evil'],
    ];
    for (const command of commands) {
      const human = await runCommand([...command, ...reach]);
      expect(human.stdout + human.stderr, command.join(' ')).not.toMatch(ESCAPES);
      const json = await runCommand([...command, '--json', ...reach]);
      expect(json.stdout + json.stderr, command.join(' ')).not.toMatch(ESCAPES);
    }
    const shown = await runCommand(['agents', 'urn:air:evil.example:tool-0000', '--json', ...reach]);
    expect(JSON.parse(shown.stdout).displayName).toBe(HOSTILE);
  });
});

describe('larder key', () => {
  it('makes keys in a database that a server then asks for, and revokes them over the network', async () => {
    const cwd = makeTemporaryDirectory();
    const made = await runLarder(['key', 'create', '--name', 'ops', '--scope', 'admin'], { cwd });
    expect(made.code).toBe(0);
    const key = made.stdout.trim();
    writeFileSync(join(cwd, 'ops.key'), made.stdout);
    const server = await startLarder(['--no-examples'], { cwd });
    const reach = ['--url', server.url, '--key-file', 'ops.key'];

    const ci = JSON.parse(
      (await runLarder(['key', 'create', '--name', 'ci', '--scope', 'read', '--json', ...reach], { cwd }))
        .stdout,
    );
    const listed = await runLarder(['key', 'list', ...reach], { cwd });
    expect(listed.stdout).toMatch(/^ID +NAME +SCOPE/);
    expect(listed.stdout).not.toContain(key);
    const forbidden = await runLarder(['key', 'list', '--url', server.url], {
      cwd,
      env: { LARDER_KEY: ci.key },
    });
    expect(forbidden).toMatchObject({ code: 1, stdout: '' });
    expect((await runLarder(['key', 'revoke', ci.id, ...reach], { cwd })).code).toBe(0);
    const revoked = await runLarder(['agents', '--url', server.url], { cwd, env: { LARDER_KEY: ci.key } });
    expect(revoked.code).toBe(1);
    expect(revoked.stderr).not.toContain(ci.key);
    const busy = await runLarder(['key', 'create', '--name', 'x', '--scope', 'read'], { cwd });
    expect(busy.code).toBe(1);
    expect(busy.stderr).toContain('--url');
  });
});

describe('the program', () => {
  it('explains itself and each command', async () => {
    const program = await runCommand(['--help']);
    expect([program.code, program.stderr]).toEqual([0, '']);
    const names = [...program.stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map((match) => match[1] ?? '');
    expect(names).toEqual(COMMANDS.map(({ name }) => name));
    for (const name of names) {
      const help = await runCommand([name, '--help']);
      expect(help).toMatchObject({ code: 0, stderr: '' });
      expect(help.stdout).toContain(`Usage: larder ${name}`);
      expect(help.stdout).toContain('Examples:');
    }
  });

  it('tells its version', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(await runLarder(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
  });

  it.each([
    [[], 'Usage:'],
    [['serch', 'x'], 'did you mean search?'],
    [['search'], 'search needs a text'],
    [['search', 'x', '--limt', '3'], 'did you mean --limit?'],
    [['search', 'x', '--limit', '0'], '--limit: expected a whole number'],
    [['search', 'x', '--filter', 'kind'], '--filter: expected PATH=VALUE'],
    [['search', 'x', '--url', 'ftp://a'], '--url: expected an http or https address'],
    [['search', 'x', '--url', 'http://user:pass@127.0.0.1'], 'without user and password'],
    [['search', 'x', '--url', 'http://127.0.0.1', '--db', 'a'], 'exclude each other'],
    [['agents', 'a', 'b'], 'one identifier at a time'],
    [['import'], 'import needs a file'],
    [['import', 'missing.json'], 'there is no such file'],
    [['import', 'https://a.example/ard.json'], 'larder crawl'],
    [['import', 'a.json', '--revision', '..'], '--revision is a name'],
    [['key', 'create', '--name', 'x', '--scope', 'root'], '--scope: expected one of'],
    [['key', 'frobnicate'], 'create, list and revoke'],
    [['serve', 'now'], 'serve takes flags only'],
  ])('exits 2 for %j', async (args, words) => {
    const outcome = await runCommand(args);
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toContain(words);
  });

  it('says that there is no database, and makes none by asking', async () => {
    const cwd = makeTemporaryDirectory();
    for (const command of [['search', 'x'], ['agents'], ['sources'], ['check'], ['key', 'list']]) {
      const outcome = await runCommand([...command, '--db', join(cwd, 'larder.db')]);
      expect(outcome).toMatchObject({ code: 1, stdout: '' });
      expect(outcome.stderr).toMatch(/^larder: There is no database [^\n]+\n$/);
    }
  });
});

describe('the client', () => {
  /** A server that is no registry. */
  async function serveStrangely(answer: Parameters<typeof createServer>[1]): Promise<string> {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  it('follows no redirect, and takes no key elsewhere', async () => {
    const seen: string[] = [];
    const elsewhere = await serveStrangely((request, response) => {
      seen.push(request.url ?? '');
      response.end('{}');
    });
    const url = await serveStrangely((_request, response) => {
      response.writeHead(307, { location: `${elsewhere}/agents` }).end();
    });
    const file = join(makeTemporaryDirectory(), 'key');
    writeFileSync(file, 'a-secret\n');
    const outcome = await runCommand(['agents', '--url', url, '--key-file', file]);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('redirect');
    expect(seen).toEqual([]);
  });

  it.each([
    ['HTML', '<h1>hello</h1>', 200],
    ['JSON of another kind', '{"items":[{"identifier":1}],"total":1}', 200],
    ['an error page', 'oops', 502],
    ['an error of another kind', '{"errorCode":"__proto__","message":"x"}', 500],
  ])('says that %s is no answer of a registry', async (_what, body, status) => {
    const url = await serveStrangely((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    const outcome = await runCommand(['agents', '--url', url]);
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/^larder: [^\n]*registry[^\n]*\n$/);
  });

  it('says that nobody answers', async () => {
    const outcome = await runCommand(['agents', '--url', 'http://127.0.0.1:9']);
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/^larder: http:\/\/127\.0\.0\.1:9 did not answer: [^\n]+\n$/);
  });
});
