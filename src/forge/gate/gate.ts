import { randomBytes } from 'node:crypto';
import { invalidArgument } from '../../errors.ts';
import { type Channel, type HeldCall, type HeldCalls, MAX_HELD_CALLS } from '../../store/forge-state.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { RenderedRequest } from '../render/rendered-request.ts';
import { digestRequest } from './canonical-request.ts';
import { showRequest } from './preview.ts';
import { equalTokens, type GateCall, identifyToken, makeToken, TOKEN_BYTES } from './token.ts';
import { countUnknownTokens } from './unknown-tokens.ts';

/** How long a shown request may be confirmed. Source: the seed, five minutes. */
export const DEFAULT_CONFIRM_TTL_MS = 300_000;

/** Characters of a request that an operator is asked to read, and that is kept until then. */
const MAX_APPROVED_LENGTH = 262_144;

/** `wall` is the time of day in epoch milliseconds, which may jump; `monotonic` only goes on. */
export interface Clock {
  wall(): number;
  monotonic(): number;
}

export const SYSTEM_CLOCK: Clock = { wall: () => Date.now(), monotonic: () => performance.now() };

export interface GateOptions {
  readonly calls: HeldCalls;
  readonly audit: AuditLog;
  readonly ttlMs: number;
  readonly clock: Clock;
}

/** A request that waits. */
export interface Held {
  /** Sends it, once; nowhere but in the answer to the caller. */
  readonly token: string;
  /** Names it to the operator and in the audit log. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/**
 * What becomes of a yes. `send`: the token is used up and the request may go out, once. `waiting`: the operator has not
 * approved yet; the token lives on. `refused`: nothing may be sent, and the token, if there was one, is used up.
 */
export type Confirmation =
  | { readonly kind: 'send'; readonly id: string }
  | { readonly kind: 'waiting'; readonly id: string }
  | { readonly kind: 'refused'; readonly reason: Refusal; readonly waitMs: number };
export type Refusal = 'unknown' | 'mismatch' | 'too-many-unknown';

/** Holds writes until somebody says yes to exactly them. */
export interface Gate {
  readonly ttlMs: number;
  hold(call: GateCall, channel: Channel): Held;
  /** The call is rendered anew by the caller: only what equals the shown request to the byte is sent. */
  confirm(call: GateCall, channel: Channel, token: string): Confirmation;
  /** Somebody said no: the token is used up. */
  decline(call: GateCall, token: string, how: 'declined' | 'cancelled'): void;
}

/**
 * Makes a gate. A token is good for one send of one request within its time, whatever the clock does: in the process
 * that showed it the monotonic clock counts too, elsewhere a clock that goes back voids what is held.
 */
export function createGate({ calls, audit, ttlMs, clock }: GateOptions): Gate {
  const unknown = countUnknownTokens();
  /** Of the tokens that this process gave out, on the monotonic clock. */
  const deadlines = new Map<string, number>();

  const describe = (call: GateCall) => ({ method: call.request.method, url: call.request.url });

  const inTime = ({ id, issuedAt, expiresAt }: HeldCall): boolean => {
    const now = clock.wall();
    const deadline = deadlines.get(id);
    deadlines.delete(id);
    return issuedAt <= now && now < expiresAt && (deadline === undefined || clock.monotonic() < deadline);
  };

  const remember = (id: string): void => {
    const now = clock.monotonic();
    const [oldest] = deadlines.keys();
    // So many younger ones have pushed it out of the table of held calls too.
    if (deadlines.size >= MAX_HELD_CALLS && oldest !== undefined) deadlines.delete(oldest);
    for (const [one, deadline] of deadlines) {
      if (deadline > now) continue;
      deadlines.delete(one);
      // The time of day may have gone back since and would let it live on.
      calls.take(one, clock.wall());
    }
    deadlines.set(id, now + ttlMs);
  };

  const matches = (held: HeldCall, call: GateCall, channel: Channel, token: string): boolean =>
    held.channel === channel && equalTokens(makeToken(call, held.nonce, held.expiresAt), token);

  const refuse = (call: GateCall, id: string, reason: Refusal, waitMs = 0): Confirmation => {
    audit.append({ event: 'refused', spec: call.spec, tool: call.tool, call: id, detail: { reason } });
    return { kind: 'refused', reason, waitMs };
  };

  return {
    ttlMs,
    hold(call, channel) {
      const issuedAt = clock.wall();
      const expiresAt = issuedAt + ttlMs;
      const nonce = randomBytes(TOKEN_BYTES).toString('hex');
      const token = makeToken(call, nonce, expiresAt);
      const id = identifyToken(token);
      const { spec, tool, request } = call;
      // The operator alone needs it later: the others saw it.
      const preview = channel === 'approval' ? showForApproval(request) : '';
      audit.append({
        event: 'previewed',
        spec,
        tool,
        call: id,
        detail: { ...describe(call), channel, request: digestRequest(request) },
      });
      calls.hold(
        { id, channel, spec, tool, nonce, preview, issuedAt, expiresAt, approvedAt: null },
        issuedAt,
      );
      remember(id);
      return { token, id, expiresAt };
    },
    confirm(call, channel, token) {
      const id = identifyToken(token);
      const tool = `${call.spec} ${call.tool}`;
      const waitMs = channel === 'elicitation' ? 0 : unknown.waitOf(tool, clock.monotonic());
      if (waitMs > 0) return refuse(call, id, 'too-many-unknown', waitMs);
      const waiting = calls.find(id, clock.wall());
      const early = waiting?.channel === 'approval' && waiting.approvedAt === null;
      if (early && matches(waiting, call, channel, token)) return { kind: 'waiting', id };
      const held = calls.take(id, clock.wall());
      if (held === undefined || !inTime(held)) {
        if (channel !== 'elicitation') unknown.count(tool, clock.monotonic());
        return refuse(call, id, 'unknown');
      }
      // Approved between the two looks or not: what was taken without a yes is not sent.
      const approved = held.channel !== 'approval' || held.approvedAt !== null;
      if (!approved || !matches(held, call, channel, token)) return refuse(call, id, 'mismatch');
      audit.append({ event: 'confirmed', spec: call.spec, tool: call.tool, call: id, detail: { channel } });
      return { kind: 'send', id };
    },
    decline(call, token, how) {
      const id = identifyToken(token);
      calls.take(id, clock.wall());
      deadlines.delete(id);
      audit.append({ event: 'declined', spec: call.spec, tool: call.tool, call: id, detail: { how } });
    },
  };
}

function showForApproval(request: RenderedRequest): string {
  const preview = showRequest(request);
  if (preview.length <= MAX_APPROVED_LENGTH) return preview;
  throw invalidArgument(
    `The request is ${preview.length} characters long; an operator can approve one of at most ${MAX_APPROVED_LENGTH}.`,
  );
}
