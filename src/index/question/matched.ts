import type { EntrySet } from '../kernel/kernel.ts';
import type { Part } from './searched-segment.ts';

/** The matched entries of one part: a bit set in its segment's scratch, until the next question. */
export class Matched {
  readonly part: Part;
  /** Address of the bit set. */
  readonly bits: number;
  readonly count: number;
  /** The value (by place) of which every live entry is matched, and nothing else is; undefined where there is none such. */
  readonly only: number | undefined;
  #list = false;

  constructor(part: Part, bits: number, only?: number) {
    this.part = part;
    this.bits = bits;
    this.only = only;
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

  /** For the overlap with other sets: with a list when the matched entries are very few. */
  get set(): EntrySet {
    return this.#asSet(this.count <= this.part.searched.segment.layout.entries / OVERLAP_SHARE);
  }

  /** The matched entries are few enough to be listed for a pass over them. */
  get isFew(): boolean {
    return this.count <= this.part.searched.scratch.listLength;
  }

  /** For one pass over the matched entries: with a list when they are few. */
  get passed(): EntrySet {
    return this.#asSet(this.isFew);
  }

  /** Another set was listed in the same place. */
  forgetList(): void {
    this.#list = false;
  }

  #asSet(isListed: boolean): EntrySet {
    const { kernel, scratch, segment } = this.part.searched;
    const { blocks } = segment.layout;
    if (this.isEverything) return { bits: 0, blocks, list: 0, listLength: 0 };
    if (!isListed) return { bits: this.bits, blocks, list: 0, listLength: 0 };
    if (!this.#list) kernel.toList(scratch.list, this.bits, blocks);
    this.#list = true;
    return { bits: this.bits, blocks, list: scratch.list, listLength: this.count };
  }
}

/** Up to this share of the entries a list meets other sets sooner than bits do. */
const OVERLAP_SHARE = 64;

export function countMatched(matched: readonly Matched[]): number {
  return matched.reduce((sum, { count }) => sum + count, 0);
}
