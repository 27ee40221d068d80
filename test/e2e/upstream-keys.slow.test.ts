import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import { ask, makeManifest, makeTemporaryDirectory, runLarder, startLarder } from '../support/larder.ts';

const KEY = 'key-of-the-upstream-1234567890';
const QUIET = ['--no-examples', '--crawl-hours', '0'];

/** A registry that answers nobody without a key, with two entries. */
async function startGuarded() {
  const server = await startLarder([...QUIET, '--no-open-reads'], { env: { LARDER_ADMIN_KEY: KEY } });
  const body = makeManifest('guarded.example', 2);
  const { status } = await ask(`${server.url}/sources/guarded`, { method: 'PUT', body, key: KEY });
  expect(status).toBe(201);
  return server;
}

const search = async (url: string) => {
  const { status, body, headers } = await ask(`${url}/search`, { body: { query: { text: 'weather' } } });
  expect(status).toBe(200);
  const { results } = body as { results: { source: string }[] };
  return { sources: results.map(({ source }) => source), timing: headers.get('server-timing') ?? '' };
};

describe('Larder processes behind one that wants a key', () => {
  it('three: one has the key, one a wrong one', async () => {
    const guarded = await startGuarded();
    const cwd = makeTemporaryDirectory();
    const settings = ['--upstreams', guarded.url, '--upstream-keys', `${guarded.url}=GUARDED_KEY`];
    const trusted = await startLarder([...QUIET, ...settings, '--log-level', 'trace'], {
      cwd,
      env: { GUARDED_KEY: KEY },
    });
    const stranger = await startLarder([...QUIET, ...settings], { env: { GUARDED_KEY: `${KEY}-not` } });
    const keyless = await startLarder([...QUIET, '--upstreams', guarded.url]);

    // Whoever asks us gets what we were given, without a key of theirs.
    expect((await search(trusted.url)).sources).toEqual([guarded.url, guarded.url]);
    const refused = await search(stranger.url);
    expect(refused.sources).toEqual([]);
    expect(refused.timing).toContain('refused: status 401: its key was not accepted');
    expect((await runCommand(['upstreams', '--url', stranger.url])).stdout).toMatch(
      /refused +\d+ +status 401: its key was not accepted\n$/,
    );
    expect((await runCommand(['upstreams', '--url', keyless.url, '--ask', 'weather'])).stdout).toMatch(
      /refused +\d+ +status 401: a key is missing \(--upstream-keys\)\n$/,
    );

    const shown = (await runCommand(['upstreams', '--url', trusted.url, '--json'])).stdout;
    const { stdout, stderr } = await trusted.stop();
    const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    expect(files.length).toBeGreaterThan(0);
    const written = files.map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'));
    expect([shown, stdout, stderr, ...written].join('\n')).not.toContain(KEY);
  });

  it.each([
    ['https://a.example=MISSING_KEY', /MISSING_KEY: it is not set, or empty/],
    ['https://b.example=A_KEY', /A_KEY: https:\/\/b\.example is none of/],
    ['http://a.example=A_KEY', /A_KEY: http:\/\/a\.example is none of/],
    ['https://a.example=BAD_KEY', /BAD_KEY: its value has characters/],
  ])('do not start with %s', async (setting, said) => {
    const cwd = makeTemporaryDirectory();
    const args = ['serve', '--port', '0', '--upstreams', 'https://a.example', '--upstream-keys', setting];
    const env = { A_KEY: 'hunter2', BAD_KEY: 'hunter2\nhunter2' };
    const { code, stdout, stderr } = await runLarder(args, { cwd, env });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(said);
    expect(stderr).not.toContain('hunter2');
    expect(readdirSync(cwd)).toEqual([]);
  });
});
