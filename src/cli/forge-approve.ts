import { createInterface } from 'node:readline/promises';
import { PassThrough } from 'node:stream';
import { LarderError } from '../errors.ts';
import { auditInState, auditTogether, openAuditFile } from '../forge/audit/audit-log.ts';
import { type ForgeState, type HeldCall, openForgeState } from '../store/forge-state.ts';
import type { Arguments } from './arguments.ts';
import { toSafeJson } from './clean.ts';
import { EXIT, type Exit } from './command.ts';
import { formatTable } from './table.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

const COLUMNS = ['CALL', 'SPEC', 'TOOL', 'EXPIRES', 'APPROVED'].map((title) => ({ title }));

/**
 * Without an ID: lists the calls that wait for the operator. With one: shows the request, asks, and records the yes.
 * Errors: UsageError; NOT_FOUND for a state file or a call that is not there.
 */
export async function approveForge(args: Arguments, terminal: Terminal): Promise<Exit> {
  const [, id, more] = args.positionals;
  const file = args.value('state');
  if (file === undefined)
    throw new UsageError('forge approve needs --state FILE, the one that the server uses');
  if (more !== undefined) throw new UsageError('forge approve takes one ID at a time');
  const state = openForgeState(file, { mustExist: true });
  try {
    if (id === undefined) return listWaiting(state, args, terminal);
    return await approve(state, id, args, terminal);
  } finally {
    state.close();
  }
}

function listWaiting(state: ForgeState, args: Arguments, terminal: Terminal): Exit {
  const waiting = state.calls.list(Date.now()).filter(({ channel }) => channel === 'approval');
  if (args.has('json')) {
    terminal.out(`${toSafeJson({ calls: waiting.map(toJson) })}\n`);
    return EXIT.OK;
  }
  const rows = waiting.map((call) => [
    call.id,
    call.spec,
    call.tool,
    new Date(call.expiresAt).toISOString(),
    call.approvedAt === null ? 'no' : 'yes',
  ]);
  terminal.out(
    rows.length === 0 ? 'No call waits for approval.\n' : formatTable(COLUMNS, rows, terminal.columns),
  );
  return EXIT.OK;
}

async function approve(state: ForgeState, id: string, args: Arguments, terminal: Terminal): Promise<Exit> {
  const call = state.calls.find(id, Date.now());
  if (call?.channel !== 'approval') throw notWaiting(id);
  terminal.err(`${call.spec}: ${call.tool}\n\n${call.preview}\n\n`);
  if (!args.has('yes') && !(await askOperator(terminal))) {
    terminal.err('Not approved.\n');
    return EXIT.FAILED;
  }
  const file = args.value('audit');
  const audit = auditTogether([auditInState(state), ...(file === undefined ? [] : [openAuditFile(file)])]);
  try {
    // Written first: an approval that nobody recorded must not count.
    audit.append({ event: 'approved', spec: call.spec, tool: call.tool, call: id });
    if (state.calls.approve(id, Date.now()) === undefined) throw notWaiting(id);
  } finally {
    audit.close();
  }
  if (args.has('json')) terminal.out(`${toSafeJson(toJson(call))}\n`);
  else terminal.out('Approved: it is sent when the agent calls again with its token.\n');
  return EXIT.OK;
}

/** Only the word itself is a yes. */
async function askOperator(terminal: Terminal): Promise<boolean> {
  terminal.err('Send exactly this? Type yes: ');
  const lines = createInterface({ input: terminal.stdin, output: new PassThrough(), terminal: false });
  try {
    for await (const line of lines) return line.trim() === 'yes';
    return false;
  } finally {
    lines.close();
  }
}

function notWaiting(id: string): LarderError {
  return new LarderError(
    'NOT_FOUND',
    `No call ${JSON.stringify(id)} waits for approval: it was sent, it expired, or the ID is another. larder forge approve --state FILE lists those that wait.`,
  );
}

function toJson({ id, spec, tool, preview, issuedAt, expiresAt, approvedAt }: HeldCall) {
  return {
    id,
    spec,
    tool,
    request: preview,
    issuedAt: new Date(issuedAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    approved: approvedAt !== null,
  };
}
