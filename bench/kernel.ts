import { chooseKernel } from '../src/index/kernel/choose-kernel.ts';
import { COUNT_SCRATCH, type Kernel } from '../src/index/kernel/kernel.ts';
import { fillStarts, startsBytes } from '../src/index/kernel/starts.ts';
import { createValueCases } from './kernel-values.ts';
import { format, printTable } from './table.ts';
import { median } from './timing.ts';

/**
 * The functions of the kernel at a million entries, WebAssembly beside its plain twin. Rounds are interleaved and
 * medians are taken, so that another program on the machine slows both.
 */
const ENTRIES = 1_000_000;
const BLOCKS = Math.ceil(ENTRIES / 128);
const BYTES_OF_BITS = BLOCKS * 16;
const PUBLISHERS = ENTRIES / 50;
const TAGS = 5_000;
const ROUNDS = 15;
/** A timed stretch repeats a function until it is long beside the clock. */
const STRETCH_MS = 3;
const WARM_UP_MS = 60;

export interface Case {
  readonly name: string;
  readonly detail: string;
  /** What the time is divided by: entries of the segment, or members of the set or list. */
  readonly units: number;
  /** Bytes that have to be read or written at least once. */
  readonly bytes: number;
  readonly run: (kernel: Kernel) => unknown;
}

export interface RandomSet {
  readonly bits: number;
  readonly list: number;
  readonly length: number;
}

export type Layout = ReturnType<typeof createLayout>;

function createLayout(memory: WebAssembly.Memory) {
  let end = 0;
  const take = (bytes: number) => {
    const at = end;
    end = Math.ceil((end + bytes) / 64) * 64;
    if (end > memory.buffer.byteLength) throw new RangeError('The memory of the kernel bench is too small.');
    return at;
  };
  let state = 1;
  /** 0 to 1, of a xorshift generator. */
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return {
    take,
    next,
    words: (at: number, length: number) => new Uint32Array(memory.buffer, at, length),
    /** A random set; its members as a list beside it. */
    set: (share: number): RandomSet => {
      const bits = take(BYTES_OF_BITS);
      const words = new Uint32Array(memory.buffer, bits, BYTES_OF_BITS / 4);
      const members: number[] = [];
      for (let entry = 0; entry < ENTRIES; entry++) {
        if (next() >= share) continue;
        words[entry >>> 5]! |= 1 << (entry & 31);
        members.push(entry);
      }
      const list = take(members.length * 4);
      new Uint32Array(memory.buffer, list).set(members);
      return { bits, list, length: members.length };
    },
    u32: (length: number, make: (i: number) => number) => {
      const at = take(length * 4);
      const words = new Uint32Array(memory.buffer, at, length);
      for (let i = 0; i < length; i++) words[i] = make(i);
      return at;
    },
    u16: (length: number, make: (i: number) => number) => {
      const at = take(length * 2);
      const halves = new Uint16Array(memory.buffer, at, length);
      for (let i = 0; i < length; i++) halves[i] = make(i);
      return at;
    },
    /** Draws of a Zipf distribution: ordinal 0 is the commonest of `values`. */
    zipf: (values: number) => {
      const sums = new Float64Array(values);
      let sum = 0;
      for (let i = 0; i < values; i++) {
        sum += 1 / (i + 1);
        sums[i] = sum;
      }
      return () => {
        const drawn = next() * sum;
        let [low, high] = [0, values - 1];
        while (low < high) {
          const middle = (low + high) >>> 1;
          if (sums[middle]! < drawn) low = middle + 1;
          else high = middle;
        }
        return low;
      };
    },
  };
}

