import { BLOCK_BYTES } from './segment/layout.ts';
import { Segment } from './segment/segment.ts';
import type { SegmentData } from './view-data.ts';

/** A segment and which of its entries are live; never changed. */
export interface LiveSegment {
  readonly id: number;
  readonly segment: Segment;
  /** One bit an entry, whole blocks. */
  readonly live: Uint32Array<SharedArrayBuffer>;
  readonly liveCount: number;
}

export function allLive(id: number, segment: Segment): LiveSegment {
  const { entries, blocks } = segment.layout;
  const live = new Uint32Array(new SharedArrayBuffer(blocks * BLOCK_BYTES));
  live.fill(0xffffffff, 0, entries >>> 5);
  if ((entries & 31) !== 0) live[entries >>> 5] = 2 ** (entries & 31) - 1;
  return { id, segment, live, liveCount: entries };
}

export function isLive(live: Uint32Array, entry: number): boolean {
  return ((live[entry >>> 5]! >>> (entry & 31)) & 1) === 1;
}

/** The same segment without some entries, given ascending or not, each once, all of them live. */
export function withoutEntries(part: LiveSegment, entries: readonly number[]): LiveSegment {
  if (entries.length === 0) return part;
  const live = new Uint32Array(new SharedArrayBuffer(part.live.byteLength));
  live.set(part.live);
  for (const entry of entries) live[entry >>> 5]! &= ~(1 << (entry & 31));
  return { ...part, live, liveCount: part.liveCount - entries.length };
}

/** The segments without the entries of these keys; what does not change is shared. */
export function withoutKeys(parts: readonly LiveSegment[], keys: Iterable<string>): LiveSegment[] {
  const gone = parts.map((): number[] => []);
  for (const key of keys) {
    for (const [i, { segment, live }] of parts.entries()) {
      const entry = segment.findKey(key);
      if (entry === undefined || !isLive(live, entry)) continue;
      gone[i]!.push(entry);
      break;
    }
  }
  return parts.map((part, i) => withoutEntries(part, gone[i]!)).filter((part) => part.liveCount > 0);
}

export function segmentData({ id, segment, live, liveCount }: LiveSegment): SegmentData {
  return { id, memory: segment.memory, layout: segment.layout, live: live.buffer, liveCount };
}

export function openSegment({ id, memory, layout, live, liveCount }: SegmentData): LiveSegment {
  return { id, segment: new Segment(memory, layout), live: new Uint32Array(live), liveCount };
}
