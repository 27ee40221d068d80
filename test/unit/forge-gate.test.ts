import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AuditRecord } from '../../src/forge/audit/audit-log.ts';
import { createGate, type Gate } from '../../src/forge/gate/gate.ts';
import { holdInMemory } from '../../src/forge/gate/held-in-memory.ts';
import { askForToken, showHeld, showRequest } from '../../src/forge/gate/preview.ts';
import { type GateCall, makeToken } from '../../src/forge/gate/token.ts';
import { MAX_UNKNOWN_TOKENS, UNKNOWN_TOKENS_WINDOW_MS } from '../../src/forge/gate/unknown-tokens.ts';
import type { RenderedRequest } from '../../src/forge/render/rendered-request.ts';
import { type HeldCalls, MAX_HELD_CALLS, openForgeState } from '../../src/store/forge-state.ts';
import { makeTemporaryDirectory } from '../support/larder.ts';

const REQUEST: RenderedRequest = {
  method: 'POST',
  url: 'https://api.acme.com/v2/customers/8891/cancel',
  headers: [
    ['Authorization', 'Bearer s3cret-s3cret'],
    ['Content-Type', 'application/json'],
    ['User-Agent', 'larder-forge'],
  ],
  body: '{\n  "reason": "customer asked"\n}',
  secretHeaders: ['Authorization'],
};
const CALL: GateCall = { spec: 'acme', specDigest: 'd1', tool: 'cancel_customer', request: REQUEST };
const TTL = 300_000;

/** A clock that stands still until it is moved. */
function makeClock() {
  const time = { wall: 1_800_000_000_000, monotonic: 0 };
  return {
    wall: () => time.wall,
    monotonic: () => time.monotonic,
    pass(ms: number) {
      time.wall += ms;
      time.monotonic += ms;
    },
    /** The time of day is set; no time passes. */
    set(ms: number) {
      time.wall += ms;
    },
  };
}

const STORES: Readonly<Record<string, () => HeldCalls>> = {
  memory: holdInMemory,
  'a state file': () => {
    const state = openForgeState(join(makeTemporaryDirectory(), 'state.db'));
    onTestFinished(() => state.close());
    return state.calls;
  },
};

function makeGate(calls: HeldCalls, clock = makeClock()) {
  const records: AuditRecord[] = [];
  const audit = { append: (record: AuditRecord) => void records.push(record), close() {} };
  return { gate: createGate({ calls, audit, ttlMs: TTL, clock }), clock, records };
}

/** The kind of outcome and, for a refusal, its reason. */
function confirm(
  gate: Gate,
  call: GateCall,
  token: string,
  channel: 'token' | 'elicitation' | 'approval' = 'token',
) {
  const { kind, ...rest } = gate.confirm(call, channel, token);
  return 'reason' in rest ? rest.reason : kind;
}

describe('the preview', () => {
  it('is the text of the seed, line for line', () => {
    expect(
      `${showHeld(showRequest(REQUEST))}\n\n${askForToken('3f4ec46821fd2aa9')}`,
    ).toBe(`This has NOT been sent yet.

POST https://api.acme.com/v2/customers/8891/cancel
  body:
    {
      "reason": "customer asked"
    }
  headers: Authorization, Content-Type, User-Agent

To send exactly this, call again with confirm="3f4ec46821fd2aa9".
Any change to the arguments invalidates the token.`);
  });

  it('shows an empty body, and none where there is none', () => {
    expect(showRequest({ ...REQUEST, body: '{}' })).toContain('  body:\n    {}\n');
    expect(showRequest({ ...REQUEST, body: undefined })).not.toContain('body');
  });

  it('gives the body back byte for byte once the indent is off', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const body = JSON.stringify(value, null, 2);
        const lines = showRequest({ ...REQUEST, body }).split('\n');
        const shown = lines.slice(2, -1).map((line) => line.slice(4));
        expect(shown.join('\n')).toBe(body);
      }),
    );
  });
});

