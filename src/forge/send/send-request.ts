import { setTimeout as sleep } from 'node:timers/promises';
import type { Egress, EgressResponse } from '../../egress/egress.ts';
import { EgressError } from '../../egress/egress-error.ts';
import { LarderError } from '../../errors.ts';
import type { RenderedRequest } from '../render/rendered-request.ts';
import { METHODS } from '../spec/forge-spec.ts';
import { readRetryAfter } from './retry-after.ts';

/** From the first byte out to the last byte in, waiting included. Source: the seed, "Limits". */
export const DEFAULT_TIMEOUT_MS = 30_000;
/** Bytes of one answer, decoded: far more than any model reads, little enough to hold many. */
export const MAX_ANSWER_BYTES = 5 * 1024 * 1024;
/** Times that a read is sent at most, when the API asks to come back later. */
const MAX_ATTEMPTS = 3;

/** Headers that say nothing about who asks; all others stay with the origin of the spec. */
const HARMLESS_HEADERS = ['accept', 'accept-language', 'content-type', 'user-agent'];

export interface SendOptions {
  readonly egress: Egress;
  readonly write: boolean;
  readonly timeoutMs: number;
  /** The caller gave up. A write that has begun is finished all the same, so that its outcome is known. */
  readonly signal: AbortSignal;
}

export type Outcome =
  | { readonly kind: 'answered'; readonly response: EgressResponse }
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly message: string;
      /** False is certain: the API got nothing. */
      readonly maybeSent: boolean;
    };

/**
 * Sends a request, exactly as rendered. Writes go out once and follow no redirect; reads wait as long as a 429 asks,
 * within the time limit. Failures of the network are outcomes; other errors are thrown.
 */
export async function sendRequest(request: RenderedRequest, options: SendOptions): Promise<Outcome> {
  const { signal, timeoutMs, write } = options;
  if (signal.aborted) {
    return { kind: 'failed', code: 'aborted', message: 'The caller gave up.', maybeSent: false };
  }
  const end = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt++) {
    const outcome = await sendOnce(request, options, Math.max(1, Math.ceil(end - performance.now())));
    if (outcome.kind === 'failed' || write || outcome.response.status !== 429) return outcome;
    const waitMs = readRetryAfter(outcome.response.headers.get('retry-after'), Date.now());
    if (waitMs === undefined || attempt === MAX_ATTEMPTS || performance.now() + waitMs >= end) return outcome;
    if (!(await waitFor(waitMs, signal))) return outcome;
  }
}

async function sendOnce(
  request: RenderedRequest,
  options: SendOptions,
  deadlineMs: number,
): Promise<Outcome> {
  const { egress, signal, write } = options;
  const method = METHODS.find((one) => one === request.method);
  if (method === undefined) throw new LarderError('INTERNAL_ERROR', `There is no method ${request.method}.`);
  const isHarmless = ([name]: readonly [string, string]): boolean =>
    HARMLESS_HEADERS.includes(name.toLowerCase()) && !request.secretHeaders.includes(name);
  try {
    const response = await egress.fetch({
      url: request.url,
      method,
      headers: Object.fromEntries(request.headers.filter(isHarmless)),
      credentials: Object.fromEntries(request.headers.filter((header) => !isHarmless(header))),
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: write ? 'none' : 'follow',
      safe: !write,
      maxBytes: MAX_ANSWER_BYTES,
      deadlineMs,
      ...(write ? {} : { signal }),
    });
    return { kind: 'answered', response };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    return { kind: 'failed', code: error.code, message: error.message, maybeSent: error.sent };
  }
}

/** False when the caller gave up meanwhile. */
async function waitFor(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal });
    return true;
  } catch (error) {
    if (!signal.aborted) throw error;
    return false;
  }
}
