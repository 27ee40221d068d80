import { setImmediate as nextTurn } from 'node:timers/promises';

/** After so long the rest has its turn: sixteen questions that come at once hold the event loop for thirty milliseconds. */
export const TURN_MS = 5;

/**
 * Shares the event loop between questions and everything else: what is asked within one turn of the loop is worked on for
 * a bounded time together, and the rest waits for the next turn, first come first served.
 */
export class Turns {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  /** When the first question of this turn began; undefined when there was none yet. */
  #began: number | undefined;

  /** @param most milliseconds of a turn; 0 lets one piece of work have it */
  constructor(most: number) {
    this.#most = most;
  }

  /** A new question: undefined when it may begin at once, or what to await first. */
  begin(): Promise<void> | undefined {
    if (this.#waiting.length > 0 || this.#isOver) return this.#wait();
    this.#open();
    return undefined;
  }

  /**
   * Between two steps of one question: undefined when it may go on at once, or what to await first. Others that begin
   * meanwhile cost it what it has in the scratch, so it waits only when it took a whole turn for itself.
   *
   * @param since when it began or last went on, by `performance.now()`
   */
  goOn(since: number): Promise<void> | undefined {
    return performance.now() - since >= this.#most ? this.#wait() : undefined;
  }

  get #isOver(): boolean {
    return this.#began !== undefined && performance.now() - this.#began >= this.#most;
  }

  #open(): void {
    if (this.#began !== undefined) return;
    this.#began = performance.now();
    void this.#passOn();
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Lets those who wait go on, one after the other, until a turn is over that nobody waited in. */
  async #passOn(): Promise<void> {
    do {
      await nextTurn();
      this.#began = performance.now();
      while (this.#waiting.length > 0) {
        this.#waiting.shift()?.();
        // What was let go runs before this goes on.
        await undefined;
        if (this.#isOver) break;
      }
    } while (this.#waiting.length > 0);
    this.#began = undefined;
  }
}