function createCases(memory: WebAssembly.Memory): readonly Case[] {
  const layout = createLayout(memory);
  const halves = new Uint16Array(memory.buffer);
  const half = layout.set(0.5);
  const many = layout.set(0.37);
  const some = layout.set(0.055);
  const few = layout.set(0.0016);
  const scratch = layout.take(ENTRIES * 4);
  const publishers = layout.u16(ENTRIES, layout.zipf(PUBLISHERS));
  const lengths = Array.from({ length: ENTRIES }, () => Math.floor(layout.next() * 7));
  const sum = lengths.reduce((all, length) => all + length, 0);
  const starts = layout.take(startsBytes(ENTRIES));
  fillStarts({ words: new Uint32Array(memory.buffer), halves }, starts, lengths);
  const tags = layout.u16(sum, layout.zipf(TAGS));
  const counters = layout.take(PUBLISHERS * 4);
  const taken = layout.take(COUNT_SCRATCH);
  const fewCounters = layout.u32(PUBLISHERS, () => (layout.next() < 0.02 ? 1 : 0));
  const slices = [0, 1, 2].map(() => layout.set(0.4).bits);
  const slicesTogether = layout.take(3 * BYTES_OF_BITS);
  const bytes = new Uint8Array(memory.buffer);
  slices.forEach((from, i) => {
    bytes.copyWithin(slicesTogether + i * BYTES_OF_BITS, from, from + BYTES_OF_BITS);
  });
  const word = layout.set(0.22);
  const impacts = layout.take(word.length);
  for (let i = 0; i < word.length; i++) bytes[impacts + i] = 1 + layout.next() * 255;
  const scores = layout.take(BLOCKS * 256);
  for (let i = 0; i < ENTRIES; i++)
    halves[(scores >>> 1) + i] = layout.next() < 0.3 ? layout.next() * 40_000 : 0;
  const sums = layout.take(BLOCKS * 256);
  const top = layout.take(20);
  const passages = layout.take(BLOCKS * 256);
  for (let i = 0; i < ENTRIES; i++)
    halves[(passages >>> 1) + i] = layout.next() < 0.02 ? layout.next() * 40_000 : 0;
  const owners = layout.u32(ENTRIES, (i) => i >>> 1);

  const forward = [many, some, few].flatMap(({ bits, list, length }): Case[] => {
    const detail = `${format((100 * length) / ENTRIES)} % of the entries`;
    return [
      {
        name: 'countColumn',
        detail,
        units: length,
        bytes: BYTES_OF_BITS + Math.min(length * 64, ENTRIES * 2),
        run: (kernel) => kernel.countColumn(counters, bits, BLOCKS, publishers, 2),
      },
      {
        name: 'countColumns',
        detail,
        units: length,
        bytes: BYTES_OF_BITS + Math.min(length * 128, startsBytes(ENTRIES) + sum * 2),
        run: (kernel) => kernel.countColumns(counters, bits, BLOCKS, starts, tags, 2, taken),
      },
      {
        name: 'countColumnOfList',
        detail,
        units: length,
        bytes: length * 4 + Math.min(length * 64, ENTRIES * 2),
        run: (kernel) => kernel.countColumnOfList(counters, list, length, publishers, 2),
      },
      {
        name: 'countColumnsOfList',
        detail,
        units: length,
        bytes: length * 4 + Math.min(length * 128, startsBytes(ENTRIES) + sum * 2),
        run: (kernel) => kernel.countColumnsOfList(counters, list, length, starts, tags, 2, taken),
      },
      {
        name: 'countList',
        detail,
        units: length,
        bytes: length * 4 + BYTES_OF_BITS,
        run: (kernel) => kernel.countList(half.bits, list, length),
      },
      {
        name: 'setList',
        detail,
        units: length,
        bytes: length * 4 + BYTES_OF_BITS * 2,
        run: (kernel) => kernel.setList(scratch, list, length),
      },
      {
        name: 'toList',
        detail,
        units: length,
        bytes: length * 4 + BYTES_OF_BITS,
        run: (kernel) => kernel.toList(scratch, bits, BLOCKS),
      },
    ];
  });
  const whole = (name: string, size: number, run: Case['run'], detail = ''): Case => ({
    name,
    detail,
    units: ENTRIES,
    bytes: size,
    run,
  });
  return [
    whole('clear', BLOCKS * 256, (kernel) => kernel.clear(sums, BLOCKS * 256), 'scores'),
    whole('and', 3 * BYTES_OF_BITS, (kernel) => kernel.and(scratch, half.bits, many.bits, BLOCKS)),
    whole('or', 3 * BYTES_OF_BITS, (kernel) => kernel.or(scratch, half.bits, many.bits, BLOCKS)),
    whole('andNot', 3 * BYTES_OF_BITS, (kernel) => kernel.andNot(scratch, half.bits, many.bits, BLOCKS)),
    whole('count', BYTES_OF_BITS, (kernel) => kernel.count(half.bits, BLOCKS)),
    whole('countAnd', 2 * BYTES_OF_BITS, (kernel) => kernel.countAnd(half.bits, many.bits, BLOCKS)),
    whole(
      'sumSlices',
      6 * BYTES_OF_BITS,
      (kernel) => kernel.sumSlices(many.bits, slicesTogether, 3, BLOCKS),
      '3 slices',
    ),
    {
      name: 'addScores',
      detail: '22 % of the entries',
      units: word.length,
      bytes: word.length * 5 + BLOCKS * 512,
      run: (kernel) => kernel.addScores(sums, word.list, impacts, word.length, 1_000),
    },
    whole(
      'combinePassages',
      BLOCKS * 256,
      (kernel) => kernel.combinePassages(sums, passages, owners, ENTRIES, 200),
      '2 % of the passages score',
    ),
    whole(
      'topTen',
      BLOCKS * 256 + BYTES_OF_BITS,
      (kernel) => {
        kernel.clear(top, 32);
        kernel.topTen(top, scores, half.bits, BLOCKS);
      },
      '30 % score',
    ),
    whole('atLeast', BLOCKS * 256 + 2 * BYTES_OF_BITS, (kernel) =>
      kernel.atLeast(scratch, scores, half.bits, BLOCKS, 20_000),
    ),
    {
      name: 'listCounters',
      detail: '2 % of 20,000 counters',
      units: PUBLISHERS,
      bytes: PUBLISHERS * 4,
      run: (kernel) => kernel.listCounters(scratch, fewCounters, PUBLISHERS, 1),
    },
    ...forward,
    ...createValueCases(layout, {
      entries: ENTRIES,
      blocks: BLOCKS,
      column: new Uint16Array(memory.buffer, publishers, ENTRIES),
      values: PUBLISHERS,
      sets: [many, some, few],
    }),
  ];
}

