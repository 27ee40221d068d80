// Forward counting: one counter (u32) a value, over columns whose cells have one, two or four bytes.

export function countColumn(counters: usize, bits: usize, blocks: usize, column: usize, cell: u32): u32 {
  if (cell === 1) return countCells<u8>(counters, bits, blocks, column);
  if (cell === 2) return countCells<u16>(counters, bits, blocks, column);
  return countCells<u32>(counters, bits, blocks, column);
}

function countCells<Cell>(counters: usize, bits: usize, blocks: usize, column: usize): u32 {
  const end = bits + (blocks << 4);
  let counted: u32 = 0;
  for (; bits < end; bits += 16, column += sizeof<Cell>() << 7) {
    if (!v128.any_true(v128.load(bits))) continue;
    for (let word = load<u64>(bits); word !== 0; word &= word - 1) {
      counted += addOne<Cell>(counters, cellAt<Cell>(column, <u32>ctz(word)));
    }
    for (let word = load<u64>(bits, 8); word !== 0; word &= word - 1) {
      counted += addOne<Cell>(counters, cellAt<Cell>(column, <u32>ctz(word) + 64));
    }
  }
  return counted;
}

export function countColumnOfList(
  counters: usize,
  list: usize,
  length: usize,
  column: usize,
  cell: u32,
): u32 {
  if (cell === 1) return countListedCells<u8>(counters, list, length, column);
  if (cell === 2) return countListedCells<u16>(counters, list, length, column);
  return countListedCells<u32>(counters, list, length, column);
}

function countListedCells<Cell>(counters: usize, list: usize, length: usize, column: usize): u32 {
  const end = list + (length << 2);
  const endOfFours = list + ((length >> 2) << 4);
  let counted: u32 = 0;
  for (; list < endOfFours; list += 16) {
    const a = cellAt<Cell>(column, load<u32>(list));
    const b = cellAt<Cell>(column, load<u32>(list, 4));
    const c = cellAt<Cell>(column, load<u32>(list, 8));
    const d = cellAt<Cell>(column, load<u32>(list, 12));
    counted += addOne<Cell>(counters, a);
    counted += addOne<Cell>(counters, b);
    counted += addOne<Cell>(counters, c);
    counted += addOne<Cell>(counters, d);
  }
  for (; list < end; list += 4) counted += addOne<Cell>(counters, cellAt<Cell>(column, load<u32>(list)));
  return counted;
}

function cellAt<Cell>(column: usize, at: u32): u32 {
  return load<Cell>(column + <usize>at * sizeof<Cell>());
}

/** Adds to the counter of a value, if there is one; tells how many there were. */
function addOne<Cell>(counters: usize, value: u32): u32 {
  if (value === <u32>(<Cell>-1)) return 0;
  increment(counters, value);
  return 1;
}

function increment(counters: usize, value: u32): void {
  const at = counters + (value << 2);
  store<u32>(at, load<u32>(at) + 1);
}

// Entries have few values, in numbers that no processor foresees: a loop over the values of each would end in a
// mispredicted branch. So eight values of each entry are copied to scratch, those past its end overwritten by the
// next entry, and one long loop counts what stands there. The rare entry with more is counted in place. For the same
// reason bits become a list first: where few are set, the loops over words end in mispredictions, which are cheap
// there and would stop the loads of columns, most of which wait for memory, from going on side by side.

/** Bytes of the starts of 32 entries, see `starts.ts`. */
const GROUP_BYTES: usize = 72;

/** Entries listed before their values are taken: one word more still fits, and scratch has room for their values. */
const LISTED: usize = 48;
/** Bytes of the list at the start of scratch; 3,616 are left for the values of 48 + 64 entries. */
const LIST_BYTES: usize = 512;

