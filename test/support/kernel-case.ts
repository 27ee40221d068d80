import fc from 'fast-check';
import { chooseKernel } from '../../src/index/kernel/choose-kernel.ts';
import type { Kernel } from '../../src/index/kernel/kernel.ts';

type Section = Uint8Array | Uint16Array | Uint32Array;

const PAGES = 4;
/** Bytes between two sections, which no function may touch. */
const GAP = 48;
const GARBAGE = 0xa5;

const garbage = new Uint8Array(PAGES * 65_536).fill(GARBAGE);

const memories = {
  plain: new WebAssembly.Memory({ initial: PAGES, maximum: PAGES, shared: true }),
  wasm: new WebAssembly.Memory({ initial: PAGES, maximum: PAGES, shared: true }),
};
const kernels = {
  plain: chooseKernel('plain')(memories.plain),
  wasm: chooseKernel('wasm')(memories.wasm),
};

/**
 * Runs one function over sections that lie apart in a memory of garbage. Returns its result and the sections after
 * it; throws when anything outside of them changed.
 */
export function runKernel<Sections extends readonly Section[]>(
  name: Kernel['name'],
  sections: Sections,
  call: (kernel: Kernel, ...offsets: { [K in keyof Sections]: number }) => unknown,
): { readonly result: unknown; readonly sections: readonly number[][] } {
  const bytes = new Uint8Array(memories[name].buffer);
  bytes.set(garbage);
  const offsets: number[] = [];
  let end = GAP;
  for (const section of sections) {
    offsets.push(end);
    bytes.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), end);
    end = Math.ceil((end + section.byteLength + GAP) / 16) * 16;
  }
  const result = call(kernels[name], ...(offsets as { [K in keyof Sections]: number }));
  const after = sections.map((section, i) => {
    const at = offsets[i]!;
    const copy = bytes.slice(at, at + section.byteLength);
    bytes.fill(GARBAGE, at, at + section.byteLength);
    const { BYTES_PER_ELEMENT: width } = section;
    if (width === 4) return [...new Uint32Array(copy.buffer)];
    return width === 2 ? [...new Uint16Array(copy.buffer)] : [...copy];
  });
  if (Buffer.compare(bytes, garbage) !== 0)
    throw new Error(`The ${name} kernel wrote outside of its sections.`);
  return { result, sections: after };
}

export const blocksOf = (size: number) => Math.ceil(size / 128);

/** The bits of a set of entries, padded to whole blocks. */
export function bitsOf(entries: Iterable<number>, size: number): Uint32Array {
  const words = new Uint32Array(blocksOf(size) * 4);
  for (const entry of entries) words[entry >>> 5]! |= 1 << (entry & 31);
  return words;
}

export function scoresOf(scores: readonly number[]): Uint16Array {
  const padded = new Uint16Array(blocksOf(scores.length) * 128);
  padded.set(scores);
  return padded;
}

/** How many entries, around the sizes of a word and a block. */
export const sizes = fc.oneof(
  fc.constantFrom(0, 1, 7, 8, 31, 32, 63, 64, 127, 128, 129, 255, 256, 512, 4_095, 4_096),
  fc.nat({ max: 700 }),
);

/** A fair source of numbers from a seed: drawn one by one, thousands of entries would take fast-check seconds. */
export const sources = fc.nat({ max: 0xffffffff }).map((seed) => {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** 0 to `end` - 1. */
    below: (end: number) => Math.floor(next() * end),
    /** Ascending: each number below `size` with the chance `share`. */
    some: (size: number, share: number) =>
      Array.from({ length: size }, (_, i) => i).filter(() => next() < share),
    array: (length: number, make: (below: (end: number) => number) => number) =>
      Array.from({ length }, () => make((end) => Math.floor(next() * end))),
  };
});

/** The share of the entries that a set holds. */
export const shares = fc.constantFrom(0, 0.005, 0.05, 0.4, 0.9, 1);