function timeOf(run: () => unknown, repeats: number): number {
  const start = performance.now();
  for (let i = 0; i < repeats; i++) run();
  return (performance.now() - start) / repeats;
}

function repeatsOf(run: () => unknown): number {
  const end = performance.now() + WARM_UP_MS;
  while (performance.now() < end) run();
  return Math.max(1, Math.round(STRETCH_MS / timeOf(run, 3)));
}

const memory = new WebAssembly.Memory({ initial: 1_600, maximum: 1_600, shared: true });
const cases = createCases(memory);
const [wasm, plain] = [chooseKernel('wasm')(memory), chooseKernel('plain')(memory)];
const wanted = process.argv.slice(2);
const rows = cases
  .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  .map(({ name, detail, units, bytes, run }) => {
    const repeats = [repeatsOf(() => run(wasm)), repeatsOf(() => run(plain))] as const;
    const times = Array.from({ length: ROUNDS }, () => [
      timeOf(() => run(wasm), repeats[0]),
      timeOf(() => run(plain), repeats[1]),
    ]);
    const [fast, slow] = [median(times.map(([a]) => a!)), median(times.map(([, b]) => b!))];
    return [
      name,
      detail,
      format(fast * 1_000),
      format((fast * 1e6) / units),
      format((slow * 1e6) / units),
      format(slow / fast),
      format(bytes / fast / 1e6),
    ];
  });
console.log(`${ENTRIES.toLocaleString('en-GB')} entries, medians of ${ROUNDS} interleaved rounds.`);
console.log('ns: of an entry of the segment; where a share is named, of a member of the set or list.\n');
printTable(['function', 'on', 'wasm µs', 'wasm ns', 'plain ns', 'times faster', 'wasm GB/s'], rows);
