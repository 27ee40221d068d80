import { EgressError, type EgressErrorCode } from './egress-error.ts';

type Cause = Extract<EgressErrorCode, 'timed-out' | 'aborted' | 'closed'>;

/** What ends a request early: its deadline, its caller, or the end of the program. */
export class Stop {
  readonly #controller = new AbortController();
  readonly #shown: string;
  readonly #deadlineMs: number;
  readonly #caller: AbortSignal | undefined;
  readonly #onCaller = (): void => this.end('aborted');
  readonly #onRelease: (stop: Stop) => void;
  #timer: NodeJS.Timeout | undefined;
  /** When the deadline is, on the clock of `performance`. */
  #endsAt: number;

  constructor(options: {
    readonly shown: string;
    readonly deadlineMs: number;
    readonly caller: AbortSignal | undefined;
    readonly onRelease: (stop: Stop) => void;
  }) {
    this.#shown = options.shown;
    this.#deadlineMs = options.deadlineMs;
    this.#caller = options.caller;
    this.#onRelease = options.onRelease;
    this.#endsAt = performance.now() + options.deadlineMs;
    this.#run();
    if (options.caller?.aborted) this.end('aborted');
    options.caller?.addEventListener('abort', this.#onCaller, { once: true });
  }

  /** Aborts with an EgressError as its reason. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(cause: Cause): void {
    const messages: Record<Cause, string> = {
      'timed-out': `${this.#shown} did not answer in full within ${this.#deadlineMs} ms`,
      aborted: `the request to ${this.#shown} was given up`,
      closed: `the request to ${this.#shown} was cut off: the program is closing`,
    };
    this.#controller.abort(new EgressError(cause, messages[cause]));
    this.release();
  }

  /**
   * Does something whose time does not count against the deadline; the caller and the end of the program still count. Errors:
   * those of `work`, and the reason of the signal.
   */
  async hold(work: () => Promise<void>): Promise<void> {
    this.lift();
    const from = performance.now();
    await work();
    this.#endsAt += performance.now() - from;
    this.signal.throwIfAborted();
    this.#run();
  }

  /** From here on there is no deadline; the caller and the end of the program still count. */
  lift(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #run(): void {
    this.#timer = setTimeout(() => this.end('timed-out'), this.#endsAt - performance.now());
  }

  /** Nothing is left to be stopped. */
  release(): void {
    this.lift();
    this.#caller?.removeEventListener('abort', this.#onCaller);
    this.#onRelease(this);
  }
}
