// Forward counting: one counter (u32) a value, over columns of u32.

export function countColumn(counters: usize, bits: usize, blocks: usize, column: usize): void {
  const end = bits + (blocks << 4);
  for (; bits < end; bits += 8, column += 256) {
    for (let word = load<u64>(bits); word !== 0; word &= word - 1) {
      const value = load<u32>(column + ((<usize>ctz(word)) << 2));
      if (value !== 0xffffffff) {
        const at = counters + (value << 2);
        store<u32>(at, load<u32>(at) + 1);
      }
    }
  }
}

export function countColumnOfList(counters: usize, list: usize, length: usize, column: usize): void {
  const end = list + (length << 2);
  for (; list < end; list += 4) {
    const value = load<u32>(column + (load<u32>(list) << 2));
    if (value !== 0xffffffff) {
      const at = counters + (value << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
  }
}

export function countColumns(
  counters: usize,
  bits: usize,
  blocks: usize,
  starts: usize,
  values: usize,
): void {
  const end = bits + (blocks << 4);
  for (; bits < end; bits += 8, starts += 256) {
    for (let word = load<u64>(bits); word !== 0; word &= word - 1) {
      const start = starts + ((<usize>ctz(word)) << 2);
      countRun(counters, values + (load<u32>(start) << 2), values + (load<u32>(start, 4) << 2));
    }
  }
}

export function countColumnsOfList(
  counters: usize,
  list: usize,
  length: usize,
  starts: usize,
  values: usize,
): void {
  const end = list + (length << 2);
  for (; list < end; list += 4) {
    const start = starts + (load<u32>(list) << 2);
    countRun(counters, values + (load<u32>(start) << 2), values + (load<u32>(start, 4) << 2));
  }
}

function countRun(counters: usize, from: usize, to: usize): void {
  for (; from < to; from += 4) {
    const at = counters + (load<u32>(from) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}
