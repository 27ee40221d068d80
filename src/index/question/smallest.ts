/** Keeps the smallest of many numbers: a heap of bounded size whose root is the largest that is kept. */
export class Smallest {
  readonly #heap: Float64Array;
  #size = 0;

  /** @param limit at least 1 */
  constructor(limit: number) {
    this.#heap = new Float64Array(limit);
  }

  /** The largest of the kept numbers, or infinity while there is room for more. */
  get largest(): number {
    return this.#size < this.#heap.length ? Number.POSITIVE_INFINITY : this.#heap[0]!;
  }

  add(number: number): void {
    if (this.#size < this.#heap.length) this.#rise(this.#size++, number);
    else if (number < this.#heap[0]!) this.#sink(number);
  }

  #rise(from: number, number: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (this.#heap[parent]! >= number) break;
      this.#heap[at] = this.#heap[parent]!;
      at = parent;
    }
    this.#heap[at] = number;
  }

  #sink(number: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#heap[child + 1]! > this.#heap[child]!) child++;
      if (this.#heap[child]! <= number) break;
      this.#heap[at] = this.#heap[child]!;
      at = child;
    }
    this.#heap[at] = number;
  }
}
