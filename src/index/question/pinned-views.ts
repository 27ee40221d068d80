import { invalidArgument } from '../../errors.ts';
import { memoriesOfView, type View } from './view.ts';

/** How long a view is kept after the last page token for it was given out, milliseconds. */
export const PIN_LIFETIME_MS = 5 * 60_000;

/** Memory that pinned views may hold beside the newest one, bytes; the oldest go first. */
export const MAX_PINNED_BYTES = 256 * 1024 * 1024;

/** Fixed cost of a pinned view and of each of its parts, bytes: an estimate. */
const OBJECT_BYTES = 200;

/** The views that page tokens still point to. */
export class PinnedViews {
  readonly #now: () => number;
  readonly #maxBytes: number;
  /** By seq, the least recently pinned first. */
  readonly #pins = new Map<number, { readonly view: View; readonly until: number }>();

  constructor(now: () => number, maxBytes: number) {
    this.#now = now;
    this.#maxBytes = maxBytes;
  }

  /** Keeps a view for the lifetime of a token, as far as memory allows. */
  pin(view: View, newest: View): void {
    const isAnother = this.#pins.get(view.seq)?.view !== view;
    this.#pins.delete(view.seq);
    this.#pins.set(view.seq, { view, until: this.#now() + PIN_LIFETIME_MS });
    // The newest one costs nothing yet, and one that was kept before no more than it did.
    if (isAnother && view !== newest) this.release(newest);
  }

  /** Drops what is too old or too large; call it when `newest` has changed. */
  release(newest: View): void {
    for (const [seq, { until }] of this.#pins) if (until <= this.#now()) this.#pins.delete(seq);
    // Other segments with the same entries, as after a merge, give the same pages.
    for (const [seq, { view }] of this.#pins) {
      if (view.seq === newest.seq && view !== newest) this.#pins.delete(seq);
    }
    while (this.#bytes(newest) > this.#maxBytes) {
      const [oldest] = this.#pins.keys();
      if (oldest === undefined) return;
      this.#pins.delete(oldest);
    }
  }

  /** Errors: INVALID_ARGUMENT when the view is gone. */
  get(seq: number, newest: View): View {
    if (seq === newest.seq) return newest;
    this.release(newest);
    const pin = this.#pins.get(seq);
    if (pin === undefined) {
      throw invalidArgument(
        'The page token has expired: the results that it continues are no longer kept. Start again without pageToken.',
      );
    }
    return pin.view;
  }

  get views(): readonly View[] {
    return [...this.#pins.values()].map(({ view }) => view);
  }

  /** What the pins hold that the newest view does not hold anyway. */
  #bytes(newest: View): number {
    const counted = new Set<object>([...memoriesOfView(newest)].map(([memory]) => memory));
    let bytes = 0;
    for (const view of this.views) {
      bytes += OBJECT_BYTES * (1 + view.parts.length);
      for (const [memory, own] of memoriesOfView(view)) {
        if (!counted.has(memory)) bytes += own;
        counted.add(memory);
      }
    }
    return bytes;
  }
}
