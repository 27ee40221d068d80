import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { frontierOf, openFrontier } from '../../src/store/crawl-frontier.ts';
import { runCommand } from '../support/command-line.ts';
import { makeManifest, makeTemporaryDirectory, startLarder } from '../support/larder.ts';

/** Far enough that nobody is asked while the test runs, milliseconds. */
const HOUR_MS = 60 * 60 * 1000;

/** A database whose frontier has two submitted targets and one of the operator, none of them due. */
function makeDatabase(): string {
  const db = join(makeTemporaryDirectory(), 'larder.db');
  const frontier = openFrontier(frontierOf(db));
  const later = Date.now() + HOUR_MS;
  for (const name of ['bad.example', 'good.example'])
    frontier.lease(name, { until: later + HOUR_MS, challenge: 'token' }, later);
  frontier.add(['sub.bad.example'], later);
  frontier.close();
  return db;
}

describe.each(['database', 'registry'])('larder targets and refuse on a %s', (mode) => {
  async function open(db: string): Promise<readonly string[]> {
    if (mode === 'registry') return ['--url', (await startLarder(['--no-examples', '--db', db])).url];
    // The first command that writes makes the database.
    await runCommand(['import', '-', '--source', 'x', '--db', db], { input: makeManifest('x.example', 1) });
    return ['--db', db];
  }

  it('show what is crawled, and take out a domain for good', async () => {
    const reach = await open(makeDatabase());
    const larder = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCommand([...args, ...reach]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return stdout;
    };
    const names = async () =>
      JSON.parse(await larder('targets', '--json')).items.map((item: { name: string }) => item.name);
    expect(await larder('targets')).toMatch(
      /^TARGET +ADDED BY .*\nbad\.example +submitted .*\ngood\.example +submitted .*\nsub\.bad\.example +operator /,
    );
    expect(await larder('refuse', '--list')).toBe('No domain is refused.\n');
    expect(await larder('refuse', 'Bad.example', '--reason', 'it\u001b[2J lies')).toBe(
      'bad.example is refused. Taken out: 1 submitted targets, 0 sources, 0 entries.\n' +
        'sub.bad.example stays: an operator added it.\n',
    );
    expect(await names()).toEqual(['good.example', 'sub.bad.example']);
    const listed = await larder('refuse', '--list');
    expect(listed).toMatch(/^DOMAIN +SINCE +REASON\nbad\.example +\S+Z +it.* lies\n$/);
    expect(listed).not.toContain('\u001b');
    expect(JSON.parse(await larder('refuse', 'bad.example', '--json'))).toMatchObject({
      domain: 'bad.example',
      removed: { targets: [] },
      kept: ['sub.bad.example'],
    });
    expect(await larder('refuse', 'bad.example', '--lift')).toBe('bad.example is no longer refused.\n');
    expect(await names()).toEqual(['good.example', 'sub.bad.example']);
  });

  it('say what is wrong', async () => {
    const reach = await open(makeDatabase());
    const failed = async (...args: string[]) => runCommand([...args, ...reach]);
    expect(await failed('refuse', 'com')).toMatchObject({ code: 2, stdout: '' });
    expect((await failed('refuse', 'co.uk')).stderr).toContain('is a public suffix');
    expect(await failed('refuse', 'good.example', '--lift')).toMatchObject({
      code: 1,
      stderr: 'larder: good.example is not refused.\n',
    });
    for (const args of [
      ['refuse'],
      ['refuse', 'a.example', 'b.example'],
      ['refuse', 'a.example', '--list'],
      ['refuse', 'a.example', '--lift', '--reason', 'x'],
      ['targets', 'a.example'],
    ])
      expect(await failed(...args)).toMatchObject({ code: 2, stdout: '' });
  });
});

it('a database that a server has open is asked through it, but may be looked at', async () => {
  const db = makeDatabase();
  await startLarder(['--no-examples', '--db', db]);
  expect((await runCommand(['targets', '--db', db])).stdout).toContain('good.example');
  const refused = await runCommand(['refuse', 'bad.example', '--db', db]);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('--url');
});

it('a registry that crawls nothing says so', async () => {
  const server = await startLarder(['--no-examples', '--crawl-hours', '0']);
  const { code, stderr } = await runCommand(['targets', '--url', server.url]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('crawls nothing')]);
});
