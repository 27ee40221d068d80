/** Keeps the largest of many counts: a heap of bounded size whose root is the least that is kept. */
export class Largest {
  readonly #heap: Uint32Array;
  #size = 0;

  constructor(limit: number) {
    this.#heap = new Uint32Array(limit);
  }

  /** The least of the kept counts, or 0 while there is room for more. A limit of 0 keeps nothing: then infinity. */
  get least(): number {
    if (this.#heap.length === 0) return Number.POSITIVE_INFINITY;
    return this.#size < this.#heap.length ? 0 : this.#heap[0]!;
  }

  add(count: number): void {
    if (this.#size < this.#heap.length) this.#rise(this.#size++, count);
    else if (count > this.least) this.#sink(count);
  }

  #rise(from: number, count: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (this.#heap[parent]! <= count) break;
      this.#heap[at] = this.#heap[parent]!;
      at = parent;
    }
    this.#heap[at] = count;
  }

  #sink(count: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#heap[child + 1]! < this.#heap[child]!) child++;
      if (this.#heap[child]! >= count) break;
      this.#heap[at] = this.#heap[child]!;
      at = child;
    }
    this.#heap[at] = count;
  }
}
