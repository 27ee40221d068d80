import { FAILURES_TO_OPEN, MAX_OPEN_MS, OPEN_MS } from './limits.ts';

/** Keeps questions from an upstream that has failed several times in a row, but for one now and then. */
export class Circuit {
  readonly #now: () => number;
  #failures = 0;
  #openMs = OPEN_MS;
  /** When it may be asked again; 0 while nothing is wrong. */
  #until = 0;
  /** A question is under way that decides whether the others may follow. */
  #probing = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `closed`: ask. `open`: do not. `probing`: one question is on its way, wait for what becomes of it. */
  get state(): 'closed' | 'open' | 'probing' {
    if (this.#until === 0) return 'closed';
    return this.#probing ? 'probing' : 'open';
  }

  get failures(): number {
    return this.#failures;
  }

  /** Milliseconds of the clock at which it is asked again, while it is open. */
  get until(): number | undefined {
    return this.#until === 0 ? undefined : this.#until;
  }

  /** True when a question may go out. The one that is let through an open circuit has to be reported on. */
  enter(): boolean {
    if (this.#until === 0) return true;
    if (this.#probing || this.#now() < this.#until) return false;
    this.#probing = true;
    return true;
  }

  succeed(): void {
    this.#failures = 0;
    this.#openMs = OPEN_MS;
    this.#until = 0;
    this.#probing = false;
  }

  fail(): void {
    this.#failures += 1;
    const again = this.#probing;
    this.#probing = false;
    // Questions that were under way when it opened say nothing new.
    if (this.#failures < FAILURES_TO_OPEN || (this.#until !== 0 && !again)) return;
    if (again) this.#openMs = Math.min(this.#openMs * 2, MAX_OPEN_MS);
    this.#until = this.#now() + this.#openMs;
  }

  /** It asked for quiet, which is no failure. */
  rest(milliseconds: number): void {
    this.#probing = false;
    this.#until = this.#now() + Math.min(milliseconds, MAX_OPEN_MS);
  }

  /** The question said nothing about the upstream: it never went out. */
  cancel(): void {
    this.#probing = false;
  }
}
