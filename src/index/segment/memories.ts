import type { SegmentMemory } from '../kernel/kernel.ts';

/** Bytes of a page of WebAssembly memory. */
const PAGE_BYTES = 64 * 1024;

/**
 * Segments from this many bytes on stand in memories of WebAssembly: some 2,000 entries. Each of those reserves about
 * ten gigabytes of address space until the collector finds it, and small segments come and go with every update;
 * below, the plain kernel answers within microseconds.
 */
export const SMALLEST_WASM_BYTES = 1024 * 1024;

/**
 * Memories of WebAssembly that one thread's indexes may have at a time, those included that the collector has not
 * found yet: 2.5 of the 128 terabytes of address space that a process has. Sixteen segments need sixteen.
 */
export const MAX_WASM_MEMORIES = 256;

export interface MemoriesOptions {
  readonly smallestBytes?: number;
  readonly most?: number;
}

/**
 * Makes the memories of segments, with at most so many of WebAssembly alive, whatever the collector does: past that,
 * and where the engine refuses one, plain shared memory takes its place, which the plain kernel works on with the
 * same answers. So does everything below a size.
 */
export class Memories {
  /** One i32: objects in all threads that keep a memory of WebAssembly alive; at least as many as there are such memories. */
  readonly holders = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  readonly #smallestBytes: number;
  readonly #most: number;

  constructor({ smallestBytes = SMALLEST_WASM_BYTES, most = MAX_WASM_MEMORIES }: MemoriesOptions = {}) {
    this.#smallestBytes = smallestBytes;
    this.#most = most;
  }

  /** A memory of at least so many bytes, all zero, that never grows. Errors: RangeError when there is none left. */
  create(bytes: number): SegmentMemory {
    const isFull = Atomics.load(new Int32Array(this.holders), 0) >= this.#most;
    const memory = bytes < this.#smallestBytes || isFull ? undefined : createWasmMemory(bytes);
    if (memory === undefined) return new SharedArrayBuffer(bytes);
    holdMemory(memory, this.holders);
    return memory;
  }
}

/** The memories of this thread's indexes. */
export const MEMORIES = new Memories();

const held = new WeakSet<SegmentMemory>();
const registry = new FinalizationRegistry<SharedArrayBuffer>((holders) => {
  Atomics.sub(new Int32Array(holders), 0, 1);
});

/** Counts an object that keeps a memory alive, until the collector has taken it; a thread that received one counts its own. */
export function holdMemory(memory: SegmentMemory, holders: SharedArrayBuffer): void {
  if (memory instanceof SharedArrayBuffer || held.has(memory)) return;
  held.add(memory);
  Atomics.add(new Int32Array(holders), 0, 1);
  registry.register(memory, holders);
}

export function bufferOf(memory: SegmentMemory): SharedArrayBuffer {
  return memory instanceof SharedArrayBuffer ? memory : memory.buffer;
}

function createWasmMemory(bytes: number): WebAssembly.Memory | undefined {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  } catch (error) {
    // What the engine says when it cannot reserve or commit the memory.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
