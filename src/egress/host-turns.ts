import { MAX_PER_HOST, MAX_WAITING_PER_HOST } from './limits.ts';
import { Turnstile } from './turnstile.ts';

/** Who may ask which host now. Only hosts that are being asked are remembered. */
export class HostTurns {
  readonly #turnstiles = new Map<string, Turnstile>();

  /** Errors: as `Turnstile.enter`. */
  async enter(host: string, signal: AbortSignal): Promise<() => void> {
    const turnstile =
      this.#turnstiles.get(host) ?? new Turnstile({ open: MAX_PER_HOST, waiting: MAX_WAITING_PER_HOST });
    this.#turnstiles.set(host, turnstile);
    const forget = (): void => {
      if (turnstile.idle && this.#turnstiles.get(host) === turnstile) this.#turnstiles.delete(host);
    };
    try {
      const leave = await turnstile.enter(signal);
      return () => {
        leave();
        forget();
      };
    } catch (error) {
      forget();
      throw error;
    }
  }
}
