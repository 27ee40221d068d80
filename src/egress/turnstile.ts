import { EgressError } from './egress-error.ts';

/** Lets a number of callers be inside at once, and as many as are told wait for their turn, first come first served. */
export class Turnstile {
  readonly #open: number;
  readonly #maxWaiting: number;
  readonly #waiting = new Set<() => void>();
  #inside = 0;

  constructor({ open, waiting }: { readonly open: number; readonly waiting: number }) {
    this.#open = open;
    this.#maxWaiting = waiting;
  }

  get idle(): boolean {
    return this.#inside === 0 && this.#waiting.size === 0;
  }

  /** Resolves with what lets the next one in. Rejects with `busy`, or with the reason of `signal`. */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#inside < this.#open) this.#inside += 1;
    else await this.#wait(signal);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leave();
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) {
      throw new EgressError('busy', `${this.#maxWaiting} requests are waiting already`);
    }
    return new Promise((resolve, reject) => {
      const give = (): void => {
        this.#waiting.delete(go);
        reject(signal.reason);
      };
      const go = (): void => {
        signal.removeEventListener('abort', give);
        resolve();
      };
      this.#waiting.add(go);
      signal.addEventListener('abort', give, { once: true });
    });
  }

  /** The place goes straight to the next in line, so nobody can slip in between. */
  #leave(): void {
    for (const next of this.#waiting) {
      this.#waiting.delete(next);
      next();
      return;
    }
    this.#inside -= 1;
  }
}
