// Where the values of each entry start in a multi-valued column. Every 32 entries are a group of 72 bytes: a u32, where
// the values of the group start, and 33 u16, where those of each entry start behind it, and the last one's end. So a
// start has little more than two bytes, and stands beside its end.

/** Entries of a group. */
const GROUP = 32;
const GROUP_BYTES = 72;
/** Offsets of a group follow its base. */
const BASE_BYTES = 4;

/** Most values that an entry may have in such a column: 32 times as many are within two bytes. */
export const MAX_STARTED = 2_047;

export function startsBytes(entries: number): number {
  return GROUP_BYTES * Math.ceil(entries / GROUP);
}

/** A buffer as its words and halves. */
interface Numbers {
  readonly words: Uint32Array;
  readonly halves: Uint16Array;
}

/** Writes the starts of entries that have `counts` values each, one after the other, at a byte address. */
export function fillStarts({ words, halves }: Numbers, starts: number, counts: ArrayLike<number>): void {
  let end = 0;
  for (let first = 0; first < counts.length; first += GROUP) {
    const group = groupOf(starts, first);
    const base = end;
    words[group / 4] = base;
    for (let i = 0; i < GROUP; i++) {
      halves[(group + BASE_BYTES) / 2 + i] = end - base;
      end += counts[first + i] ?? 0;
    }
    halves[(group + BASE_BYTES) / 2 + GROUP] = end - base;
  }
}

/** Place of the first value of an entry in the column. */
export function startOf({ words, halves }: Numbers, starts: number, entry: number): number {
  const group = groupOf(starts, entry);
  return words[group / 4]! + halves[(group + BASE_BYTES) / 2 + (entry % GROUP)]!;
}

/** Place behind the last value of an entry. */
export function endOf({ words, halves }: Numbers, starts: number, entry: number): number {
  const group = groupOf(starts, entry);
  return words[group / 4]! + halves[(group + BASE_BYTES) / 2 + (entry % GROUP) + 1]!;
}

function groupOf(starts: number, entry: number): number {
  return starts + GROUP_BYTES * Math.floor(entry / GROUP);
}
