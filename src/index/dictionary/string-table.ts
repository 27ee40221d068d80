import { chunkLength, chunkOf, chunkStart } from './chunks.ts';
import { compareTexts, maxTextBytes, readText, type TextAt, writeText } from './text-bytes.ts';

/** A string table as plain data over shared memory: what a reader in another thread makes its own of. */
export interface StringTableData {
  /** Strings that the reader may see; the writer may have gone on. */
  readonly size: number;
  /** Bytes of the arena in use. */
  readonly arenaEnd: number;
  /** Open addressing, linear probing: u32, a power of two of them; number + 1, or 0. */
  readonly slots: SharedArrayBuffer;
  /** Chunks of bytes; each string is its length (u16), its scope (u32), its text, and lies in one chunk. */
  readonly arena: readonly SharedArrayBuffer[];
  /** Chunks of u32 pairs: where a string starts in the arena, and its hash. */
  readonly records: readonly SharedArrayBuffer[];
}

/** Length and scope before each text, bytes. */
const LENGTH_BYTES = 2;
const SCOPE_BYTES = 4;

/** Bytes of one text; paths, the longest strings, have at most 16 names of 256 characters. */
export const MAX_TEXT_BYTES = 0x3fff;

const FIRST_SLOTS = 1 << 10;
/** u32 a string in `records`. */
export const RECORD_WORDS = 2;

/**
 * Numbers (scope, text) pairs in order of first appearance, without a JavaScript object for any of them. Numbers
 * stay valid for the life of the index. One writer adds; readers in other threads see what their `data` covers,
 * because bytes are written before the slot that leads to them, and nothing is moved.
 */
export class StringTable {
  #size: number;
  #arenaEnd: number;
  #slots: Uint32Array;
  readonly #arena: Buffer[];
  readonly #records: Uint32Array[];
  /** The scope and text that are looked up. */
  #key = Buffer.alloc(1 << 10);
  #keyHash = 0;

  constructor(data?: StringTableData) {
    this.#size = data?.size ?? 0;
    this.#arenaEnd = data?.arenaEnd ?? 0;
    this.#slots = new Uint32Array(data?.slots ?? new SharedArrayBuffer(4 * FIRST_SLOTS));
    this.#arena = (data?.arena ?? []).map((chunk) => Buffer.from(chunk));
    this.#records = (data?.records ?? []).map((chunk) => new Uint32Array(chunk));
  }

  get size(): number {
    return this.#size;
  }

