import type { StringTableData } from './dictionary/string-table.ts';
import type { SegmentMemory } from './kernel/kernel.ts';
import type { SegmentLayout } from './segment/layout.ts';

/**
 * One version of the index as the writer hands it over: plain data that survives `postMessage`. Every memory in
 * it is shared and nothing is copied; a reader finds all that it needs here, and an older hand-over may be skipped.
 */
export interface ViewData {
  /** The `changes.seq` that it answers for. */
  readonly seq: number;
  readonly paths: StringTableData;
  /** Values, each under the number of its path. */
  readonly values: StringTableData;
  readonly terms: StringTableData;
  readonly segments: readonly SegmentData[];
  /** See `Memories.holders`. */
  readonly memoryHolders: SharedArrayBuffer;
}

/** A segment and which of its entries are live. */
export interface SegmentData {
  /** Differs from that of every other segment of the same writer; a merge makes a new one. */
  readonly id: number;
  /** Fixed in size. The sections never change; what follows them is scratch for the one reader. */
  readonly memory: SegmentMemory;
  readonly layout: SegmentLayout;
  /** One bit an entry, whole 16-byte blocks, bits past the end zero. Never changed: a removal makes a new one. */
  readonly live: SharedArrayBuffer;
  readonly liveCount: number;
}