describe('the token', () => {
  it('is 128 bits in hex and another one each time', () => {
    const { gate } = makeGate(holdInMemory());
    const tokens = Array.from({ length: 50 }, () => gate.hold(CALL, 'token').token);
    expect(new Set(tokens).size).toBe(50);
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{32}$/);
  });

  it('depends on everything that it stands for', () => {
    const base = makeToken(CALL, 'nonce', 1);
    const others = [
      makeToken(CALL, 'other', 1),
      makeToken(CALL, 'nonce', 2),
      makeToken({ ...CALL, tool: 'other' }, 'nonce', 1),
      makeToken({ ...CALL, specDigest: 'd2' }, 'nonce', 1),
      ...[
        { method: 'PUT' },
        { url: 'https://api.acme.com/v2/customers/8892/cancel' },
        { body: '{\n  "reason": "customer askeD"\n}' },
        { body: undefined },
        { headers: REQUEST.headers.slice(1) },
        { headers: [['Authorization', 'Bearer another-one'] as const, ...REQUEST.headers.slice(1)] },
      ].map((change) => makeToken({ ...CALL, request: { ...REQUEST, ...change } }, 'nonce', 1)),
    ];
    expect(new Set([base, ...others]).size).toBe(others.length + 1);
  });
});

describe.each(Object.entries(STORES))('a gate that holds in %s', (_name, open) => {
  it('lets a shown request through once', () => {
    const { gate } = makeGate(open());
    const { token } = gate.hold(CALL, 'token');
    expect(confirm(gate, CALL, token)).toBe('send');
    expect(confirm(gate, CALL, token)).toBe('unknown');
  });

  it('uses up a token that comes with another request', () => {
    const { gate } = makeGate(open());
    const { token } = gate.hold(CALL, 'token');
    const other = { ...CALL, request: { ...REQUEST, url: 'https://api.acme.com/v2/customers/1/cancel' } };
    expect(confirm(gate, other, token)).toBe('mismatch');
    expect(confirm(gate, CALL, token)).toBe('unknown');
  });

  it('takes a yes only on the channel that was asked', () => {
    const { gate } = makeGate(open());
    expect(confirm(gate, CALL, gate.hold(CALL, 'elicitation').token)).toBe('mismatch');
    expect(confirm(gate, CALL, gate.hold(CALL, 'token').token, 'elicitation')).toBe('mismatch');
    expect(confirm(gate, CALL, gate.hold(CALL, 'approval').token, 'token')).toBe('mismatch');
  });

  it('waits for the operator, and then sends once', () => {
    const calls = open();
    const { gate, clock } = makeGate(calls);
    const { token, id } = gate.hold(CALL, 'approval');
    expect(confirm(gate, CALL, token, 'approval')).toBe('waiting');
    expect(calls.approve('0'.repeat(32), clock.wall())).toBeUndefined();
    expect(calls.approve(id, clock.wall())?.preview).toBe(showRequest(REQUEST));
    expect(confirm(gate, CALL, token, 'approval')).toBe('send');
    expect(confirm(gate, CALL, token, 'approval')).toBe('unknown');
  });

  it('does not wait with another request than was shown', () => {
    const calls = open();
    const { gate, clock } = makeGate(calls);
    const { token, id } = gate.hold(CALL, 'approval');
    const other = { ...CALL, request: { ...REQUEST, body: '{}' } };
    expect(confirm(gate, other, token, 'approval')).toBe('mismatch');
    expect(calls.approve(id, clock.wall())).toBeUndefined();
  });

  it('forgets after the time, to the millisecond', () => {
    const { gate, clock } = makeGate(open());
    const early = gate.hold(CALL, 'token').token;
    clock.pass(TTL - 1);
    expect(confirm(gate, CALL, early)).toBe('send');
    const late = gate.hold(CALL, 'token').token;
    clock.pass(TTL);
    expect(confirm(gate, CALL, late)).toBe('unknown');
  });

  it.each([
    ['forward', TTL, 0],
    ['back', -60_000, 0],
    ['back by a year', -31_536_000_000, 0],
    // Four minutes pass, and the clock is put back by three: a wall clock alone would grant three more.
    ['back by less than has passed, and it expires in time', -180_000, 240_000, 60_000],
  ])('is not fooled by a clock that jumps %s', (_how, jump, before, after = 0) => {
    const { gate, clock } = makeGate(open());
    const { token } = gate.hold(CALL, 'token');
    clock.pass(before);
    clock.set(jump);
    clock.pass(after);
    expect(confirm(gate, CALL, token)).toBe('unknown');
  });

  it('voids what another process holds when the clock went back', () => {
    const calls = open();
    const clock = makeClock();
    const { token } = makeGate(calls, clock).gate.hold(CALL, 'token');
    clock.pass(10_000);
    calls.list(clock.wall());
    clock.set(-5_000);
    expect(confirm(makeGate(calls, clock).gate, CALL, token)).toBe('unknown');
  });

  it('stops looking at tokens of a tool after ten unknown ones, for a minute', () => {
    const { gate, clock } = makeGate(open());
    const { token } = gate.hold(CALL, 'token');
    for (let i = 0; i < MAX_UNKNOWN_TOKENS; i++) expect(confirm(gate, CALL, `${i}`)).toBe('unknown');
    expect(confirm(gate, CALL, token)).toBe('too-many-unknown');
    const other = { ...CALL, tool: 'drop_customer' };
    expect(confirm(gate, other, gate.hold(other, 'token').token)).toBe('send');
    clock.pass(UNKNOWN_TOKENS_WINDOW_MS);
    expect(confirm(gate, CALL, token)).toBe('send');
  });

  it('holds so many and no more, the oldest going first', () => {
    const calls = open();
    const { gate, clock } = makeGate(calls);
    const tokens: string[] = [];
    for (let i = 0; i <= MAX_HELD_CALLS; i++) {
      tokens.push(gate.hold(CALL, 'token').token);
      clock.pass(1);
    }
    expect(calls.list(clock.wall())).toHaveLength(MAX_HELD_CALLS);
    expect(confirm(gate, CALL, tokens[0]!)).toBe('unknown');
    expect(confirm(gate, CALL, tokens[1]!)).toBe('send');
    expect(confirm(gate, CALL, tokens.at(-1)!)).toBe('send');
  });

  it('uses up a token at a no', () => {
    const { gate } = makeGate(open());
    const { token } = gate.hold(CALL, 'elicitation');
    gate.decline(CALL, token, 'declined');
    expect(confirm(gate, CALL, token, 'elicitation')).toBe('unknown');
  });

  it('writes down what happens, and no credential, body or live token', () => {
    const { gate, records } = makeGate(open());
    const first = gate.hold(CALL, 'token');
    const second = gate.hold(CALL, 'token');
    gate.confirm(CALL, 'token', first.token);
    gate.confirm(CALL, 'token', first.token);
    expect(records.map(({ event, call }) => [event, call])).toEqual([
      ['previewed', first.id],
      ['previewed', second.id],
      ['confirmed', first.id],
      ['refused', first.id],
    ]);
    const text = JSON.stringify(records);
    for (const secret of ['s3cret', 'customer asked', first.token, second.token])
      expect(text).not.toContain(secret);
  });

  it('sends nothing when the audit log fails', () => {
    const calls = open();
    const clock = makeClock();
    const { token } = makeGate(calls, clock).gate.hold(CALL, 'token');
    const audit = {
      append() {
        throw new Error('the disk is full');
      },
      close() {},
    };
    const failing = createGate({ calls, audit, ttlMs: TTL, clock });
    expect(() => failing.confirm(CALL, 'token', token)).toThrow('the disk is full');
    expect(confirm(makeGate(calls, clock).gate, CALL, token)).toBe('unknown');
  });
});
