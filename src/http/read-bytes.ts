import type { IncomingMessage } from 'node:http';
import { invalidArgument, LarderError } from '../errors.ts';

/**
 * Gives the whole body, or what is wrong with it, once. What exceeds the limit is read on and thrown away, so that the
 * client gets to read the answer; the request's own deadline bounds that. It calls back, because every question passes
 * here and a promise costs a good part of what answering from what is kept does.
 */
export function readBytes(
  payload: IncomingMessage,
  {
    limit,
    timeoutMs,
    hold,
  }: {
    readonly limit: number;
    readonly timeoutMs: number | undefined;
    /** Learns of each chunk. Errors: UNAVAILABLE when it is one too many. */
    readonly hold: ((length: number) => void) | undefined;
  },
  done: (error: Error | null, bytes: Buffer | undefined) => void,
): void {
  if (Number(payload.headers['content-length']) > limit) {
    payload.resume();
    done(tooLarge(limit), undefined);
    return;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  let settled = false;
  const settle = (error: Error | null, bytes: Buffer | undefined) => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    done(error, bytes);
  };
  const fail = (error: Error) => {
    payload.removeListener('data', take);
    payload.resume();
    settle(error, undefined);
  };
  const take = (chunk: Buffer) => {
    length += chunk.length;
    try {
      if (length > limit) throw tooLarge(limit);
      hold?.(chunk.length);
      chunks.push(chunk);
    } catch (error) {
      fail(error as Error);
    }
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => fail(tooSlow(timeoutMs)), timeoutMs);
  payload.on('data', take);
  payload.once('end', () => settle(null, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
  payload.once('error', () => fail(invalidArgument('the request body broke off')));
}

function tooSlow(timeoutMs: number): LarderError {
  return new LarderError(
    'REQUEST_TIMEOUT',
    `The request body took longer than ${timeoutMs / 1000} s to arrive.`,
  );
}

function tooLarge(limit: number): LarderError {
  return new LarderError(
    'PAYLOAD_TOO_LARGE',
    `The request body is too large; ${limit} bytes are taken here.`,
  );
}
