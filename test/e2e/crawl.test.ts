import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import { makeTemporaryDirectory } from '../support/larder.ts';
import { manifestText, testEntry } from '../support/registry.ts';

it('larder crawl says since when a document is silent', async () => {
  let status = 200;
  const server = createServer((request, response) => {
    const found = request.url === '/ard.json';
    response.writeHead(found ? status : 404, { 'content-type': 'application/json' });
    response.end(found ? manifestText([testEntry('one')]) : '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `http://${host}/ard.json`;
  const db = ['--db', join(makeTemporaryDirectory(), 'larder.db')];
  const crawl = ['crawl', url, '--egress-allow', host, ...db];

  const taken = await runCommand([...crawl, '--json']);
  expect(taken.code, taken.stderr).toBe(0);
  expect(JSON.parse(taken.stdout).reports[0].silent).toEqual([]);
  status = 500;
  const { reports } = JSON.parse((await runCommand([...crawl, '--json'])).stdout);
  expect(reports[0].silent).toMatchObject([{ url, since: reports[0].finishedAt, became: 'kept' }]);
  const shown = await runCommand(crawl);
  expect(shown.code).toBe(1);
  const since = new Date(reports[0].finishedAt).toISOString();
  expect(shown.stdout).toContain(`silent since ${since}; its entries stay as they are`);
  expect((await runCommand(['sources', ...db])).stdout).toContain('SILENT SINCE');
});
