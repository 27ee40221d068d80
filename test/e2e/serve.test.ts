import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ask, makeManifest, makeTemporaryDirectory, runLarder, startLarder } from '../support/larder.ts';

const ADMIN_KEY = 'an-admin-key-for-tests-only';
const TAGS = { resultType: { facets: [{ field: 'tags', limit: 1000 }] } };

describe('a server', () => {
  it('starts, takes in, answers, and answers the same after a restart', async () => {
    const cwd = makeTemporaryDirectory();
    const first = await startLarder(['--no-examples', '--public-url', 'https://registry.example/'], { cwd });
    const put = await ask(`${first.url}/sources/acme`, {
      method: 'PUT',
      body: makeManifest('acme.example', 30),
    });
    expect(put.status).toBe(201);
    const questions = async (url: string) => [
      (await ask(`${url}/explore`, { body: { query: { text: 'weather' }, ...TAGS } })).body,
      (await ask(`${url}/search`, { body: { query: { text: 'weather' }, pageSize: 30 } })).body,
      (await ask(`${url}/agents?pageSize=100`)).body,
      (await ask(`${url}/agents/urn%3Aair%3Aacme.example%3Atool-0007`)).body,
      (await ask(`${url}/sources/acme`)).body,
    ];
    const before = await questions(first.url);
    expect(before[1]).toMatchObject({ results: { length: 30 } });
    expect(JSON.stringify(before[1])).toContain('"source":"https://registry.example"');
    expect((await first.stop()).code).toBe(0);

    const second = await startLarder(['--public-url', 'https://registry.example'], { cwd });
    expect(await questions(second.url)).toEqual(before);
    expect((await second.stop('SIGINT')).code).toBe(0);
    expect(existsSync(join(cwd, 'data/larder.db'))).toBe(true);
  });

  it('has lost nothing that it acknowledged when it is killed', async () => {
    const cwd = makeTemporaryDirectory();
    const first = await startLarder(['--no-examples'], { cwd });
    const put = await ask(`${first.url}/sources/acme`, {
      method: 'PUT',
      body: makeManifest('acme.example', 50),
    });
    expect(put.status).toBe(201);
    expect((await first.stop('SIGKILL')).code).toBe('SIGKILL');

    const second = await startLarder([], { cwd });
    expect((await ask(`${second.url}/agents`)).body).toMatchObject({ total: 50 });
    await second.stop();
    expect(await runLarder(['check'], { cwd })).toMatchObject({
      code: 0,
      stdout: 'The database is sound.\n',
    });
  });

  it('prints three questions that work when pasted', async () => {
    const server = await startLarder([]);
    const lines = server.printed().match(/^ {2}curl .*$/gm) ?? [];
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      const { stdout } = await promisify(execFile)('sh', ['-c', line]);
      const [answer] = Object.values(JSON.parse(stdout)).filter((value) => typeof value === 'object');
      expect(Object.keys(answer as object).length, line).toBeGreaterThan(0);
    }
  });

  it('loads the examples once, and never into a database that had a source', async () => {
    const cwd = makeTemporaryDirectory();
    const first = await startLarder([], { cwd });
    const { items } = (await ask(`${first.url}/sources`)).body as { items: { name: string }[] };
    expect(items.length).toBeGreaterThan(2);
    for (const { name } of items) {
      expect((await ask(`${first.url}/sources/${name}`, { method: 'DELETE' })).status).toBe(200);
    }
    await first.stop();
    const second = await startLarder([], { cwd });
    expect((await ask(`${second.url}/sources`)).body).toEqual({ items: [] });
    expect((await ask(`${second.url}/agents`)).body).toMatchObject({ total: 0 });
  });

  it('leaves the examples out when told', async () => {
    const server = await startLarder(['--no-examples']);
    expect((await ask(`${server.url}/sources`)).body).toEqual({ items: [] });
  });

  it('answers /explore with 501 when it is switched off', async () => {
    const server = await startLarder(['--no-explore']);
    expect(await ask(`${server.url}/explore`, { body: TAGS })).toMatchObject({
      status: 501,
      body: { errorCode: 'NOT_IMPLEMENTED' },
    });
  });
});

