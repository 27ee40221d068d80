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

  /** Address of the matched entries as a list, when they are few. */
  findList(): number | undefined {
    const { kernel, scratch, segment } = this.part.searched;
    if (this.count > scratch.listLength) return undefined;
    if (!this.#list) kernel.toList(scratch.list, this.bits, segment.layout.blocks);
    this.#list = true;
    return scratch.list;
  }
}

export function countMatched(matched: readonly Matched[]): number {
  return matched.reduce((sum, { count }) => sum + count, 0);
}
