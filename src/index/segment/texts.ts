import { maxTextBytes, writeText } from '../dictionary/text-bytes.ts';

/** Texts one behind the other: text i is `bytes[offsets[i] .. offsets[i + 1])`. */
export interface Texts {
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Grows as texts are added. */
export class TextsBuilder {
  #offsets = new Uint32Array(64);
  #bytes = new Uint8Array(1 << 10);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(text: string): void {
    const end = this.#offsets[this.#count]!;
    this.#reserve(end + maxTextBytes(text));
    this.#close(writeText(this.#bytes, end, text));
  }

  addBytes(bytes: Uint8Array): void {
    const end = this.#offsets[this.#count]!;
    this.#reserve(end + bytes.length);
    this.#bytes.set(bytes, end);
    this.#close(end + bytes.length);
  }

  get texts(): Texts {
    const offsets = this.#offsets.subarray(0, this.#count + 1);
    return { offsets, bytes: this.#bytes.subarray(0, offsets[this.#count]) };
  }

  #close(end: number): void {
    this.#count++;
    if (this.#count === this.#offsets.length) {
      const grown = new Uint32Array(2 * this.#count);
      grown.set(this.#offsets);
      this.#offsets = grown;
    }
    this.#offsets[this.#count] = end;
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * bytes);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** A field that entries are ordered by: its distinct texts, ascending, and the rank of each entry's. */
export interface Ranked {
  readonly texts: Texts;
  readonly ranks: Uint32Array;
}
