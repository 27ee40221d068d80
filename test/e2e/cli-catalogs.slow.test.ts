import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testCatalog, testOperation } from '../support/catalogs.ts';
import { runCommand } from '../support/command-line.ts';
import { ask, makeTemporaryDirectory, startLarder } from '../support/larder.ts';

const ESCAPES = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const HOSTILE = 'Nice\u001b[2J\u001b]0;owned\u0007 tool\u202e\u009b31m\u2066';

const many = Array.from({ length: 60 }, (_, i) =>
  testOperation(`apps.tool${String(i).padStart(2, '0')}`, { description: 'Converts a currency.' }),
);
const files = [
  testOperation('computers.files.read', { description: 'Reads a file.' }),
  testOperation('computers.files.write', { description: 'Writes a file.', effect: 'write' }),
];

/** A catalog with two revisions, the second of them active, and one that is hostile. */
async function publish(url: string): Promise<void> {
  const put = (path: string, body: object) => ask(`${url}/catalogs/${path}`, { method: 'PUT', body });
  await put('acme/revisions/v1', testCatalog(files, { title: 'Acme' }));
  await put('acme/revisions/v2?activate=true', testCatalog([...many, ...files], { title: 'Acme' }));
  const hostile = testOperation('evil.tool', {
    description: HOSTILE,
    instructions: HOSTILE,
    tags: [HOSTILE],
    inputSchema: { enum: [HOSTILE], description: HOSTILE },
  });
  await put('evil/revisions/one%20two?activate=true', testCatalog([hostile], { title: HOSTILE }));
}

