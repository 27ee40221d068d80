import { LarderError } from '../../errors.ts';

/** A restart takes about this long. */
const RESTART_SECONDS = 1;

export interface WriteQueue {
  /** Runs one write after all earlier ones. Errors: its own; UNAVAILABLE after `drain`. */
  add<T>(write: () => Promise<T>): Promise<T>;
  /** Resolves when no write is under way; later ones are refused. */
  drain(): Promise<void>;
}

export function createWriteQueue(): WriteQueue {
  let tail: Promise<unknown> = Promise.resolve();
  let closing = false;

  return {
    async add(write) {
      if (closing) throw unavailable('The registry is shutting down.');
      const result = tail.then(write);
      // The queue goes on after a failed write; its caller has the error.
      tail = result.catch(() => undefined);
      return result;
    },
    async drain() {
      closing = true;
      await tail;
    },
  };
}

/** Another process, or this one after a restart, will take the write. */
export function unavailable(message: string): LarderError {
  return new LarderError('UNAVAILABLE', message, { retryAfterSeconds: RESTART_SECONDS });
}
