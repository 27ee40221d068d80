import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CellBytes, COUNT_SCRATCH, type Kernel, READ_AHEAD } from '../../src/index/kernel/kernel.ts';
import { fillStarts, startsBytes } from '../../src/index/kernel/starts.ts';
import { bitsOf, blocksOf, runKernel, shares, sizes, sources } from '../support/kernel-case.ts';

const RUNS = { numRuns: 100 };
const NO_VALUE = 0xffffffff;
/** The cells of a column: how many bytes it has for a value. */
const cells = fc.constantFrom<CellBytes>(1, 2, 4);
const asCells = (cell: CellBytes, numbers: readonly number[]) =>
  ({ 1: Uint8Array, 2: Uint16Array, 4: Uint32Array })[cell].from(numbers);

type Source = Parameters<Parameters<typeof sources.map>[0]>[0];

const u32 = (numbers: readonly number[]) => Uint32Array.from(numbers);

/** Values of `size` entries: none to nine of them each, ordinals below `values`. */
function valuesOf(source: Source, size: number, values: number): number[][] {
  return Array.from({ length: size }, () =>
    source.array(source.below(2) * source.below(10), (below) => below(values)),
  );
}

function startsOf(values: readonly (readonly number[])[]): Uint32Array {
  const words = new Uint32Array(startsBytes(values.length) / 4);
  const counts = values.map(({ length }) => length);
  fillStarts({ words, halves: new Uint16Array(words.buffer) }, 0, counts);
  return words;
}

/** How much was added to counters. */
function added(before: readonly number[], after: readonly number[]): number {
  return after.reduce((sum, count, i) => sum + count - before[i]!, 0);
}

/** Counters after each entry has added its values. */
function counted(
  counters: readonly number[],
  entries: Iterable<number>,
  valuesAt: (e: number) => readonly number[],
) {
  const after = [...counters];
  for (const entry of entries) for (const value of valuesAt(entry)) after[value]!++;
  return after;
}

