import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, expect, it, type TestContext } from 'vitest';
import { createEgress } from '../../src/egress/create-egress.ts';
import { renderRequest } from '../../src/forge/render/render-request.ts';
import { DEFAULT_TIMEOUT_MS, sendRequest } from '../../src/forge/send/send-request.ts';
import { parseForgeSpec } from '../../src/forge/spec/check-spec.ts';

const spec = parseForgeSpec(
  readFileSync(resolve(import.meta.dirname, '../../examples/forge/greenhouse.json'), 'utf8'),
);
const egress = createEgress();
afterAll(() => egress.close());

/** Greenhouse's own board, which is as public as any. */
const BOARD = 'greenhouse';

/** Calls a tool of the example over the network; skips with a notice where there is none. */
async function call(name: string, context: TestContext): Promise<{ [member: string]: unknown }> {
  const tool = spec.tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const request = renderRequest(spec, tool, { board: BOARD }, () => undefined);
  const signal = new AbortController().signal;
  const outcome = await sendRequest(request, { egress, write: false, timeoutMs: DEFAULT_TIMEOUT_MS, signal });
  if (outcome.kind === 'failed') context.skip(`Greenhouse cannot be reached: ${outcome.message}`);
  expect(outcome.response.status).toBe(200);
  return JSON.parse(Buffer.from(outcome.response.body).toString('utf8'));
}

it('a board has a name', async (context) => {
  expect(await call('get_board', context)).toMatchObject({ name: expect.any(String) });
});

it('a board lists its jobs', async (context) => {
  const { jobs } = await call('list_jobs', context);
  expect(Array.isArray(jobs)).toBe(true);
});
