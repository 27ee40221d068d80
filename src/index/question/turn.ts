import { setImmediate } from 'node:timers/promises';

/** After so long others have their turn: a facet over values that all differ takes a tenth of a second at a million. */
export const TURN_MS = 5;

/** Watches how long the event loop has been held. */
export class Turn {
  readonly #most: number;
  #began = performance.now();

  /** @param most milliseconds */
  constructor(most: number) {
    this.#most = most;
  }

  get isLong(): boolean {
    return performance.now() - this.#began >= this.#most;
  }

  /** Lets everything else that waits go first. */
  async next(): Promise<void> {
    await setImmediate();
    this.#began = performance.now();
  }
}