describe.each(['plain', 'wasm'] as const satisfies Kernel['name'][])('counting by the %s kernel', (name) => {
  it('counts a single-valued column by set and by list', () => {
    fc.assert(
      fc.property(
        sizes,
        shares,
        cells,
        fc.integer({ min: 1, max: 255 }),
        sources,
        (size, share, cell, values, source) => {
          const entries = source.some(size, share);
          const column = source.array(size, (below) => (below(4) === 0 ? NO_VALUE : below(values)));
          const counters = source.array(values, (below) => below(1_000));
          const after = counted(counters, entries, (entry) =>
            column[entry] === NO_VALUE ? [] : [column[entry]!],
          );
          const sections = [
            u32(counters),
            bitsOf(entries, size),
            u32(entries),
            asCells(cell, column),
          ] as const;
          const bySet = runKernel(name, sections, (kernel, to, bits, _, at) =>
            kernel.countColumn(to, bits, blocksOf(size), at, cell),
          );
          expect(bySet.sections[0]).toEqual(after);
          expect(bySet.result).toBe(added(counters, after));
          const byList = runKernel(name, sections, (kernel, to, _, list, at) =>
            kernel.countColumnOfList(to, list, entries.length, at, cell),
          );
          expect(byList.sections[0]).toEqual(after);
          expect(byList.result).toBe(added(counters, after));
        },
      ),
      RUNS,
    );
  });

  it('counts a multi-valued column by set and by list', () => {
    fc.assert(
      fc.property(
        sizes,
        shares,
        cells,
        fc.integer({ min: 1, max: 255 }),
        sources,
        (size, share, cell, values, source) => {
          const entries = source.some(size, share);
          const column = valuesOf(source, size, values);
          const counters = source.array(values, (below) => below(1_000));
          const after = counted(counters, entries, (entry) => column[entry]!);
          const sections = [
            u32(counters),
            bitsOf(entries, size),
            u32(entries),
            startsOf(column),
            asCells(cell, [...column.flat(), ...Array(READ_AHEAD / cell).fill(NO_VALUE)]),
            new Uint8Array(COUNT_SCRATCH),
          ] as const;
          const bySet = runKernel(name, sections, (kernel, to, bits, _, starts, at, scratch) =>
            kernel.countColumns(to, bits, blocksOf(size), starts, at, cell, scratch),
          );
          expect(bySet.sections[0]).toEqual(after);
          expect(bySet.result).toBe(added(counters, after));
          const byList = runKernel(name, sections, (kernel, to, _, list, starts, at, scratch) =>
            kernel.countColumnsOfList(to, list, entries.length, starts, at, cell, scratch),
          );
          expect(byList.sections[0]).toEqual(after);
          expect(byList.result).toBe(added(counters, after));
        },
      ),
      RUNS,
    );
  });

  it('counts value by value, over the whole segment, a set and a list', () => {
    fc.assert(
      fc.property(sizes, shares, fc.nat({ max: 60 }), sources, (size, share, values, source) => {
        const set = source.some(size, share);
        const numbers = source.some(2 * values, 0.5);
        const owners = numbers.map(() => source.some(size, source.below(4) / 8));
        const bitsFrom = source.below(2) === 0 ? 2 + source.below(40) : 2 + size;
        const [lists, bitSets]: [number[], number[]] = [[], []];
        const places = owners.map((entries) => {
          if (entries.length < 2) return entries[0] ?? 0;
          if (entries.length < bitsFrom) return lists.push(...entries) - entries.length;
          bitSets.push(...bitsOf(entries, size));
          return bitSets.length / (blocksOf(size) * 4) - 1;
        });
        const wanted = Array.from({ length: 2 * values }, (_, number) => number);
        const members = new Set(set);
        const entriesOf = (number: number) => owners[numbers.indexOf(number)] ?? [];
        const expected = wanted.map(
          (number) => entriesOf(number).filter((entry) => members.has(entry)).length,
        );
        const leasts = expected.map((most) => (source.below(2) === 0 ? most : source.below(size + 2)));
        const sections = [
          ...[new Uint32Array(wanted.length), u32(wanted), u32(numbers)],
          ...[u32(owners.map((entries) => entries.length)), u32(places), u32(lists), u32(bitSets)],
          ...[bitsOf(set, size), u32(set), u32(leasts)],
        ] as const;
        const count = (whole: boolean, asList: boolean, toLeast = false) =>
          runKernel(name, sections, (kernel, ...at) => {
            const [counts, from, table, lengths, placesAt, listsAt, bitSetsAt, bits, list, leastsAt] =
              at as number[];
            kernel.countValues(
              counts!,
              from!,
              toLeast ? leastsAt! : 0,
              wanted.length,
              {
                ...{ numbers: table!, count: numbers.length, lengths: lengths!, places: placesAt! },
                ...{ lists: listsAt!, bitSets: bitSetsAt!, bitsFrom },
              },
              {
                ...{ bits: whole ? 0 : bits!, blocks: blocksOf(size) },
                ...{ list: asList ? list! : 0, listLength: set.length },
              },
            );
          }).sections[0];
        expect(count(false, false)).toEqual(expected);
        expect(count(false, true)).toEqual(expected);
        expect(count(true, false)).toEqual(wanted.map((number) => entriesOf(number).length));
        for (const [at, low] of (count(false, false, true) ?? []).entries()) {
          if (expected[at]! >= leasts[at]!) expect(low).toBe(expected[at]);
          else expect(low).toBeLessThanOrEqual(expected[at]!);
        }
      }),
      RUNS,
    );
  });

  it('adds the counts of another segment', () => {
    fc.assert(
      fc.property(fc.nat({ max: 300 }), shares, shares, sources, (values, shareOfTable, share, source) => {
        const table = source.some(values, shareOfTable);
        const numbers = source.some(values, share);
        const counters = source.array(table.length, (below) => below(1_000));
        const counts = source.array(numbers.length, (below) => below(1_000));
        const sections = [u32(counters), u32(table), u32(numbers), u32(counts)] as const;
        const { result, sections: after } = runKernel(name, sections, (kernel, to, at, from, added) =>
          kernel.addCounts(to, at, table.length, from, added, numbers.length),
        );
        const known = new Set(table);
        const rest = numbers.flatMap((number, i) => (known.has(number) ? [] : [i]));
        const addedTo = (number: number) => counts[numbers.indexOf(number)] ?? 0;
        expect(result).toBe(rest.length);
        expect(after[0]).toEqual(counters.map((count, value) => count + addedTo(table[value]!)));
        expect(after[2]!.slice(0, rest.length)).toEqual(rest.map((i) => numbers[i]));
        expect(after[3]!.slice(0, rest.length)).toEqual(rest.map((i) => counts[i]));
      }),
      RUNS,
    );
  });

  it('lists the counters from a number on', () => {
    const leasts = fc.constantFrom(1, 2, 200, 2 ** 31, 2 ** 32 - 1);
    fc.assert(
      fc.property(sizes, shares, leasts, sources, (size, share, least, source) => {
        const counters = Array(size).fill(0);
        for (const value of source.some(size, share)) {
          counters[value] = Math.min(2 ** 32 - 1, Math.max(0, least + source.below(3) - 1));
        }
        const sections = [u32(counters), new Uint32Array(size)] as const;
        const listed = runKernel(name, sections, (kernel, from, to) =>
          kernel.listCounters(to, from, size, least),
        );
        const expected = counters.flatMap((count, value) => (count >= least ? [value] : []));
        expect(listed.result).toBe(expected.length);
        expect(listed.sections[1]).toEqual([...expected, ...Array(size - expected.length).fill(0)]);
      }),
      RUNS,
    );
  });

  it('sums numbers that stand in bit slices', () => {
    fc.assert(
      fc.property(
        sizes,
        shares,
        fc.integer({ min: 0, max: 11 }),
        sources,
        (size, share, sliceCount, source) => {
          const entries = source.some(size, share);
          const numbers = source.array(size, (below) => below(2 ** sliceCount));
          const slices = Array.from({ length: sliceCount }, (_, i) => [
            ...bitsOf(
              numbers.flatMap((number, entry) => (((number >>> i) & 1) === 1 ? [entry] : [])),
              size,
            ),
          ]);
          const sections = [bitsOf(entries, size), u32(slices.flat())] as const;
          const { result } = runKernel(name, sections, (kernel, bits, at) =>
            kernel.sumSlices(bits, at, sliceCount, blocksOf(size)),
          );
          expect(result).toBe(entries.reduce((sum, entry) => sum + numbers[entry]!, 0));
        },
      ),
      RUNS,
    );
  });
});
