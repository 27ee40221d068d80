import {
  type CellBytes,
  type EntrySet,
  type Kernel,
  noValue,
  type SegmentMemory,
  type ValueTable,
} from './kernel.ts';
import { endOf, startOf } from './starts.ts';

/** How many scores `topTen` keeps. */
const TOP = 10;
/** A block of bits is four words of 32. */
const BLOCK_WORDS = 4;

/**
 * The kernel in TypeScript: the fallback where WebAssembly lacks SIMD or shared memory, and the oracle of the
 * WebAssembly kernel.
 */
export function createPlainKernel(memory: SegmentMemory): Kernel {
  const buffer = memory instanceof SharedArrayBuffer ? memory : memory.buffer;
  const bytes = new Uint8Array(buffer);
  const halves = new Uint16Array(buffer);
  const words = new Uint32Array(buffer);

  const numbers = { words, halves };
  const cellsOf = (cell: CellBytes) => (cell === 1 ? bytes : cell === 2 ? halves : words);

  /** The entries of a bit set, ascending. */
  function forEachBit(bits: number, blocks: number, visit: (entry: number) => void): void {
    const first = bits >>> 2;
    for (let i = 0; i < blocks * BLOCK_WORDS; i++) {
      for (let word = words[first + i]!; word !== 0; word &= word - 1) {
        visit(i * 32 + 31 - Math.clz32(word & -word));
      }
    }
  }

  function forEachOfList(list: number, length: number, visit: (entry: number) => void): void {
    const first = list >>> 2;
    for (let i = 0; i < length; i++) visit(words[first + i]!);
  }

  const hasBit = (bits: number, entry: number) => (words[(bits >>> 2) + (entry >>> 5)]! >>> (entry & 31)) & 1;

  /** Counts the values of an entry, and tells how many it has. */
  type CountEntry = (entry: number) => number;

  function counterOf(counters: number, column: number, cell: CellBytes): CountEntry {
    const [counter, value] = [counters >>> 2, column / cell];
    const cells = cellsOf(cell);
    const none = noValue(cell);
    return (entry) => {
      const ordinal = cells[value + entry]!;
      if (ordinal === none) return 0;
      words[counter + ordinal]!++;
      return 1;
    };
  }

  function counterOfMany(counters: number, starts: number, values: number, cell: CellBytes): CountEntry {
    const [counter, value] = [counters >>> 2, values / cell];
    const cells = cellsOf(cell);
    return (entry) => {
      const [from, end] = [startOf(numbers, starts, entry), endOf(numbers, starts, entry)];
      for (let i = from; i < end; i++) words[counter + cells[value + i]!]!++;
      return end - from;
    };
  }

  function countEachBit(bits: number, blocks: number, count: CountEntry): number {
    let sum = 0;
    forEachBit(bits, blocks, (entry) => {
      sum += count(entry);
    });
    return sum;
  }

  function countEachOfList(list: number, length: number, count: CountEntry): number {
    let sum = 0;
    forEachOfList(list, length, (entry) => {
      sum += count(entry);
    });
    return sum;
  }

  function countBits(blocks: number, wordAt: (i: number) => number): number {
    let count = 0;
    for (let i = 0; i < blocks * BLOCK_WORDS; i++) count += popcount(wordAt(i));
    return count;
  }

  /** The place of a number among ascending ones. */
  function findNumber(numbers: number, length: number, number: number): number | undefined {
    const first = numbers >>> 2;
    let [low, high] = [0, length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (words[first + middle]! < number) low = middle + 1;
      else high = middle;
    }
    return low < length && words[first + low] === number ? low : undefined;
  }

  function countValue(table: ValueTable, value: number, set: EntrySet): number {
    const entries = words[(table.lengths >>> 2) + value]!;
    if (set.bits === 0) return entries;
    const place = table.places + value * 4;
    if (entries < 2) return kernel.countList(set.bits, place, entries);
    if (entries < table.bitsFrom) {
      return kernel.countList(set.bits, table.lists + words[place >>> 2]! * 4, entries);
    }
    const bits = table.bitSets + words[place >>> 2]! * set.blocks * 16;
    return set.list === 0
      ? kernel.countAnd(set.bits, bits, set.blocks)
      : kernel.countList(bits, set.list, set.listLength);
  }

  const kernel: Kernel = {
    name: 'plain',

    clear(at, length) {
      bytes.fill(0, at, at + length);
    },
    copy(to, from, length) {
      bytes.copyWithin(to, from, from + length);
    },

    and(to, a, b, blocks) {
      const [target, left, right] = [to >>> 2, a >>> 2, b >>> 2];
      for (let i = 0; i < blocks * BLOCK_WORDS; i++) words[target + i] = words[left + i]! & words[right + i]!;
    },
    or(to, a, b, blocks) {
      const [target, left, right] = [to >>> 2, a >>> 2, b >>> 2];
      for (let i = 0; i < blocks * BLOCK_WORDS; i++) words[target + i] = words[left + i]! | words[right + i]!;
    },
    andNot(to, a, b, blocks) {
      const [target, left, right] = [to >>> 2, a >>> 2, b >>> 2];
      for (let i = 0; i < blocks * BLOCK_WORDS; i++)
        words[target + i] = words[left + i]! & ~words[right + i]!;
    },
    count(bits, blocks) {
      const first = bits >>> 2;
      return countBits(blocks, (i) => words[first + i]!);
    },
    countAnd(a, b, blocks) {
      const [left, right] = [a >>> 2, b >>> 2];
      return countBits(blocks, (i) => words[left + i]! & words[right + i]!);
    },

    setList(bits, list, length) {
      const first = bits >>> 2;
      forEachOfList(list, length, (entry) => {
        words[first + (entry >>> 5)]! |= 1 << (entry & 31);
      });
    },
    countList(bits, list, length) {
      return countEachOfList(list, length, (entry) => hasBit(bits, entry));
    },
    toList(to, bits, blocks) {
      const first = to >>> 2;
      let length = 0;
      forEachBit(bits, blocks, (entry) => {
        words[first + length++] = entry;
      });
      return length;
    },

    countValues(counts, numbers, _leasts, length, table, set) {
      const [target, wanted] = [counts >>> 2, numbers >>> 2];
      for (let i = 0; i < length; i++) {
        const value = findNumber(table.numbers, table.count, words[wanted + i]!);
        words[target + i] = value === undefined ? 0 : countValue(table, value, set);
      }
    },
    addCounts(counters, table, tableLength, numbers, counts, length) {
      const [counter, number, count] = [counters >>> 2, numbers >>> 2, counts >>> 2];
      let rest = 0;
      for (let i = 0; i < length; i++) {
        const value = findNumber(table, tableLength, words[number + i]!);
        if (value !== undefined) words[counter + value]! += words[count + i]!;
        else {
          words[number + rest] = words[number + i]!;
          words[count + rest++] = words[count + i]!;
        }
      }
      return rest;
    },

    countColumn(counters, bits, blocks, column, cell) {
      return countEachBit(bits, blocks, counterOf(counters, column, cell));
    },
    countColumnOfList(counters, list, length, column, cell) {
      return countEachOfList(list, length, counterOf(counters, column, cell));
    },
    countColumns(counters, bits, blocks, starts, values, cell) {
      return countEachBit(bits, blocks, counterOfMany(counters, starts, values, cell));
    },
    countColumnsOfList(counters, list, length, starts, values, cell) {
      return countEachOfList(list, length, counterOfMany(counters, starts, values, cell));
    },
    listCounters(to, counters, length, least) {
      const [target, counter] = [to >>> 2, counters >>> 2];
      let listed = 0;
      for (let value = 0; value < length; value++) {
        if (words[counter + value]! >= least) words[target + listed++] = value;
      }
      return listed;
    },
    sumSlices(bits, slices, sliceCount, blocks) {
      let sum = 0;
      for (let slice = 0; slice < sliceCount; slice++) {
        sum += kernel.countAnd(bits, slices + slice * blocks * 16, blocks) * 2 ** slice;
      }
      return sum;
    },

    addScores(scores, list, impacts, length, weight) {
      const [score, first] = [scores >>> 1, list >>> 2];
      for (let i = 0; i < length; i++) {
        halves[score + words[first + i]!]! += (weight * bytes[impacts + i]!) >>> 4;
      }
    },
    combinePassages(scores, passageScores, owners, passages, share) {
      const [score, passageScore, owner] = [scores >>> 1, passageScores >>> 1, owners >>> 2];
      for (let i = 0; i < passages; i++) {
        const at = score + words[owner + i]!;
        halves[at] = Math.max(halves[at]!, (share * halves[passageScore + i]!) >>> 8);
      }
    },
    topTen(top, scores, bits, blocks) {
      const [best, score] = [top >>> 1, scores >>> 1];
      forEachBit(bits, blocks, (entry) => {
        const seen = halves[score + entry]!;
        if (seen <= halves[best + TOP - 1]!) return;
        let place = best + TOP - 1;
        for (; place > best && halves[place - 1]! < seen; place--) halves[place] = halves[place - 1]!;
        halves[place] = seen;
      });
    },
    atLeast(to, scores, bits, blocks, threshold) {
      const [target, score, first] = [to >>> 2, scores >>> 1, bits >>> 2];
      for (let i = 0; i < blocks * BLOCK_WORDS; i++) {
        let word = 0;
        for (let bit = 0; bit < 32; bit++) {
          if (halves[score + i * 32 + bit]! >= threshold) word |= 1 << bit;
        }
        words[target + i] = words[first + i]! & word;
      }
    },
  };
  return kernel;
}

function popcount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
