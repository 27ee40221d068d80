import { normalizeIP } from '@fastify/rate-limit';
import { LarderError } from '../errors.ts';
import { IPV6_SUBNET_BITS, MAX_RATE_LIMITED_CALLERS, RATE_WINDOW_MS } from './limits.ts';

/** Counts the requests of each address to one route, beside the limit on all requests, whatever key comes with them. */
export class CallerQuota {
  readonly #perWindow: number;
  readonly #now: () => number;
  /** Oldest window first. */
  readonly #windows = new Map<string, { readonly endsAt: number; count: number }>();

  constructor(perWindow: number, now: () => number) {
    this.#perWindow = perWindow;
    this.#now = now;
  }

  /** Counts one request. Errors: RATE_LIMIT_EXCEEDED. */
  spend(ip: string): void {
    const now = this.#now();
    const address = normalizeIP(ip, IPV6_SUBNET_BITS);
    const open = this.#windows.get(address);
    if (open !== undefined && open.endsAt > now) {
      if (++open.count > this.#perWindow) throw this.#refusal(open.endsAt - now);
      return;
    }
    this.#windows.delete(address);
    this.#windows.set(address, { endsAt: now + RATE_WINDOW_MS, count: 1 });
    for (const oldest of this.#windows.keys()) {
      if (this.#windows.size <= MAX_RATE_LIMITED_CALLERS) return;
      this.#windows.delete(oldest);
    }
  }

  #refusal(waitMs: number): LarderError {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    const message = `Too many requests of this kind: ${this.#perWindow} a minute are allowed. Try again in ${seconds} s.`;
    return new LarderError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: seconds });
  }
}
