/** A run of u32 that grows. */
export class GrowableNumbers {
  #items = new Uint32Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(item: number): void {
    if (this.#length === this.#items.length) {
      const grown = new Uint32Array(2 * this.#length);
      grown.set(this.#items);
      this.#items = grown;
    }
    this.#items[this.#length++] = item;
  }

  clear(): void {
    this.#length = 0;
  }

  /** What was pushed; valid until the next push. */
  get items(): Uint32Array {
    return this.#items.subarray(0, this.#length);
  }
}