describe('who may', () => {
  it('is everybody on this machine until the first key is made', async () => {
    const cwd = makeTemporaryDirectory();
    const server = await startLarder(['--no-examples'], { cwd });
    const made = await ask(`${server.url}/keys`, { body: { name: 'first', scope: 'admin' } });
    expect(made.status).toBe(201);
    const { key } = made.body as { key: string };
    expect((await ask(`${server.url}/keys`)).status).toBe(401);
    expect((await ask(`${server.url}/keys`, { key })).status).toBe(200);
    expect((await ask(`${server.url}/agents`)).status).toBe(200);
    const { stdout, stderr } = await server.stop();
    expect(stdout + stderr).not.toContain(key);

    const again = await startLarder([], { cwd });
    expect((await ask(`${again.url}/keys`)).status).toBe(401);
    expect((await ask(`${again.url}/keys`, { key })).status).toBe(200);
  });

  it('is nobody from a page whose name was made to point here', async () => {
    const server = await startLarder(['--no-examples']);
    const { port } = new URL(server.url);
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      request(
        { port, host: '127.0.0.1', path: '/agents', headers: { host: `evil.example:${port}` } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });

  it('asks for keys with LARDER_ADMIN_KEY set, and for reading too with --no-open-reads', async () => {
    const server = await startLarder(['--host', '0.0.0.0', '--no-open-reads'], {
      env: { LARDER_ADMIN_KEY: ADMIN_KEY },
    });
    expect(server.url).toMatch(/^http:\/\/localhost:/);
    expect((await ask(`${server.url}/agents`)).status).toBe(401);
    expect((await ask(`${server.url}/agents`, { key: ADMIN_KEY })).status).toBe(200);
    expect((await ask(`${server.url}/keys`, { key: ADMIN_KEY })).status).toBe(200);
    const { stdout, stderr } = await server.stop();
    expect(stdout).toContain('$LARDER_KEY');
    expect(stdout + stderr).not.toContain(ADMIN_KEY);
  });

  it('does not start for others without an admin key', async () => {
    const cwd = makeTemporaryDirectory();
    const outcome = await runLarder(['serve', '--host', '0.0.0.0', '--port', '0'], { cwd });
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/^larder: .*LARDER_ADMIN_KEY.*--create-admin-key.*\n$/);
    expect((await runLarder(['sources', '--json'], { cwd })).stdout).not.toContain('example');
  });

  it('does not close reading while there is no key to open it', async () => {
    const outcome = await runLarder(['serve', '--port', '0', '--no-open-reads']);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('LARDER_ADMIN_KEY');
  });

  it('makes the first admin key once, for its owner alone', async () => {
    const cwd = makeTemporaryDirectory();
    const flags = ['--host', '0.0.0.0', '--no-examples', '--create-admin-key', 'admin.key'];
    const first = await startLarder(flags, { cwd });
    const file = join(cwd, 'admin.key');
    const key = readFileSync(file, 'utf8').trim();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await ask(`${first.url}/keys`, { key })).status).toBe(200);
    await first.stop();

    const second = await startLarder(flags, { cwd });
    expect(readFileSync(file, 'utf8').trim()).toBe(key);
    expect((await ask(`${second.url}/keys`, { key })).body).toMatchObject({ items: { length: 1 } });
    await second.stop();

    const other = await runLarder(['serve', '--port', '0', '--db', 'other.db', ...flags], { cwd });
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('is not written over');
    expect(readFileSync(file, 'utf8').trim()).toBe(key);
  });

  it('fills the empty key file of a start that was killed', async () => {
    const cwd = makeTemporaryDirectory();
    writeFileSync(join(cwd, 'admin.key'), '', { mode: 0o600 });
    const server = await startLarder(
      ['--host', '0.0.0.0', '--no-examples', '--create-admin-key', 'admin.key'],
      { cwd },
    );
    const key = readFileSync(join(cwd, 'admin.key'), 'utf8').trim();
    expect((await ask(`${server.url}/keys`, { key })).status).toBe(200);
  });
});

describe('a start that cannot be', () => {
  const ONE_LINE = /^larder: [^\n]+\n$/;

  it('says that the port is in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = String(typeof address === 'object' && address !== null ? address.port : 0);
    const outcome = await runLarder(['serve', '--port', port]);
    taken.close();
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toContain(
      `larder: cannot listen on 127.0.0.1, port ${port}: another program listens there`,
    );
  });

  it('says that the database is taken, and leaves its owner alone', async () => {
    const cwd = makeTemporaryDirectory();
    const owner = await startLarder(['--no-examples'], { cwd });
    const outcome = await runLarder(['serve', '--port', '0'], { cwd });
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toMatch(ONE_LINE);
    expect(outcome.stderr).toContain('another process');
    expect((await ask(`${owner.url}/readyz`)).status).toBe(200);
  });

  it('says that the database is none', async () => {
    const cwd = makeTemporaryDirectory();
    writeFileSync(join(cwd, 'larder.db'), 'This is a letter to my aunt. '.repeat(1_000));
    const outcome = await runLarder(['serve', '--port', '0', '--db', 'larder.db'], { cwd });
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toMatch(ONE_LINE);
    expect(readFileSync(join(cwd, 'larder.db'), 'utf8')).toContain('my aunt');
  });

  it('says that the folder cannot be made', async () => {
    const cwd = makeTemporaryDirectory();
    writeFileSync(join(cwd, 'file'), '');
    const outcome = await runLarder(['serve', '--port', '0', '--db', 'file/larder.db'], { cwd });
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toMatch(ONE_LINE);
  });

  it.skipIf(process.getuid?.() === 0)('says that the folder cannot be written', async () => {
    const cwd = makeTemporaryDirectory();
    mkdirSync(join(cwd, 'data'));
    chmodSync(join(cwd, 'data'), 0o500);
    const outcome = await runLarder(['serve', '--port', '0'], { cwd });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(ONE_LINE);
  });

  it('prints every fault of the flags and exits 2, of the environment and exits 1', async () => {
    const flags = await runLarder(['serve', '--port', '99999', '--rate-limit', 'many'], {
      env: { LARDER_HOST: 'a b' },
    });
    expect(flags.code).toBe(2);
    expect(flags.stderr.split('\n').filter((line) => line !== '')).toHaveLength(3);
    const variables = await runLarder(['serve'], {
      env: { LARDER_PORT: 'tcp://10.0.0.1:80', LARDER_ADMIN_KEY: 'hunter2' },
    });
    expect(variables.code).toBe(1);
    expect(variables.stderr).toContain('LARDER_PORT');
    expect(variables.stderr).toContain('LARDER_ADMIN_KEY');
    expect(variables.stderr).not.toContain('hunter2');
  });
});
