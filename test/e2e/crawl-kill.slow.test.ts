import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MAIN, makeTemporaryDirectory, runLarder } from '../support/larder.ts';
import { manifestText, testEntry } from '../support/registry.ts';

/** Kills at different moments of a crawl that takes about three seconds by its manners alone. */
const KILLS = 6;

it('a crawl that is killed leaves no half of anything, and the next one finishes it', async () => {
  const entries = Array.from({ length: 50 }, (_, i) => testEntry(`entry-${i}`));
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    const found = request.url === '/.well-known/ard.json';
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(found ? manifestText(entries) : '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const db = join(makeTemporaryDirectory(), 'larder.db');
  const args = ['crawl', `http://${host}/`, '--egress-allow', host, '--db', db, '--json'];

  for (let kill = 0; kill < KILLS; kill++) {
    asked = 0;
    const child = spawn(process.execPath, [MAIN, ...args], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    // After the n-th request: before, during and after the import.
    while (child.exitCode === null && asked <= kill % 3)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, kill * 30));
    child.kill('SIGKILL');
    await ended;
    const check = await runLarder(['check', '--db', db]);
    expect(check.code, check.stdout + check.stderr).toBe(0);
  }
  const finished = await runLarder(args);
  expect(finished.code, finished.stderr).toBe(0);
  const listed = await runLarder(['agents', '--db', db, '--json', '--limit', '100']);
  expect(JSON.parse(listed.stdout).items).toHaveLength(50);
});
