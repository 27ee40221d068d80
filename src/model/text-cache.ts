/** A string costs up to two bytes a code unit. */
const BYTES_A_CODE_UNIT = 2;
/** Fixed cost of a text in the map, bytes: an estimate. */
const OBJECT_BYTES = 200;

/** Texts by key within a bound of memory, the least recently used forgotten first. */
export class TextCache<Key extends string | number> {
  readonly #maxBytes: number;
  /** The least recently used first. */
  readonly #texts = new Map<Key, string>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Estimate of what is held, bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  find(key: Key): string | undefined {
    const text = this.#texts.get(key);
    if (text === undefined) return undefined;
    this.#texts.delete(key);
    this.#texts.set(key, text);
    return text;
  }

  keep(key: Key, text: string): void {
    this.#forget(key);
    this.#texts.set(key, text);
    this.#bytes += bytesOf(key, text);
    for (const oldest of this.#texts.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#forget(oldest);
    }
  }

  clear(): void {
    this.#texts.clear();
    this.#bytes = 0;
  }

  #forget(key: Key): void {
    const text = this.#texts.get(key);
    if (text === undefined) return;
    this.#texts.delete(key);
    this.#bytes -= bytesOf(key, text);
  }
}

function bytesOf(key: string | number, text: string): number {
  const keyLength = typeof key === 'string' ? key.length : 0;
  return (keyLength + text.length) * BYTES_A_CODE_UNIT + OBJECT_BYTES;
}