export function countColumns(
  counters: usize,
  bits: usize,
  blocks: usize,
  starts: usize,
  values: usize,
  cell: u32,
  scratch: usize,
): u32 {
  const end = bits + (blocks << 4);
  const full = scratch + (LISTED << 2);
  let to = scratch;
  let counted: u32 = 0;
  for (let first: u32 = 0; bits < end; bits += 16, first += 128) {
    if (!v128.any_true(v128.load(bits))) continue;
    for (let half: u32 = 0; half < 2; half++) {
      const base = first + (half << 6);
      for (let word = load<u64>(bits + (half << 3)); word !== 0; word &= word - 1, to += 4) {
        store<u32>(to, base + <u32>ctz(word));
      }
      if (to <= full) continue;
      counted += countListed(counters, scratch, to, starts, values, cell, scratch + LIST_BYTES);
      to = scratch;
    }
  }
  return counted + countListed(counters, scratch, to, starts, values, cell, scratch + LIST_BYTES);
}

export function countColumnsOfList(
  counters: usize,
  list: usize,
  length: usize,
  starts: usize,
  values: usize,
  cell: u32,
  scratch: usize,
): u32 {
  const end = list + (length << 2);
  let counted: u32 = 0;
  while (list < end) {
    const stop = min(end, list + (128 << 2));
    counted += countListed(counters, list, stop, starts, values, cell, scratch);
    list = stop;
  }
  return counted;
}

function countListed(
  counters: usize,
  list: usize,
  end: usize,
  starts: usize,
  values: usize,
  cell: u32,
  scratch: usize,
): u32 {
  if (cell === 1) return countTaken<u8>(counters, list, end, starts, values, scratch);
  if (cell === 2) return countTaken<u16>(counters, list, end, starts, values, scratch);
  return countTaken<u32>(counters, list, end, starts, values, scratch);
}

function countTaken<Cell>(
  counters: usize,
  list: usize,
  end: usize,
  starts: usize,
  values: usize,
  scratch: usize,
): u32 {
  let to = scratch;
  let counted: u32 = 0;
  for (; list < end; list += 4) {
    const entry = load<u32>(list);
    const group = starts + <usize>(entry >> 5) * GROUP_BYTES;
    // Start and end at once, both behind the base of the group.
    const offsets = load<u32>(group + ((entry & 31) << 1), 4);
    const start = <usize>(load<u32>(group) + (offsets & 0xffff));
    const from = values + start * sizeof<Cell>();
    const bytes = <usize>((offsets >> 16) - (offsets & 0xffff)) * sizeof<Cell>();
    if (bytes > 8 * sizeof<Cell>()) {
      counted += incrementAll<Cell>(counters, from, from + bytes);
      continue;
    }
    v128.store(to, v128.load(from));
    if (sizeof<Cell>() === 4) v128.store(to, v128.load(from, 16), 16);
    to += bytes;
  }
  return counted + incrementAll<Cell>(counters, scratch, to);
}

function incrementAll<Cell>(counters: usize, from: usize, to: usize): u32 {
  const count = <u32>((to - from) / sizeof<Cell>());
  const four = 4 * sizeof<Cell>();
  const endOfFours = from + ((to - from) & ~(four - 1));
  for (; from < endOfFours; from += four) {
    increment(counters, cellAt<Cell>(from, 0));
    increment(counters, cellAt<Cell>(from, 1));
    increment(counters, cellAt<Cell>(from, 2));
    increment(counters, cellAt<Cell>(from, 3));
  }
  for (; from < to; from += sizeof<Cell>()) increment(counters, cellAt<Cell>(from, 0));
  return count;
}

export function listCounters(to: usize, counters: usize, length: usize, least: u32): u32 {
  const start = to;
  const below = i32x4.splat(least - 1);
  let value: u32 = 0;
  for (const end = <u32>length & ~15; value < end; value += 16, counters += 64) {
    // Most counters of a rare set are zero: sixteen at once are passed over.
    const a = v128.load(counters);
    const b = v128.load(counters, 16);
    const c = v128.load(counters, 32);
    const d = v128.load(counters, 48);
    const most = i32x4.max_u(i32x4.max_u(a, b), i32x4.max_u(c, d));
    if (!v128.any_true(v128.xor(i32x4.max_u(most, below), below))) continue;
    for (let i: u32 = 0; i < 16; i++) {
      if (load<u32>(counters + (i << 2)) < least) continue;
      store<u32>(to, value + i);
      to += 4;
    }
  }
  for (; value < <u32>length; value++, counters += 4) {
    if (load<u32>(counters) < least) continue;
    store<u32>(to, value);
    to += 4;
  }
  return <u32>((to - start) >> 2);
}
