import { COUNT_SCRATCH } from '../kernel/kernel.ts';
import { BLOCK_BYTES, type SegmentLayout } from './layout.ts';

const WORD = Uint32Array.BYTES_PER_ELEMENT;
const HALF = Uint16Array.BYTES_PER_ELEMENT;

/** Where the scratch of the one reader stands, byte addresses. */
export interface Scratch {
  /** The live entries of the view that asks. */
  readonly live: number;
  /** The matched set. */
  readonly matched: number;
  /** The entries of one condition. */
  readonly condition: number;
  /** The matched set as a list, while it is at most `listLength` long. */
  readonly list: number;
  readonly listLength: number;
  readonly scores: number;
  readonly scoreBytes: number;
  readonly passageScores: number;
  readonly passageScoreBytes: number;
  /** Ten u16. */
  readonly top: number;
  /** One u32 for each value of a path. */
  readonly counters: number;
  /** One u32 for each value of a path: those that were counted more often than some number. */
  readonly counted: number;
  /** COUNT_SCRATCH bytes. */
  readonly taken: number;
  /** WALK_BATCH u32: numbers of values that are asked for, the counts from which they matter, and their counts. */
  readonly wanted: number;
  readonly wantedLeasts: number;
  readonly wantedCounts: number;
  readonly end: number;
}

type Sized = Pick<SegmentLayout, 'entries' | 'blocks' | 'passages' | 'mostValues'>;

/** Values counted at a time in each segment while a path's values are walked. */
export const WALK_BATCH = 64;

/**
 * Matched sets are also kept as a list up to this share of the entries: columns are then counted without looking for set
 * bits again at each.
 */
const LIST_SHARE = 8;

export function layOutScratch(layout: Sized, from: number): Scratch {
  let end = from;
  const take = (bytes: number): number => {
    const at = end;
    end = Math.ceil((end + bytes) / BLOCK_BYTES) * BLOCK_BYTES;
    return at;
  };
  const bitSet = layout.blocks * BLOCK_BYTES;
  const listLength = Math.ceil(layout.entries / LIST_SHARE);
  const scoreBytes = layout.blocks * 8 * BLOCK_BYTES * HALF;
  const passageScoreBytes = Math.ceil((layout.passages * HALF) / BLOCK_BYTES) * BLOCK_BYTES;
  const places = {
    live: take(bitSet),
    matched: take(bitSet),
    condition: take(bitSet),
    list: take(WORD * listLength),
    listLength,
    scores: take(scoreBytes),
    scoreBytes,
    passageScores: take(passageScoreBytes),
    passageScoreBytes,
    top: take(2 * BLOCK_BYTES),
    counters: take(WORD * layout.mostValues),
    counted: take(WORD * layout.mostValues),
    taken: take(COUNT_SCRATCH),
    wanted: take(WORD * WALK_BATCH),
    wantedLeasts: take(WORD * WALK_BATCH),
    wantedCounts: take(WORD * WALK_BATCH),
  };
  return { ...places, end };
}
