import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Hashes the canonical JSON array of operations whose items are added one by one, in order. */
export class StampHasher {
  readonly #hash = sha256.create();
  readonly #encoder = new TextEncoder();
  #count = 0;
  /** UTF-8 bytes of the array so far, brackets included. */
  bytes = 2;

  /** @param json canonical JSON (RFC 8785) of one operation's metadata */
  add(json: string): void {
    const bytes = this.#encoder.encode(`${this.#count === 0 ? '[' : ','}${json}`);
    this.#hash.update(bytes);
    this.bytes += bytes.length - (this.#count === 0 ? 1 : 0);
    this.#count++;
  }

  /** Lower-case hex SHA-256. */
  finish(): string {
    return bytesToHex(this.#hash.update(this.#encoder.encode(this.#count === 0 ? '[]' : ']')).digest());
  }
}
