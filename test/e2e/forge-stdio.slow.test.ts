import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import { startApi } from '../support/forge-api.ts';
import { type Answerer, FORGE_CLIENTS } from '../support/forge-clients.ts';
import { acmeSpec, CANARY } from '../support/forge-serving.ts';
import { MAIN, makeTemporaryDirectory } from '../support/larder.ts';

const CANCEL = { id: '8891', reason: 'customer asked' };
const NAMES = Object.keys(FORGE_CLIENTS) as (keyof typeof FORGE_CLIENTS)[];

/** A spec file over an API of ours, and how `larder forge` is started on it. */
async function prepare(answer?: Parameters<typeof startApi>[0]) {
  const api = await startApi(answer);
  const cwd = makeTemporaryDirectory();
  const file = join(cwd, 'acme.json');
  writeFileSync(file, acmeSpec(api.url));
  const start = (...flags: string[]) => ({
    command: process.execPath,
    args: [MAIN, 'forge', file, '--allow-private', ...flags],
    env: { ACME_TOKEN: CANARY },
  });
  return { api, cwd, start };
}

describe('larder forge over stdio', () => {
  it.each(NAMES)('serves %s', async (name) => {
    const { api, cwd, start } = await prepare();
    const audit = join(cwd, 'audit.jsonl');
    const client = await FORGE_CLIENTS[name](start('--audit', audit));
    expect(client.instructions).toBe('Customers of Acme.');
    expect((await client.listTools()).map((tool) => tool.name)).toEqual([
      'find_customer',
      'cancel_customer',
      'drop_customer',
    ]);
    expect((await client.call('find_customer', { email: 'a@b.example' })).text).toBe('{"ok":true}');
    const preview = await client.call('cancel_customer', CANCEL);
    expect(api.arrived).toHaveLength(1);
    const sent = await client.call('cancel_customer', { ...CANCEL, confirm: preview.structured?.confirm });
    expect(sent).toMatchObject({ isError: false, text: '{"ok":true}' });
    expect(api.arrived).toHaveLength(2);
    expect(api.arrived[1]?.headers.authorization).toBe(`Bearer ${CANARY}`);
    const lines = readFileSync(audit, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ event }) => event)).toEqual(['sent', 'previewed', 'confirmed', 'sending', 'sent']);
    expect(JSON.stringify(lines)).not.toContain(CANARY);
  });

  it.each(NAMES)('asks the person at %s, and sends at a yes only', async (name) => {
    const { api, start } = await prepare();
    const answers: ReturnType<Answerer>[] = [
      { action: 'decline' },
      { action: 'accept', content: { send: true } },
    ];
    const asked: string[] = [];
    const client = await FORGE_CLIENTS[name](start(), (message) => {
      asked.push(message);
      return answers.shift() ?? { action: 'cancel' };
    });
    const declined = await client.call('cancel_customer', CANCEL);
    expect(declined).toMatchObject({ isError: true, text: 'The user said no. Nothing was sent.' });
    expect(api.arrived).toEqual([]);
    expect(await client.call('cancel_customer', CANCEL)).toMatchObject({
      isError: false,
      text: '{"ok":true}',
    });
    expect(api.arrived).toHaveLength(1);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toMatch(/^This has NOT been sent yet\.\n\nPOST .*\n\nSend exactly this\?$/s);
  });

  it('waits for the operator where that is asked for', async () => {
    const { api, cwd, start } = await prepare();
    const state = join(cwd, 'state.db');
    const client = await FORGE_CLIENTS['SDK 1, 2025-11-25'](
      start('--state', state, '--require-approval'),
      () => ({
        action: 'accept',
        content: { send: true },
      }),
    );
    const preview = await client.call('cancel_customer', CANCEL);
    const id = String(preview.structured?.approve);
    expect(preview.text).toContain(
      `The operator has to approve this first: larder forge approve ${id} --state FILE\n`,
    );
    const confirmed = { ...CANCEL, confirm: preview.structured?.confirm };
    expect((await client.call('cancel_customer', confirmed)).text).toMatch(/^Not approved yet\./);

    const approve = (...args: string[]) => ['forge', 'approve', ...args, '--state', state];
    expect((await runCommand(approve())).stdout).toMatch(
      new RegExp(`^CALL .*\n${id} +acme +cancel_customer .* no\n$`),
    );
    const no = await runCommand(approve(id), { input: 'y\n' });
    expect([no.code, no.stdout]).toEqual([1, '']);
    expect(no.stderr).toContain(`POST ${api.url}/v2/customers/8891/cancel\n  body:\n    {\n`);
    expect((await client.call('cancel_customer', confirmed)).text).toMatch(/^Not approved yet\./);
    expect((await runCommand(approve('0'.repeat(32), '--yes'))).code).toBe(1);
    expect(api.arrived).toEqual([]);

    const yes = await runCommand(approve(id), { input: 'yes\n' });
    expect(yes).toMatchObject({
      code: 0,
      stdout: 'Approved: it is sent when the agent calls again with its token.\n',
    });
    expect((await client.call('cancel_customer', confirmed)).text).toBe('{"ok":true}');
    expect(api.arrived).toHaveLength(1);
    expect((await runCommand(approve(id, '--yes'))).code).toBe(1);
    expect((await runCommand(approve())).stdout).toBe('No call waits for approval.\n');
  });

  it('shares what is held between processes, and sends once', async () => {
    const { api, cwd, start } = await prepare();
    const flags = ['--state', join(cwd, 'state.db')];
    const [one, two] = await Promise.all([
      FORGE_CLIENTS['SDK 2, legacy'](start(...flags)),
      FORGE_CLIENTS['SDK 2, 2026-07-28'](start(...flags)),
    ]);
    const first = await one.call('cancel_customer', CANCEL);
    const confirmed = { ...CANCEL, confirm: first.structured?.confirm };
    expect((await two.call('cancel_customer', confirmed)).isError).toBe(false);
    expect((await one.call('cancel_customer', confirmed)).structured?.refused).toBe('unknown');
    expect(api.arrived).toHaveLength(1);

    const second = await two.call('drop_customer', { id: '1' });
    const again = { id: '1', confirm: second.structured?.confirm };
    const answers = await Promise.all(
      [one, two, one, two].map((client) => client.call('drop_customer', again)),
    );
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
    expect(api.arrived).toHaveLength(2);
    for (const suffix of ['', '-wal']) {
      const bytes = readFileSync(join(cwd, `state.db${suffix}`), 'latin1');
      expect(bytes).not.toContain(CANARY);
      expect(bytes).not.toContain(String(first.structured?.confirm));
    }
  });

  it('forgets tokens with its process where there is no state file', async () => {
    const { api, start } = await prepare();
    const one = await FORGE_CLIENTS['SDK 1, 2025-11-25'](start());
    const { structured } = await one.call('cancel_customer', CANCEL);
    await one.close();
    const two = await FORGE_CLIENTS['SDK 1, 2025-11-25'](start());
    const answer = await two.call('cancel_customer', { ...CANCEL, confirm: structured?.confirm });
    expect(answer.structured?.refused).toBe('unknown');
    expect(api.arrived).toEqual([]);
  });

  it('finishes a write when its input ends, and says how it ended', async () => {
    const answers: ServerResponse[] = [];
    const { api, cwd, start } = await prepare((_, response) => void answers.push(response));
    const audit = join(cwd, 'audit.jsonl');
    const talk = startTalk(start('--audit', audit));
    await talk.ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    });
    const preview = await talk.ask('tools/call', { name: 'drop_customer', arguments: { id: '1' } });
    const { confirm } = preview.structuredContent;
    void talk.ask('tools/call', { name: 'drop_customer', arguments: { id: '1', confirm } });
    await api.waitFor(1);
    talk.child.stdin?.end();
    // The end has arrived when the process no longer waits for it; the API answers whenever it likes.
    setTimeout(() => answers[0]?.end('done'), 300);
    const { code, stderr } = await talk.ended;
    expect(code).toBe(0);
    expect(stderr).toContain(
      `nobody waits any longer for DELETE ${api.url}/v2/customers/1, which ended with: HTTP 200`,
    );
    const last = readFileSync(audit, 'utf8').trimEnd().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({ event: 'sent', status: 200 });
  });
});

