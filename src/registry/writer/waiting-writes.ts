import { LarderError } from '../../errors.ts';

/** Writes that wait for their turn: at some ten milliseconds each, the last is done within a second or so. */
export const MAX_WAITING_WRITES = 64;

/** Code units of the documents that wait, unless one waits alone: three of the largest. */
export const MAX_WAITING_LENGTH = 120 * 1024 * 1024;

/** A restart takes about this long. */
const RESTART_SECONDS = 1;
/** By then a queue that was full is mostly done, unless it is of the largest documents. */
const QUEUE_SECONDS = 5;

/**
 * Refuses one more write where so many wait already, with documents of so many code units together, its own included.
 * Errors: UNAVAILABLE.
 */
export function checkWaiting(writes: number, length: number): void {
  if (writes < MAX_WAITING_WRITES && (writes === 0 || length <= MAX_WAITING_LENGTH)) return;
  throw unavailable('Too many writes wait already. Send this one again later.', QUEUE_SECONDS);
}

/** Another process, or this one after a restart or a while, will take the write. */
export function unavailable(message: string, retryAfterSeconds = RESTART_SECONDS): LarderError {
  return new LarderError('UNAVAILABLE', message, { retryAfterSeconds });
}
