import { GrowableNumbers } from '../segment/growable.ts';

/** Counts by value number, summed over segments. As long as the dictionary, and zero between uses. */
export class Tally {
  #counts = new Uint32Array(0);
  readonly #numbers = new GrowableNumbers();

  /** Empties it for numbers below `size`. */
  start(size: number): void {
    for (const number of this.#numbers.items) this.#counts[number] = 0;
    this.#numbers.clear();
    if (size > this.#counts.length) this.#counts = new Uint32Array(2 * size);
  }

  has(number: number): boolean {
    return this.#counts[number] !== 0;
  }

  /** `count` is at least 1. */
  add(number: number, count: number): void {
    if (this.#counts[number] === 0) this.#numbers.push(number);
    this.#counts[number]! += count;
  }

  /** The numbers that were counted, in order of first appearance. */
  get numbers(): Uint32Array {
    return this.#numbers.items;
  }

  /** The counts beside `numbers`. */
  get counts(): Uint32Array {
    const numbers = this.#numbers.items;
    const counts = new Uint32Array(numbers.length);
    for (let i = 0; i < numbers.length; i++) counts[i] = this.#counts[numbers[i]!]!;
    return counts;
  }
}