describe('a process that is killed', () => {
  it.each([
    ['confirmed', 0],
    ['sending', 0],
    ['sent', 1],
  ])('at the record %s has sent as little as it says, and nobody sends again', async (event, sent) => {
    const { api, cwd, start } = await prepare();
    const state = join(cwd, 'state.db');
    const token = await dieAt(event, api.url, state);
    expect(api.arrived).toHaveLength(sent);
    const client = await FORGE_CLIENTS['SDK 1, 2025-11-25'](start('--state', state));
    const answer = await client.call('cancel_customer', { id: '8891', confirm: token });
    expect(answer.structured?.refused).toBe('unknown');
    expect(api.arrived).toHaveLength(sent);
  });
});

/** The token of the call at which the process died. */
async function dieAt(event: string, url: string, state: string): Promise<string> {
  const support = join(import.meta.dirname, '../support');
  const child = spawn(process.execPath, [join(support, 'die-at-the-gate.mjs'), acmeSpec(url), state, event], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const signal = await new Promise((resolve) => child.once('close', (_, by) => resolve(by)));
  expect(signal).toBe('SIGKILL');
  return printed.trim();
}

interface Talk {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
  // biome-ignore lint/suspicious/noExplicitAny: results of JSON-RPC, looked at by the test
  ask(method: string, params: object): Promise<any>;
}

/** JSON-RPC by hand, where a client's library would end the process itself. */
function startTalk({
  command,
  args,
  env,
}: {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
}): Talk {
  const child = spawn(command, [...args], { stdio: 'pipe', env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const waiting = new Map<number, (result: unknown) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line);
    waiting.get(id)?.(result);
  });
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, stderr }));
  });
  let id = 0;
  return {
    child,
    ended,
    ask: (method, params) =>
      new Promise((resolve) => {
        waiting.set(++id, resolve);
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      }),
  };
}
