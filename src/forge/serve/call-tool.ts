import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Egress } from '../../egress/egress.ts';
import { LarderError } from '../../errors.ts';
import { type Json, type JsonObject, member } from '../../model/entry.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Confirmation, Gate, Held } from '../gate/gate.ts';
import { askForApproval, askForToken, showHeld, showRequest, twinOfRequest } from '../gate/preview.ts';
import type { GateCall } from '../gate/token.ts';
import { renderRequest } from '../render/render-request.ts';
import type { RenderedRequest, Variables } from '../render/rendered-request.ts';
import { makeRedactor } from '../send/redact.ts';
import { DEFAULT_TIMEOUT_MS, sendRequest } from '../send/send-request.ts';
import { isWrite } from '../spec/effect.ts';
import type { ForgeSpec, ForgeTool } from '../spec/forge-spec.ts';
import { showAnswer } from './answer-result.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { Sends } from './sends.ts';

/** What serving one spec needs; all specs of a process share everything but `spec`. */
export interface Serving {
  readonly spec: ForgeSpec;
  readonly gate: Gate;
  readonly audit: AuditLog;
  readonly egress: Egress;
  readonly kept: KeptAnswers;
  readonly sends: Sends;
  readonly variables: Variables;
  /** Writes wait for `larder forge approve`; nobody at the client is asked. */
  readonly requireApproval: boolean;
  /** Whether the person at the client may be asked, where the client can. */
  readonly elicit: boolean;
  /** Signs what passes through clients; 32 bytes. */
  readonly secret: Uint8Array;
  /** What nobody else will hear of. */
  readonly report: (message: string) => void;
}

/** What the person at the client was asked, and said. */
export interface Asked {
  readonly token: string;
  readonly answer: 'yes' | 'declined' | 'cancelled';
}

export interface CallContext {
  readonly signal: AbortSignal;
  /** The client can put a question to a person, and may be asked to. */
  readonly canAsk: boolean;
  readonly asked: Asked | undefined;
}

/** A result, or a question that the caller has to put to the person at the client. */
export type CallOutcome =
  | { readonly kind: 'result'; readonly result: CallToolResult }
  | { readonly kind: 'ask'; readonly message: string; readonly token: string };

/** Runs one call of a tool: a read is sent, a write is shown, and sent once somebody has said yes to exactly it. */
export async function callTool(
  serving: Serving,
  tool: ForgeTool,
  args: JsonObject,
  context: CallContext,
): Promise<CallOutcome> {
  try {
    const write = isWrite(tool);
    const [confirm, rest] = write ? takeConfirm(args) : [undefined, args];
    const request = renderRequest(serving.spec, tool, rest, serving.variables);
    if (!write)
      return done(await serving.sends.track(send(serving, tool, request, context.signal, undefined)));
    return await callWrite(serving, tool, request, confirm, context);
  } catch (error) {
    if (!(error instanceof LarderError) || error.code === 'INTERNAL_ERROR') throw error;
    const text = /nothing was sent\.$/.test(error.message)
      ? error.message
      : `${error.message} Nothing was sent.`;
    return done({ content: [{ type: 'text', text }], isError: true });
  }
}

async function callWrite(
  serving: Serving,
  tool: ForgeTool,
  request: RenderedRequest,
  confirm: string | undefined,
  context: CallContext,
): Promise<CallOutcome> {
  const { gate, spec, requireApproval } = serving;
  const { asked } = context;
  const call: GateCall = { spec: spec.name, specDigest: spec.digest, tool: tool.name, request };
  if (asked !== undefined && asked.answer !== 'yes') {
    gate.decline(call, asked.token, asked.answer);
    const text = asked.answer === 'declined' ? 'The user said no.' : 'The user gave no answer.';
    return done({
      content: [{ type: 'text', text: `${text} Nothing was sent.` }],
      structuredContent: { sent: false, reason: asked.answer },
      isError: true,
    });
  }
  const token = asked?.token ?? confirm;
  if (token === undefined) return show(serving, call, context, undefined);
  // A yes at a client that was asked before the operator's was required counts no more.
  const channel = requireApproval ? 'approval' : asked !== undefined ? 'elicitation' : 'token';
  const confirmation = gate.confirm(call, channel, token);
  if (confirmation.kind === 'refused') return show(serving, call, context, confirmation);
  if (confirmation.kind === 'waiting') return done(showWaiting(call, token, confirmation.id));
  return done(await serving.sends.track(send(serving, tool, request, context.signal, confirmation.id)));
}