  get data(): StringTableData {
    return {
      size: this.#size,
      arenaEnd: this.#arenaEnd,
      slots: sharedBuffer(this.#slots),
      arena: this.#arena.map(sharedBuffer),
      records: this.#records.map(sharedBuffer),
    };
  }

  /** The memories that it holds. */
  get buffers(): readonly SharedArrayBuffer[] {
    return [this.#slots, ...this.#arena, ...this.#records].map(sharedBuffer);
  }

  find(scope: number, text: string): number | undefined {
    const found = this.#slots[this.#slotOf(this.#writeKey(scope, text))]!;
    return found === 0 ? undefined : found - 1;
  }

  /** Only for the one writer. */
  add(scope: number, text: string): number {
    const length = this.#writeKey(scope, text);
    const slot = this.#slotOf(length);
    const found = this.#slots[slot]!;
    if (found !== 0) return found - 1;
    const number = this.#size;
    this.#writeRecord(number, this.#writeArena(length), this.#keyHash);
    Atomics.store(this.#slots, slot, number + 1);
    this.#size++;
    if (3 * this.#size > 2 * this.#slots.length) this.#growSlots();
    return number;
  }

  textOf(number: number): string {
    const { bytes, start, end } = this.#at(number);
    return readText(bytes, start, end);
  }

  scopeOf(number: number): number {
    const { bytes, start } = this.#at(number);
    return bytes.readUInt32LE(start - SCOPE_BYTES);
  }

  /** Below zero when the text of `a` comes first by UTF-16 code unit. */
  compare(a: number, b: number): number {
    return compareTexts(this.#at(a), this.#at(b));
  }

  #at(number: number): TextAt {
    if (number >= this.#size) throw new RangeError(`no string has number ${number}`);
    const at = this.#record(number, 0);
    const chunk = chunkOf(at);
    const bytes = this.#arena[chunk]!;
    const from = at - chunkStart(chunk);
    const start = from + LENGTH_BYTES + SCOPE_BYTES;
    return { bytes, start, end: start + (bytes[from]! | (bytes[from + 1]! << 8)) };
  }

  #record(number: number, item: 0 | 1): number {
    const at = RECORD_WORDS * number + item;
    const chunk = chunkOf(at);
    return this.#records[chunk]![at - chunkStart(chunk)]!;
  }

  /** Writes what is looked up, with its hash, and gives its length. */
  #writeKey(scope: number, text: string): number {
    const most = SCOPE_BYTES + maxTextBytes(text);
    if (this.#key.length < most) this.#key = Buffer.alloc(2 * most);
    const key = this.#key;
    key[0] = scope;
    key[1] = scope >>> 8;
    key[2] = scope >>> 16;
    key[3] = scope >>> 24;
    const start = hashStep(HASH_START, scope);
    let hash = start;
    let end = SCOPE_BYTES;
    for (; end < text.length + SCOPE_BYTES; end++) {
      const unit = text.charCodeAt(end - SCOPE_BYTES);
      if (unit >= 0x80) break;
      key[end] = unit;
      hash = hashStep(hash, unit);
    }
    if (end < text.length + SCOPE_BYTES) {
      end = writeText(key, SCOPE_BYTES, text);
      hash = start;
      for (let i = SCOPE_BYTES; i < end; i++) hash = hashStep(hash, key[i]!);
    }
    this.#keyHash = finishHash(hash);
    return end;
  }

  /** The slot of the key, or the free one where it belongs. Numbers past the view are passed over. */
  #slotOf(length: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = this.#keyHash & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot]! - 1;
      if (number < 0 || (number < this.#size && this.#isKey(number, length))) return slot;
    }
  }

  #isKey(number: number, length: number): boolean {
    const record = RECORD_WORDS * number;
    const chunk = chunkOf(record);
    const records = this.#records[chunk]!;
    const place = record - chunkStart(chunk);
    if (records[place + 1] !== this.#keyHash) return false;
    const at = records[place]!;
    const arenaChunk = chunkOf(at);
    const arena = this.#arena[arenaChunk]!;
    const from = at - chunkStart(arenaChunk);
    if ((arena[from]! | (arena[from + 1]! << 8)) !== length - SCOPE_BYTES) return false;
    const key = this.#key;
    const first = from + LENGTH_BYTES;
    for (let i = 0; i < length; i++) if (arena[first + i] !== key[i]) return false;
    return true;
  }

  #writeArena(length: number): number {
    const textBytes = length - SCOPE_BYTES;
    if (textBytes > MAX_TEXT_BYTES)
      throw new RangeError(`a text of ${textBytes} bytes is too long to number`);
    const bytes = LENGTH_BYTES + length;
    let at = this.#arenaEnd;
    let chunk = chunkOf(at);
    if (at + bytes > chunkStart(chunk) + chunkLength(chunk)) at = chunkStart(++chunk);
    if (chunk > MAX_CHUNK) throw new RangeError('the dictionary is full: it holds 4 GiB of distinct texts');
    this.#arena[chunk] ??= Buffer.from(new SharedArrayBuffer(chunkLength(chunk)));
    const arena = this.#arena[chunk]!;
    const from = at - chunkStart(chunk);
    arena[from] = textBytes;
    arena[from + 1] = textBytes >>> 8;
    this.#key.copy(arena, from + LENGTH_BYTES, 0, length);
    this.#arenaEnd = at + bytes;
    return at;
  }

  #writeRecord(number: number, start: number, hash: number): void {
    const at = RECORD_WORDS * number;
    const chunk = chunkOf(at);
    this.#records[chunk] ??= new Uint32Array(
      new SharedArrayBuffer(Uint32Array.BYTES_PER_ELEMENT * chunkLength(chunk)),
    );
    const records = this.#records[chunk]!;
    records[at - chunkStart(chunk)] = start;
    records[at - chunkStart(chunk) + 1] = hash;
  }

  #growSlots(): void {
    const slots = new Uint32Array(new SharedArrayBuffer(2 * this.#slots.byteLength));
    const mask = slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let slot = this.#record(number, 1) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

/** The last chunk whose items 32 bits can name. */
const MAX_CHUNK = chunkOf(0xffffffff);

/** FNV-1a over the scope and the bytes, then mixed so that the low bits say as much as the high ones (as in MurmurHash 3). */
const HASH_START = 0x811c9dc5;

function hashStep(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

function finishHash(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function sharedBuffer(view: Uint8Array | Uint32Array): SharedArrayBuffer {
  const { buffer } = view;
  if (buffer instanceof SharedArrayBuffer) return buffer;
  throw new TypeError('the memory of a string table is shared');
}
