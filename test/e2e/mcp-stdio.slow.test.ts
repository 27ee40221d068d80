import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAIN, makeTemporaryDirectory, runLarder } from '../support/larder.ts';
import { CLIENTS } from '../support/mcp-clients.ts';
import { manifestText, testEntry } from '../support/registry.ts';

/** A database with one entry. */
async function makeDatabase(): Promise<string> {
  const directory = makeTemporaryDirectory();
  const manifest = join(directory, 'ard.json');
  writeFileSync(manifest, manifestText([testEntry('weather', { description: 'Weather forecasts.' })]));
  const db = join(directory, 'larder.db');
  const imported = await runLarder(['import', manifest, '--db', db]);
  expect(imported.code, imported.stderr).toBe(0);
  return db;
}

describe('larder mcp', () => {
  it('serves the registry over stdio to clients of both eras', async () => {
    const db = await makeDatabase();
    for (const name of ['SDK 1, 2025-11-25', 'SDK 2, 2026-07-28']) {
      const client = await CLIENTS[name]!({ command: process.execPath, args: [MAIN, 'mcp', '--db', db] });
      const found = await client.callTool('search', { text: 'weather' });
      expect(found.structured).toMatchObject({ results: [{ identifier: 'urn:air:example.com:weather' }] });
    }
  });

  it('ends when its input ends', async () => {
    const db = await makeDatabase();
    const child = spawn(process.execPath, [MAIN, 'mcp', '--db', db], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    child.stdin.end();
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });
});