/** Holds the request and shows it, behind the reason when this is a refusal. */
function show(
  { gate, requireApproval }: Serving,
  call: GateCall,
  context: CallContext,
  refused: Extract<Confirmation, { kind: 'refused' }> | undefined,
): CallOutcome {
  const before = refused === undefined ? '' : `${describeRefusal(refused)}\n\n`;
  const preview = before + showHeld(showRequest(call.request));
  if (context.canAsk) {
    const { token } = gate.hold(call, 'elicitation');
    return { kind: 'ask', message: `${preview}\n\nSend exactly this?`, token };
  }
  const held = gate.hold(call, requireApproval ? 'approval' : 'token');
  const closing = requireApproval ? askForApproval(held.token, held.id) : askForToken(held.token);
  return done({
    content: [{ type: 'text', text: `${preview}\n\n${closing}` }],
    structuredContent: twinOf(call, held, requireApproval, refused?.reason),
    ...(refused === undefined ? {} : { isError: true }),
  });
}

function twinOf(call: GateCall, held: Held, approval: boolean, refused: string | undefined): JsonObject {
  return {
    sent: false,
    request: twinOfRequest(call.request),
    confirm: held.token,
    expiresAt: new Date(held.expiresAt).toISOString(),
    ...(approval ? { approve: held.id } : {}),
    ...(refused === undefined ? {} : { refused }),
  };
}

function showWaiting(call: GateCall, token: string, id: string): CallToolResult {
  const text = `Not approved yet.\n\n${showHeld(showRequest(call.request))}\n\n${askForApproval(token, id)}`;
  return {
    content: [{ type: 'text', text }],
    structuredContent: { sent: false, request: twinOfRequest(call.request), confirm: token, approve: id },
  };
}

function describeRefusal({ reason, waitMs }: Extract<Confirmation, { kind: 'refused' }>): string {
  switch (reason) {
    case 'unknown':
      return 'Refused: token unknown, used or expired.';
    case 'mismatch':
      return 'Refused: this is not the request that was approved.';
    case 'too-many-unknown':
      return `Refused: too many unknown tokens; for ${Math.ceil(waitMs / 1_000)} seconds no token is looked at.`;
  }
}

/** `id` is that of the held call, for writes. */
async function send(
  serving: Serving,
  tool: ForgeTool,
  request: RenderedRequest,
  signal: AbortSignal,
  id: string | undefined,
): Promise<CallToolResult> {
  const { spec, audit, egress, kept, report } = serving;
  const write = id !== undefined;
  const about = { spec: spec.name, tool: tool.name, ...(write ? { call: id } : {}) };
  const timeoutMs = tool.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const where = { method: request.method, url: request.url };
  if (write) audit.append({ event: 'sending', ...about, detail: where });
  const sent = await sendRequest(request, { egress, write, timeoutMs, signal });
  // What went wrong behind a redirect names where that led, and the API chose its address.
  const outcome =
    sent.kind === 'answered' ? sent : { ...sent, message: makeRedactor(request).text(sent.message) };
  const ending =
    outcome.kind === 'answered'
      ? ({ event: 'sent', detail: { ...where, status: outcome.response.status } } as const)
      : ({
          event: 'failed',
          detail: { ...where, reason: outcome.code, maybeSent: outcome.maybeSent },
        } as const);
  try {
    audit.append({ ...about, ...ending });
  } catch (error) {
    // It went out: the caller has to hear of that before anything else.
    report(`the audit log could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (write && signal.aborted) {
    const end = outcome.kind === 'answered' ? `HTTP ${outcome.response.status}` : outcome.message;
    report(`nobody waits any longer for ${request.method} ${request.url}, which ended with: ${end}`);
  }
  if (outcome.kind === 'answered') {
    const graphql = spec.transport.kind === 'graphql';
    return showAnswer(
      { spec: spec.name, tool: tool.name, graphql, write, request, response: outcome.response },
      kept,
    );
  }
  return { content: [{ type: 'text', text: describeFailure(outcome, write, request) }], isError: true };
}

function describeFailure(
  outcome: { readonly message: string; readonly maybeSent: boolean },
  write: boolean,
  request: RenderedRequest,
): string {
  const what = `${request.method} ${request.url} got no answer that can be shown: ${outcome.message}`;
  if (!write) return what;
  return outcome.maybeSent
    ? `${what}\nIt MAY have been sent and may have taken effect. Look at what it was to change before trying again; it was not repeated.`
    : `${what}\nIt was NOT sent. The confirmation is used up: call again without confirm.`;
}

function takeConfirm(args: JsonObject): readonly [confirm: string | undefined, rest: JsonObject] {
  const confirm: Json | undefined = member(args, 'confirm');
  const rest = Object.fromEntries(Object.entries(args).filter(([name]) => name !== 'confirm'));
  if (confirm === undefined || confirm === null) return [undefined, rest];
  if (typeof confirm === 'string') return [confirm, rest];
  throw new LarderError('INVALID_ARGUMENT', 'confirm: expected the token of a preview, which is a string.');
}

function done(result: CallToolResult): CallOutcome {
  return { kind: 'result', result };
}
