import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../src/model/entry.ts';
import { listToolsOfCommand } from '../../src/network/mcp/server-listing.ts';
import { MAIN, makeTemporaryDirectory, ROOT } from '../support/larder.ts';

const SERVER = join(ROOT, 'test/support/mcp-tools-server.mjs');
const command = (kind: string) => `'${process.execPath}' '${SERVER}' ${kind}`;

describe('a command that gives too much', () => {
  it.each([
    ['bad-endless', 'The listing has 5005 tools; 5000 are taken.'],
    ['bad-flood', 'The command gave no tools: it wrote more than 67108864 bytes'],
  ])('%s is ended', async (kind, message) => {
    const environment = { PATH: process.env.PATH ?? '' };
    await expect(listToolsOfCommand(command(kind), environment, { version: '1' })).rejects.toThrow(message);
  });
});

describe('a command that ignores its end', () => {
  it('is ended all the same, with what it has started', async () => {
    const environment = { PATH: process.env.PATH ?? '' };
    const { tools } = await listToolsOfCommand(command('bad-stubborn'), environment, { version: '1' });
    const [first] = tools;
    const said = isJsonObject(first?.tool) ? String(first.tool.description) : '';
    const pids = said.split(' ').map(Number);
    expect(pids).toHaveLength(2);
    // A killed child of a killed child is reaped by whoever inherits it, some time later.
    for (let left = 200; left > 0 && pids.some(isAlive); left--) await setTimeout(50);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});

describe.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s to an import', (signal) => {
  it('ends the command too, although it has a process group of its own', async () => {
    const directory = makeTemporaryDirectory();
    const mark = join(directory, 'mark');
    const args = ['import', '--mcp-command', `echo $$ > ${mark}; ${command('bad-silent')}`, '--catalog', 'x'];
    const larder = spawn(process.execPath, [MAIN, ...args, '--db', join(directory, 'larder.db')], {
      cwd: directory,
      env: { PATH: process.env.PATH ?? '' },
    });
    const pid = await readNumber(mark);
    larder.kill(signal);
    const [, ended] = await once(larder, 'close');
    expect(ended).toBe(signal);
    for (let left = 200; left > 0 && isAlive(pid); left--) await setTimeout(50);
    expect(isAlive(pid)).toBe(false);
  });
});

async function readNumber(file: string): Promise<number> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('\n')) return Number(text);
    await setTimeout(50);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
