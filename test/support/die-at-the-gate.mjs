// A child process that previews a write of the spec SPEC with the state FILE, confirms it, and is killed just after the
// audit record EVENT, all as built: `die-at-the-gate.mjs SPEC FILE EVENT`. Prints the token first.
import { writeSync } from 'node:fs';
import { createEgress } from '../../dist/egress/create-egress.js';
import { createGate, SYSTEM_CLOCK } from '../../dist/forge/gate/gate.js';
import { callTool } from '../../dist/forge/serve/call-tool.js';
import { keepAnswers } from '../../dist/forge/serve/kept-answers.js';
import { countSends } from '../../dist/forge/serve/sends.js';
import { parseForgeSpec } from '../../dist/forge/spec/check-spec.js';
import { openForgeState } from '../../dist/store/forge-state.js';

const [spec, file, event] = process.argv.slice(2);
const state = openForgeState(file);
const audit = {
  append(record) {
    state.appendEvent(JSON.stringify(record));
    if (record.event === event) process.kill(process.pid, 'SIGKILL');
  },
  close() {},
};
const serving = {
  spec: parseForgeSpec(spec),
  gate: createGate({ calls: state.calls, audit, ttlMs: 300_000, clock: SYSTEM_CLOCK }),
  audit,
  egress: createEgress({ allow: ['127.0.0.0/8'] }),
  kept: keepAnswers(),
  sends: countSends(),
  variables: () => 'secret-of-the-test',
  requireApproval: false,
  elicit: false,
  secret: state.secret,
  report: (message) => writeSync(2, `${message}\n`),
};
const tool = serving.spec.tools.find(({ name }) => name === 'cancel_customer');
const context = { signal: new AbortController().signal, canAsk: false, asked: undefined };
const preview = await callTool(serving, tool, { id: '8891' }, context);
const token = preview.result.structuredContent.confirm;
writeSync(1, `${token}\n`);
await callTool(serving, tool, { id: '8891', confirm: token }, context);
process.exit(0);
