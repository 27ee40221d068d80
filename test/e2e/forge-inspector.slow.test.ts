import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startApi } from '../support/forge-api.ts';
import { acmeSpec, CANARY } from '../support/forge-serving.ts';
import { MAIN, makeTemporaryDirectory } from '../support/larder.ts';

/** The last version that runs on Node 20. */
const INSPECTOR = '@modelcontextprotocol/inspector@0.15.0';

/** What a command printed, and how it ended. */
function run(
  cwd: string,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn('npx', ['--yes', INSPECTOR, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ACME_TOKEN: CANARY },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
  });
}

describe('the Inspector on larder forge', () => {
  it('lists the tools and calls them', async ({ skip }) => {
    const cwd = makeTemporaryDirectory();
    const probe = await run(cwd, ['--cli', '--help']);
    if (!/Usage:/.test(probe.stdout + probe.stderr)) skip('the Inspector cannot be installed here');
    const api = await startApi();
    const file = join(cwd, 'acme.json');
    writeFileSync(file, acmeSpec(api.url));
    const inspect = async (...method: string[]) => {
      const { code, stdout, stderr } = await run(cwd, [
        '--cli',
        ...['-e', `ACME_TOKEN=${CANARY}`],
        ...[process.execPath, MAIN, 'forge', file, '--allow-private', '--method', ...method],
      ]);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      return JSON.parse(stdout);
    };
    const { tools } = await inspect('tools/list');
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      'find_customer',
      'cancel_customer',
      'drop_customer',
    ]);
    const read = await inspect(
      'tools/call',
      '--tool-name',
      'find_customer',
      '--tool-arg',
      'email=a@b.example',
    );
    expect(read.content).toEqual([{ type: 'text', text: '{"ok":true}' }]);
    const held = await inspect(
      'tools/call',
      '--tool-name',
      'cancel_customer',
      '--tool-arg',
      'reason=x',
      'id=c8891',
    );
    expect(held.structuredContent.sent).toBe(false);
    expect(api.arrived).toHaveLength(1);
  });
});