describe.each(['database', 'registry'])('the commands of catalogs on a %s', (mode) => {
  async function open(): Promise<readonly string[]> {
    const cwd = makeTemporaryDirectory();
    const file = join(cwd, 'larder.db');
    const server = await startLarder(['--no-examples', '--db', file], { cwd });
    await publish(server.url);
    if (mode === 'registry') return ['--url', server.url];
    await server.stop();
    return ['--db', file];
  }

  it('list, search, describe and activate', async () => {
    const reach = await open();
    const larder = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCommand([...args, ...reach]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return stdout;
    };
    expect(await larder('catalogs')).toMatch(
      /^CATALOG +ACTIVE +OPERATIONS +REVISIONS +PUBLISHER +TITLE\nacme +v2 +62 +2 +acme\.example +Acme\nevil /,
    );
    expect(await larder('catalogs', 'acme')).toMatch(
      /^REVISION +ACTIVE +OPERATIONS +PUBLISHED +STAMP +TITLE\nv2 +yes +62 +\S+Z +[0-9a-f]{16} +Acme\nv1 +2 .*\n$/,
    );
    const shown = JSON.parse(await larder('catalogs', 'acme', '--json'));
    expect(shown.catalog).toMatchObject({ name: 'acme', active: { revision: 'v2' } });
    expect(shown.revisions).toHaveLength(2);

    expect(await larder('list', 'acme', '--namespace', 'computers')).toBe(
      'PATH                   DESCRIPTION\ncomputers.files.read   Reads a file.\ncomputers.files.write  Writes a file.\n',
    );
    expect(await larder('list', 'acme', '--limit', '2')).toMatch(/\n2 of 62; --all shows all\.\n$/);
    const all = JSON.parse(await larder('list', 'acme', '--all', '--json'));
    expect([all.results.length, all.total]).toEqual([62, 62]);
    expect(await larder('list', 'acme', '--revision', 'v1')).not.toContain('apps');
    expect(await larder('list', 'acme', '--namespace', 'none')).toBe('There are no operations there.\n');

    expect(await larder('search', 'convert', 'currency', '--catalog', 'acme')).toMatch(
      /^SCORE +PATH +ALIKE +DESCRIPTION\n +\d+ +apps\.tool00 +59 +Converts a currency\.\n$/,
    );
    const found = JSON.parse(
      await larder('search', 'read a file', '--catalog', 'acme', '--namespace', 'computers', '--json'),
    );
    expect(found.results[0].path).toBe('computers.files.read');
    expect(await larder('search', 'zebra', '--catalog', 'acme', '--revision', 'v1')).toBe(
      'Nothing matches.\n',
    );

    const printed = await larder('describe', 'acme', 'computers.files.read');
    expect(printed).toMatch(/^type computers\$files\$read_Input = \{\n {2}name: string;\n\};\n/);
    expect(printed).toMatch(/\n};\n$/);
    const described = JSON.parse(await larder('describe', 'acme', 'computers.files.read', '--json'));
    expect(described.inputSchema.properties.name.minLength).toBe(1);
    const some = await larder('describe', 'acme', '--namespace', 'computers', '--methods', 'files.write');
    expect(some).not.toContain('read');

    expect(await larder('activate', 'acme', 'v1', '--expected', 'v2')).toBe(
      'acme: v1 is active, with 2 operations.\n',
    );
    expect(await larder('activate', 'acme', '--none')).toBe(
      'acme is out of discovery; its revisions (2) stay.\n',
    );
    expect(await larder('catalogs')).toMatch(/\nacme +\(none\) +2\n/);
    const back = JSON.parse(await larder('activate', 'acme', 'v2', '--expected', 'none', '--json'));
    expect(back.active.revision).toBe('v2');
  });

  it('tell what went wrong by the exit code and in one line', async () => {
    const reach = await open();
    for (const [command, code, words] of [
      [['list', 'acne'], 1, /acne/],
      [['describe', 'acme', 'computers.files.reed'], 1, /Did you mean computers\.files\.read/],
      [['describe', 'acme', 'computers'], 1, /namespace/],
      [['list', 'acme', '--namespace', 'a..b'], 2, /namespace/],
      [['activate', 'acme', 'v3'], 1, /v3/],
      [['activate', 'acme', 'v1', '--expected', 'none'], 1, /v2/],
    ] as const) {
      const outcome = await runCommand([...command, ...reach]);
      expect(outcome, command.join(' ')).toMatchObject({ code, stdout: '' });
      expect(outcome.stderr).toMatch(/^larder: [^\n]+\n$/);
      expect(outcome.stderr).toMatch(words);
    }
  });

  it('print nothing that acts on a terminal', async () => {
    const reach = await open();
    for (const command of [
      ['catalogs'],
      ['catalogs', 'evil'],
      ['list', 'evil'],
      ['search', 'nice tool', '--catalog', 'evil'],
      ['describe', 'evil', 'evil.tool'],
      ['describe', 'evil', '--namespace', 'evil'],
      ['describe', 'evil', 'evil.\u001b[2J'],
      ['activate', 'evil', 'one two'],
    ]) {
      for (const json of [[], ['--json']]) {
        const { stdout, stderr } = await runCommand([...command, ...json, ...reach]);
        expect(stdout + stderr, command.join(' ')).not.toMatch(ESCAPES);
        expect(stdout + stderr).not.toBe('');
      }
    }
  });
});

describe('the commands of catalogs', () => {
  it.each([
    [['catalogs', 'a', 'b'], 'one catalog at a time'],
    [['list'], 'list needs one catalog'],
    [['list', 'a', '--all', '--limit', '1'], '--all and --limit exclude each other'],
    [['list', 'a', '--limit', '0'], '--limit: expected a whole number'],
    [['search', 'x', '--catalog', 'a', '--limit', '51'], '--limit: expected a whole number from 1 to 50'],
    [['search', 'x', '--catalog', 'a', '--filter', 'a=b'], 'use --namespace'],
    [['search', 'x', '--namespace', 'a'], '--namespace goes with --catalog'],
    [['search', '--catalog', 'a'], 'search needs a text'],
    [['describe', 'a'], 'either a path or --namespace'],
    [['describe', 'a', 'b', '--namespace', 'c'], 'either a path or --namespace'],
    [['describe', 'a', 'b', '--methods', 'c'], '--methods goes with --namespace'],
    [['activate', 'a'], 'either a revision or --none'],
    [['activate', 'a', 'b', '--none'], 'either a revision or --none'],
    [['activate', 'a', '--none', '--expected', 'none'], '--expected none is none'],
  ])('exit 2 for %j', async (args, words) => {
    const outcome = await runCommand(args);
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toContain(words);
  });
});
