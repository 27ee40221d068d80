import type { EntrySet } from '../kernel/kernel.ts';
import type { Part } from './searched-segment.ts';

/** The matched entries of one part: a bit set in its segment's scratch, until the next question. */
export class Matched {
  readonly part: Part;
  /** Address of the bit set. */
  readonly bits: number;
  readonly count: number;
  #list = false;

  constructor(part: Part, bits: number) {
    this.part = part;
    this.bits = bits;
    const { kernel, segment, scratch } = part.searched;
    this.count = bits === scratch.live ? part.liveCount : kernel.count(bits, segment.layout.blocks);
  }

  /** Every entry of the segment is matched. */
  get isEverything(): boolean {
    return this.count === this.part.searched.segment.layout.entries;
  }

  /** Every live entry is matched, and some are not live. */
  get isLive(): boolean {
    return this.bits === this.part.searched.scratch.live && !this.isEverything;
  }

  /** As the kernel takes it: with a list when the matched entries are few. */
  get set(): EntrySet {
    const { kernel, scratch, segment } = this.part.searched;
    const { blocks } = segment.layout;
    if (this.isEverything) return { bits: 0, blocks, list: 0, listLength: 0 };
    if (this.count > scratch.listLength) return { bits: this.bits, blocks, list: 0, listLength: 0 };
    if (!this.#list) kernel.toList(scratch.list, this.bits, blocks);
    this.#list = true;
    return { bits: this.bits, blocks, list: scratch.list, listLength: this.count };
  }
}

export function countMatched(matched: readonly Matched[]): number {
  return matched.reduce((sum, { count }) => sum + count, 0);
}
