import { checkWaiting, unavailable } from './waiting-writes.ts';

/** Work that no caller waits for, done between writes. */
export interface Housekeeping {
  /** So much is left undone that it comes before the next write. */
  readonly overdue: boolean;
  /**
   * Does one step; writes wait for it. Gives the milliseconds after which the next one is worth while: 0 at once,
   * Infinity not before the next write.
   */
  step(): Promise<number>;
}

export interface WriteQueue {
  /** Runs one write after all earlier ones. Errors: its own; UNAVAILABLE after `drain`, and when too many wait. */
  add<T>(write: () => Promise<T>): Promise<T>;
  /** Looks after the house, if nothing else is to be done. */
  wake(): void;
  /** Resolves when no write is under way; later ones are refused. */
  drain(): Promise<void>;
}

/**
 * Runs writes one at a time in the order in which they came, and between them a step of housekeeping, so that it gets
 * on under constant writes too. Each has a turn of the event loop of its own. Housekeeping that fails is fatal.
 */
export function createWriteQueue(housekeeping: Housekeeping, onFatal: (error: unknown) => void): WriteQueue {
  const waiting: (() => Promise<void>)[] = [];
  let running: Promise<void> | undefined;
  let alarm: NodeJS.Timeout | undefined;
  let closing = false;

  const run = async (): Promise<void> => {
    clearTimeout(alarm);
    for (let pause = 0; waiting.length > 0 || (pause === 0 && !closing); ) {
      if (closing || !housekeeping.overdue) await waiting.shift()?.();
      pause = closing ? Number.POSITIVE_INFINITY : await housekeeping.step();
      if (Number.isFinite(pause) && pause > 0) alarm = setTimeout(wake, pause).unref();
      await new Promise(setImmediate);
    }
    running = undefined;
  };
  const wake = (): void => {
    running ??= run().catch(onFatal);
  };

  return {
    wake,
    async add(write) {
      if (closing) throw unavailable('The registry is shutting down.');
      checkWaiting(waiting.length, 0);
      return new Promise((resolve, reject) => {
        waiting.push(() => write().then(resolve, reject));
        wake();
      });
    },
    async drain() {
      closing = true;
      await running;
      clearTimeout(alarm);
    },
  };
}
