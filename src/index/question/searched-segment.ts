import type { CreateKernel, Kernel } from '../kernel/kernel.ts';
import { layOutScratch, type Scratch } from '../segment/lay-out-scratch.ts';
import { BLOCK_BYTES } from '../segment/layout.ts';
import { holdMemory } from '../segment/memories.ts';
import { Segment } from '../segment/segment.ts';
import type { SegmentData } from '../view-data.ts';

/** A segment with its kernel and its scratch, as the one thread that answers uses it. */
export class SearchedSegment {
  readonly id: number;
  readonly segment: Segment;
  readonly kernel: Kernel;
  readonly scratch: Scratch;
  #live: SharedArrayBuffer | undefined;
  #counted: SharedArrayBuffer | undefined;
  readonly #known = new Map<number, KnownCounts>();

  constructor(
    { id, memory, layout }: SegmentData,
    memoryHolders: SharedArrayBuffer,
    createKernel: CreateKernel,
  ) {
    holdMemory(memory, memoryHolders);
    this.id = id;
    this.segment = new Segment(memory, layout);
    this.kernel = createKernel(memory);
    this.scratch = layOutScratch(layout, layout.scratch);
  }

  /** Address of the live bits; views of one segment differ in nothing else. */
  useLive(live: SharedArrayBuffer): number {
    if (this.#live !== live) {
      this.segment.bytes.set(new Uint8Array(live), this.scratch.live);
      this.#live = live;
    }
    return this.scratch.live;
  }

  /** What `findKnown` found, as far as it was asked for; of one version only, that of the last call. */
  knownCounts(live: SharedArrayBuffer): Map<number, KnownCounts> {
    if (this.#counted !== live) this.#known.clear();
    this.#counted = live;
    return this.#known;
  }
}

/** Entries by value of one path, and all counts together. */
export interface KnownCounts {
  readonly counts: Uint32Array;
  readonly sum: number;
}

/** A segment as one view sees it. */
export interface Part {
  readonly searched: SearchedSegment;
  readonly live: SharedArrayBuffer;
  readonly liveCount: number;
}

/** The members of a bit set in `words` from `start` on, ascending. */
export function* eachBit(words: Uint32Array, bits: number, blocks: number, start = 0): Generator<number> {
  const first = bits / 4;
  for (let i = start >>> 5; i < (blocks * BLOCK_BYTES) / 4; i++) {
    let word = words[first + i]!;
    if (i === start >>> 5) word = (word >>> (start & 31)) << (start & 31);
    for (; word !== 0; word &= word - 1) yield (i << 5) + 31 - Math.clz32(word & -word);
  }
}
