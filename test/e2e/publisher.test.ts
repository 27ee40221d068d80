import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import { makeTemporaryDirectory } from '../support/larder.ts';
import { manifestText, testEntry } from '../support/registry.ts';

/** A file with this text, in a directory of its own. */
function writeManifest(text: string): string {
  const file = join(makeTemporaryDirectory(), 'ard.json');
  writeFileSync(file, text);
  return file;
}

/** A server with one answer for each path; gives its address without scheme. */
async function serve(answers: Readonly<Record<string, { type: string; body: string }>>): Promise<string> {
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    response.statusCode = answer === undefined ? 404 : 200;
    response.setHeader('content-type', answer?.type ?? 'text/plain');
    response.end(answer?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const good = testEntry('weather', { representativeQueries: ['will it rain', 'is it warm outside'] });

describe('larder validate', () => {
  it('judges without importing, and fails for what an import would reject', async () => {
    const fine = await runCommand(['validate', writeManifest(manifestText([good])), '--json']);
    expect(fine.code).toBe(0);
    expect(JSON.parse(fine.stdout).manifests[0]).toMatchObject({
      refused: null,
      verdicts: [{ level: 'ok' }],
    });

    const bad = await runCommand(['validate', writeManifest(manifestText([good, { ...good, type: 'x' }]))]);
    expect(bad.code).toBe(1);
    expect(bad.stdout).toContain('type-syntax');

    const none = await runCommand(['validate', writeManifest('{"items": []}')]);
    expect(none.code).toBe(1);
    expect(none.stderr).toContain('items');
  });

  it('fetches only what may be reached, and says what else is there', async () => {
    const host = await serve({
      '/ard.json': { type: 'application/json', body: manifestText([good]) },
      '/soft': { type: 'text/html', body: '<html>not found</html>' },
    });
    const refused = await runCommand(['validate', `http://${host}/ard.json`]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('not on the public Internet') });
    const allowed = (path: string) =>
      runCommand(['validate', `http://${host}${path}`, '--egress-allow', host]);
    expect((await allowed('/ard.json')).code).toBe(0);
    expect((await allowed('/soft')).stderr).toContain('a web page');
    expect((await allowed('/nothing')).stderr).toContain('answered 404');
  });

  it('takes no address with user and password, and repeats neither', async () => {
    for (const command of ['validate', 'audit']) {
      const { code, stdout, stderr } = await runCommand([command, 'https://user:hunter2@a.example/ard.json']);
      expect(code).toBe(2);
      expect(stderr).toContain('without user and password');
      expect(stdout + stderr).not.toContain('hunter2');
    }
  });
});

describe('larder audit', () => {
  it('tells the place of each entry for its own queries, and who is above', async () => {
    const directory = makeTemporaryDirectory();
    const db = join(directory, 'larder.db');
    const manifest = writeManifest(manifestText([good]));
    const rival = writeManifest(
      manifestText([testEntry('rain', { description: 'Rain, rain and rain again: will it rain?' })]),
    );
    await runCommand(['import', rival, '--db', db]);
    const absent = await runCommand(['audit', manifest, '--db', db]);
    expect(absent.stdout).toContain('import the manifest first');

    await runCommand(['import', manifest, '--db', db]);
    const placed = await runCommand(['audit', manifest, '--db', db, '--json']);
    const { placings } = JSON.parse(placed.stdout);
    expect(placings).toHaveLength(2);
    const [rain, warm] = placings;
    expect(rain).toMatchObject({ identifier: 'urn:air:example.com:weather', registered: true });
    expect(rain.above).toHaveLength(rain.rank - 1);
    expect(warm).toMatchObject({ query: 'is it warm outside', rank: 1, above: [] });
  });

  it('asks no more than it is told to', async () => {
    const db = join(makeTemporaryDirectory(), 'larder.db');
    const manifest = writeManifest(manifestText([good]));
    await runCommand(['import', manifest, '--db', db]);
    const { stdout } = await runCommand(['audit', manifest, '--db', db, '--limit', '1']);
    expect(stdout).toContain('1 queries were not asked');
  });
});
