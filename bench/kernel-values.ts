import type { EntrySet, ValueTable } from '../src/index/kernel/kernel.ts';
import { bitsFrom, NONE, postingsKind } from '../src/index/segment/layout.ts';
import type { Case, Layout, RandomSet } from './kernel.ts';
import { format } from './table.ts';

/** Values counted at a time, as a walk down the values of a path does after its first batch. */
const BATCH = 16;

/**
 * `countValues` and `addCounts` over the values of one column: values as bits against bits, values as lists against bits,
 * and both against a set so small that it is a list. `costOfValue` and `costOfAll` of `facet-source.ts` say in
 * nanoseconds what these say here.
 */
export function createValueCases(
  layout: Layout,
  {
    entries,
    blocks,
    column,
    values,
    sets,
  }: {
    readonly entries: number;
    readonly blocks: number;
    /** u32 an entry: its value. */
    readonly column: Uint16Array;
    readonly values: number;
    readonly sets: readonly RandomSet[];
  },
): readonly Case[] {
  const table = layOutValues(layout, { entries, blocks, column, values });
  const lengths = new Uint32Array(values);
  for (const value of column) lengths[value]!++;
  const dense = numbersOf((length) => length >= bitsFrom(blocks));
  const sparse = numbersOf((length) => length > 100 && length < 2_000);
  const wantedCounts = layout.take(4 * BATCH);

  function numbersOf(fits: (length: number) => boolean): readonly number[] {
    return [...lengths.keys()].filter((value) => fits(lengths[value]!)).slice(0, BATCH);
  }

  const cases = sets.flatMap(({ bits, list, length }, at): Case[] => {
    const isList = length < entries / 64;
    const set: EntrySet = { bits, blocks, list: isList ? list : 0, listLength: isList ? length : 0 };
    return [dense, sparse].map((numbers, kind) => {
      const wanted = layout.u32(numbers.length, (i) => numbers[i]!);
      const most = numbers.reduce((sum, number) => sum + lengths[number]!, 0);
      return {
        name: 'countValues',
        detail: `${numbers.length} values as ${kind === 0 ? 'bits' : 'lists'}, ${format((100 * length) / entries)} % ${isList ? 'as a list' : `of the entries (set ${at + 1})`}; ns a value`,
        units: numbers.length,
        bytes: kind === 0 ? 2 * numbers.length * blocks * 16 : most * 4,
        run: (kernel) => kernel.countValues(wantedCounts, wanted, 0, numbers.length, table, set),
      };
    });
  });
  const added = layout.u32(64, (i) => i * 300);
  const addedCounts = layout.u32(64, () => 1);
  const counters = layout.take(4 * values);
  return [
    ...cases,
    {
      name: 'addCounts',
      detail: `64 of ${values} values; ns a value`,
      units: 64,
      bytes: 64 * 12,
      run: (kernel) => kernel.addCounts(counters, table.numbers, values, added, addedCounts, 64),
    },
  ];
}

function layOutValues(
  layout: Layout,
  {
    entries,
    blocks,
    column,
    values,
  }: {
    readonly entries: number;
    readonly blocks: number;
    readonly column: Uint16Array;
    readonly values: number;
  },
): ValueTable {
  const members = Array.from({ length: values }, (): number[] => []);
  for (let entry = 0; entry < entries; entry++) members[column[entry]!]!.push(entry);
  const kindOf = (value: number) => postingsKind(members[value]!.length, blocks);
  const listed = members.filter((_, value) => kindOf(value) === 'list').flat();
  const withBits = members.filter((_, value) => kindOf(value) === 'bits');
  const lists = layout.u32(listed.length, (i) => listed[i]!);
  const bitSets = layout.take(withBits.length * blocks * 16);
  for (const [i, own] of withBits.entries()) {
    const words = layout.words(bitSets + i * blocks * 16, blocks * 4);
    for (const entry of own) words[entry >>> 5]! |= 1 << (entry & 31);
  }
  let placed = 0;
  let bits = 0;
  return {
    numbers: layout.u32(values, (value) => value),
    count: values,
    lengths: layout.u32(values, (value) => members[value]!.length),
    places: layout.u32(values, (value) => {
      if (kindOf(value) === 'one') return members[value]![0] ?? NONE;
      if (kindOf(value) === 'bits') return bits++;
      placed += members[value]!.length;
      return placed - members[value]!.length;
    }),
    lists,
    bitSets,
    bitsFrom: bitsFrom(blocks),
  };
}
