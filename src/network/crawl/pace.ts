/** Between two requests to one host, milliseconds, where robots.txt asks for no more. */
export const REQUEST_INTERVAL_MS = 1_000;
/** Longest interval that robots.txt is granted, milliseconds: at more, a host with ten addresses takes minutes. */
export const MAX_REQUEST_INTERVAL_MS = 30_000;

/** Keeps requests to one host apart, whoever makes them. */
export class Pace {
  readonly #next = new Map<string, number>();
  readonly #now: () => number;
  readonly #intervalMs: number;

  constructor(now: () => number, intervalMs = REQUEST_INTERVAL_MS) {
    this.#now = now;
    this.#intervalMs = intervalMs;
  }

  /** Resolves when it is the caller's turn with this host. Rejects with the reason of `signal`. */
  async turn(host: string, delayMs: number, signal: AbortSignal): Promise<void> {
    const now = this.#now();
    const at = Math.max(now, this.#next.get(host) ?? 0);
    const interval = Math.min(MAX_REQUEST_INTERVAL_MS, Math.max(this.#intervalMs, delayMs));
    this.#next.set(host, at + interval);
    if (at > now) await pause(at - now, signal);
    signal.throwIfAborted();
  }

  /** Forgets hosts whose turn has come anyway. */
  sweep(): void {
    const now = this.#now();
    for (const [host, next] of this.#next) if (next <= now) this.#next.delete(host);
  }
}

/** Waits; rejects with the reason of `signal`. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
