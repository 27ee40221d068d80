import type { Egress, EgressResponse } from '../../egress/egress.ts';
import { EgressError } from '../../egress/egress-error.ts';
import type { JsonObject } from '../../model/entry.ts';
import type { Query } from '../../model/query.ts';
import { MAX_ANSWER_BYTES, MAX_OPEN_MS, UPSTREAM_TIMEOUT_MS } from './limits.ts';
import type { Outcome } from './outcome.ts';
import { readAnswer } from './read-answer.ts';

/** Names the process that asks, so that a registry that is ourselves under another address can be told. */
export const ASKER_HEADER = 'larder-asker';

/** A question as it goes to every upstream. */
export interface UpstreamQuestion {
  /** The query as the caller wrote it. */
  readonly written: JsonObject;
  readonly query: Query;
  /** Results wanted. */
  readonly size: number;
}

export interface Asking {
  readonly egress: Egress;
  /** Of this process. */
  readonly id: string;
  /** Our own base address. */
  readonly publicUrl: string;
  /** Leave out entries whose publisher binding failed, as the registry leaves out its own. */
  readonly hideFailed: boolean;
  /** Keys by the base address of the upstream that takes them. */
  readonly keys: ReadonlyMap<string, string>;
}

/** What came of a question, and for how long the upstream wants to be left alone. */
export interface Asked {
  readonly outcome: Outcome;
  readonly restMs: number | undefined;
}

/** Puts a question to the registry at `base`, for its own entries only (v0.91 section 5.4: `none`). Never rejects. */
export async function askUpstream(
  base: string,
  question: UpstreamQuestion,
  { egress, id, publicUrl, hideFailed, keys }: Asking,
): Promise<Asked> {
  const key = keys.get(base);
  let response: EgressResponse;
  try {
    response = await egress.fetch({
      url: `${base}/search`,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', [ASKER_HEADER]: id },
      ...(key === undefined ? {} : { credentials: { authorization: `Bearer ${key}` } }),
      body: JSON.stringify({ query: question.written, federation: 'none', pageSize: question.size }),
      redirect: 'none',
      safe: true,
      accept: ['application/json', '+json'],
      maxBytes: MAX_ANSWER_BYTES,
      deadlineMs: UPSTREAM_TIMEOUT_MS,
    });
  } catch (error) {
    return { outcome: outcomeOfError(error), restMs: undefined };
  }
  if (response.headers.get(ASKER_HEADER) === id) {
    return { outcome: { kind: 'ourselves', reason: 'it is this registry' }, restMs: undefined };
  }
  const restMs = readRetryAfter(response);
  if (response.status !== 200)
    return { outcome: outcomeOfStatus(response.status, restMs, key !== undefined), restMs };
  const answer = readAnswer(new TextDecoder().decode(response.body), {
    query: question.query,
    source: base,
    ours: publicUrl,
    most: question.size,
    hideFailed,
  });
  return {
    outcome:
      answer === undefined
        ? { kind: 'failed', reason: 'its answer is not one to a search' }
        : { kind: 'answered', ...answer },
    restMs: undefined,
  };
}

function outcomeOfError(error: unknown): Outcome {
  if (!(error instanceof EgressError)) {
    return { kind: 'failed', reason: 'the question could not be put' };
  }
  if (error.code === 'timed-out') {
    return { kind: 'timed-out', reason: `no answer within ${UPSTREAM_TIMEOUT_MS} ms` };
  }
  // The message repeats the type, and an upstream may have put anything there, the key it was sent included.
  if (error.code === 'wrong-type') return { kind: 'failed', reason: 'its answer is not JSON' };
  if (error.code === 'busy' || error.code === 'closed') return { kind: 'busy', reason: error.message };
  return { kind: 'failed', reason: error.message };
}

function outcomeOfStatus(status: number, restMs: number | undefined, hasKey: boolean): Outcome {
  const reason = `status ${status}`;
  if (restMs !== undefined) return { kind: 'paused', reason };
  if (status >= 300 && status < 400) {
    return { kind: 'failed', reason: `${reason}: it has moved, and questions are not sent after it` };
  }
  if (status === 401 || status === 403) {
    const why = hasKey ? 'its key was not accepted' : 'a key is missing (--upstream-keys)';
    return { kind: 'refused', reason: `${reason}: ${why}` };
  }
  return { kind: status >= 400 && status < 500 ? 'refused' : 'failed', reason };
}

/** Seconds of `Retry-After` with a 429 or 503, as milliseconds; a date counts as the longest pause. */
function readRetryAfter({ status, headers }: EgressResponse): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  return /^[0-9]{1,9}$/.test(value.trim()) ? Number(value) * 1_000 : MAX_OPEN_MS;
}
