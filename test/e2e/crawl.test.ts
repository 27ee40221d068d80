import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { elect } from '../../src/registry/election.ts';
import { startWriter } from '../../src/registry/writer/start-writer.ts';
import { openStore } from '../../src/store/open-store.ts';
import { runCommand } from '../support/command-line.ts';
import { makeTemporaryDirectory, ROOT } from '../support/larder.ts';
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

it('a source is silent where the writer has a thread of its own, as a server’s has', async () => {
  const file = join(makeTemporaryDirectory(), 'larder.db');
  const writer = await startWriter({
    file,
    thread: pathToFileURL(join(ROOT, 'dist/registry/writer/writer-thread.js')),
    publish: () => {},
    onWarning: ({ reason }) => expect.fail(reason),
    onFatal: (error) => expect.fail(String(error)),
  });
  const text = manifestText([testEntry('one')]);
  const origin = 'https://example.com/ard.json';
  await writer.importManifest({ source: 'own', text, origin, servedFrom: 'example.com', allowEmpty: true });
  await writer.recordSilence('own', 5);
  await expect(writer.recordSilence('other', 5)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await writer.close();
  const store = await openStore({ file, elect, readonly: true });
  expect(await store.getSource('own')).toMatchObject({ silentSince: 5 });
  await store.close();
});
