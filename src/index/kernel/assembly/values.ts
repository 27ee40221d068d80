import { countAnd } from './bits.ts';
import { countList } from './lists.ts';

// Counting by value: the overlap of a value's entries with the matched ones.

export function countValues(
  counts: usize,
  numbers: usize,
  leasts: usize,
  length: usize,
  table: usize,
  tableLength: u32,
  lengths: usize,
  places: usize,
  lists: usize,
  bitSets: usize,
  bitsFrom: u32,
  bits: usize,
  blocks: usize,
  list: usize,
  listLength: usize,
): void {
  const first = numbers;
  const end = numbers + (length << 2);
  for (; numbers < end; numbers += 4, counts += 4) {
    const value = find(table, tableLength, load<u32>(numbers));
    if (value === tableLength) {
      store<u32>(counts, 0);
      continue;
    }
    const least = leasts === 0 ? 0 : load<u32>(leasts + (numbers - first));
    const entries = load<u32>(lengths + (value << 2));
    const place = places + (value << 2);
    let count = entries;
    if (bits !== 0) {
      if (entries < 2) count = countList(bits, place, entries);
      else if (entries < bitsFrom)
        count = countWhileLeast(bits, lists + (load<u32>(place) << 2), entries, least);
      else {
        const set = bitSets + load<u32>(place) * (blocks << 4);
        count = list === 0 ? countAnd(bits, set, blocks) : countList(set, list, listLength);
      }
    }
    store<u32>(counts, count);
  }
}

/** Entries of a list between two looks at what is left of it. */
const STRETCH: usize = 256;

function countWhileLeast(bits: usize, list: usize, length: usize, least: u32): u32 {
  let count: u32 = 0;
  for (; length > STRETCH; list += STRETCH << 2) {
    count += countList(bits, list, STRETCH);
    length -= STRETCH;
    if (count + <u32>length < least) return count;
  }
  return count + countList(bits, list, length);
}

/** The place of a number among ascending ones; `length` when it is not there. */
function find(table: usize, length: u32, number: u32): u32 {
  let first: u32 = 0;
  // The number, if it is there, stands in first .. first + rest - 1.
  for (let rest = length; rest > 1; ) {
    const half = rest >> 1;
    // A select, not a branch that no processor foresees.
    first = load<u32>(table + ((first + half) << 2)) <= number ? first + half : first;
    rest -= half;
  }
  return length !== 0 && load<u32>(table + (first << 2)) === number ? first : length;
}

export function addCounts(
  counters: usize,
  table: usize,
  tableLength: u32,
  numbers: usize,
  counts: usize,
  length: u32,
): u32 {
  let rest: u32 = 0;
  let place: u32 = 0;
  for (let i: u32 = 0; i < length; i++) {
    const number = load<u32>(numbers + (i << 2));
    const count = load<u32>(counts + (i << 2));
    // Both ascend: doubled steps from the last place, then halved ones, end at the last number that is not above.
    let step: u32 = 1;
    for (; place + step < tableLength && load<u32>(table + ((place + step) << 2)) <= number; step <<= 1) {
      place += step;
    }
    for (step >>= 1; step !== 0; step >>= 1) {
      if (place + step < tableLength && load<u32>(table + ((place + step) << 2)) <= number) place += step;
    }
    if (place < tableLength && load<u32>(table + (place << 2)) === number) {
      const at = counters + (place << 2);
      store<u32>(at, load<u32>(at) + count);
    } else {
      store<u32>(numbers + (rest << 2), number);
      store<u32>(counts + (rest << 2), count);
      rest++;
    }
  }
  return rest;
}
