import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Kernel } from '../../src/index/kernel/kernel.ts';
import { bitsOf, blocksOf, runKernel, scoresOf, shares, sizes, sources } from '../support/kernel-case.ts';

const RUNS = { numRuns: 100 };
const MAX_SCORE = 0xffff;

const u32 = (numbers: readonly number[]) => Uint32Array.from(numbers);
const sorted = (entries: Iterable<number>) => [...entries].sort((a, b) => a - b);

describe.each(['plain', 'wasm'] as const satisfies Kernel['name'][])('the %s kernel', (name) => {
  it('clears and copies', () => {
    fc.assert(
      fc.property(sizes, sources, (size, source) => {
        const from = u32(source.array(blocksOf(size) * 4, (below) => below(2 ** 32)));
        const to = new Uint32Array(from.length).fill(7);
        const copied = runKernel(name, [to, from], (kernel, a, b) => kernel.copy(a, b, from.byteLength));
        expect(copied.sections).toEqual([[...from], [...from]]);
        const cleared = runKernel(name, [from], (kernel, a) => kernel.clear(a, from.byteLength));
        expect(cleared.sections).toEqual([Array(from.length).fill(0)]);
      }),
      RUNS,
    );
  });

  const algebra = {
    and: (a: Set<number>, b: Set<number>) => [...a].filter((entry) => b.has(entry)),
    or: (a: Set<number>, b: Set<number>) => [...a, ...b],
    andNot: (a: Set<number>, b: Set<number>) => [...a].filter((entry) => !b.has(entry)),
  };
  it.each(Object.entries(algebra))('%s is that of sets, also into an operand', (operation, expected) => {
    if (operation !== 'and' && operation !== 'or' && operation !== 'andNot') throw new Error(operation);
    fc.assert(
      fc.property(sizes, shares, shares, sources, (size, shareOfA, shareOfB, source) => {
        const [a, b] = [new Set(source.some(size, shareOfA)), new Set(source.some(size, shareOfB))];
        const sections = [bitsOf(a, size), bitsOf(b, size), bitsOf(source.some(size, 0.5), size)] as const;
        const both = [...bitsOf(expected(a, b), size)];
        const blocks = blocksOf(size);
        const apart = runKernel(name, sections, (kernel, x, y, to) => kernel[operation](to, x, y, blocks));
        expect(apart.sections).toEqual([[...sections[0]], [...sections[1]], both]);
        const intoA = runKernel(name, sections, (kernel, x, y) => kernel[operation](x, x, y, blocks));
        expect(intoA.sections.slice(0, 2)).toEqual([both, [...sections[1]]]);
        const intoB = runKernel(name, sections, (kernel, x, y) => kernel[operation](y, x, y, blocks));
        expect(intoB.sections.slice(0, 2)).toEqual([[...sections[0]], both]);
        const itself = runKernel(name, sections, (kernel, x) => kernel[operation](x, x, x, blocks));
        expect(itself.sections[0]).toEqual([...bitsOf(expected(a, a), size)]);
      }),
      RUNS,
    );
  });

  it('counts a set and the overlap of two', () => {
    fc.assert(
      fc.property(sizes, shares, shares, sources, (size, shareOfA, shareOfB, source) => {
        const [a, b] = [source.some(size, shareOfA), source.some(size, shareOfB)];
        const sections = [bitsOf(a, size), bitsOf(b, size)] as const;
        const blocks = blocksOf(size);
        expect(runKernel(name, sections, (kernel, x) => kernel.count(x, blocks)).result).toBe(a.length);
        const others = new Set(b);
        const overlap = a.filter((entry) => others.has(entry)).length;
        expect(runKernel(name, sections, (kernel, x, y) => kernel.countAnd(x, y, blocks)).result).toBe(
          overlap,
        );
      }),
      RUNS,
    );
  });

  it('turns lists into sets and sets into lists', () => {
    fc.assert(
      fc.property(sizes, shares, shares, sources, (size, shareOfList, shareOfSet, source) => {
        const [list, set] = [source.some(size, shareOfList), source.some(size, shareOfSet)];
        const sections = [u32(list), bitsOf(set, size), new Uint32Array(size)] as const;
        const blocks = blocksOf(size);
        const length = list.length;
        const united = runKernel(name, sections, (kernel, at, bits) => kernel.setList(bits, at, length));
        expect(united.sections[1]).toEqual([...bitsOf([...list, ...set], size)]);
        const found = runKernel(name, sections, (kernel, at, bits) => kernel.countList(bits, at, length));
        const members = new Set(set);
        expect(found.result).toBe(list.filter((entry) => members.has(entry)).length);
        const listed = runKernel(name, sections, (kernel, _, bits, to) => kernel.toList(to, bits, blocks));
        expect(listed.result).toBe(set.length);
        expect(listed.sections[2]).toEqual([...set, ...Array(size - set.length).fill(0)]);
      }),
      RUNS,
    );
  });

  it('adds weighted impacts to scores, up to the limit of u16', () => {
    fc.assert(
      fc.property(
        sizes,
        shares,
        fc.integer({ min: 0, max: 4_096 }),
        sources,
        (size, share, weight, source) => {
          const list = source.some(size, share);
          const impacts = source.array(list.length, (below) => below(256));
          const after = source.array(size, (below) => below(2) * below(256));
          const scores = [...after];
          for (const [i, entry] of list.entries()) {
            const added = Math.floor((weight * impacts[i]!) / 16);
            scores[entry] = source.below(3) === 0 ? MAX_SCORE - added : scores[entry]!;
            after[entry] = scores[entry]! + added;
          }
          const sections = [scoresOf(scores), u32(list), Uint8Array.from(impacts)] as const;
          const { sections: kept } = runKernel(name, sections, (kernel, to, at, bytes) =>
            kernel.addScores(to, at, bytes, list.length, weight),
          );
          expect(kept[0]).toEqual([...scoresOf(after)]);
        },
      ),
      RUNS,
    );
  });

  it('keeps the best of an entry and its passages', () => {
    fc.assert(
      fc.property(sizes, shares, fc.integer({ min: 0, max: 256 }), sources, (size, share, part, source) => {
        const entries = Math.max(1, source.below(size + 1));
        const owners = sorted(source.array(size, (below) => below(entries)));
        const passages = Array(size).fill(0);
        for (const passage of source.some(size, share)) {
          passages[passage] = source.below(2) === 0 ? MAX_SCORE : source.below(MAX_SCORE);
        }
        const scores = source.array(entries, (below) => below(MAX_SCORE + 1));
        const after = [...scores];
        for (const [passage, owner] of owners.entries()) {
          after[owner] = Math.max(after[owner]!, Math.floor((part * passages[passage]!) / 256));
        }
        const sections = [scoresOf(scores), scoresOf(passages), u32(owners)] as const;
        const { sections: kept } = runKernel(name, sections, (kernel, to, from, at) =>
          kernel.combinePassages(to, from, at, size, part),
        );
        expect(kept[0]).toEqual([...scoresOf(after)]);
      }),
      RUNS,
    );
  });

  it('finds the ten best scores, and the entries from a threshold on', () => {
    const spreads = fc.constantFrom(1, 3, 200, MAX_SCORE + 1);
    fc.assert(
      fc.property(sizes, shares, spreads, sources, (size, share, spread, source) => {
        const entries = source.some(size, share);
        const limit = MAX_SCORE + 1;
        const scores = source.array(size, (below) =>
          below(3) === 0 ? limit - 1 - below(spread) : below(spread),
        );
        const before = source.array(10, (below) => below(2) * below(limit)).sort((a, b) => b - a);
        const best = [...before, ...entries.map((entry) => scores[entry]!)]
          .sort((a, b) => b - a)
          .slice(0, 10);
        const threshold = Math.max(
          1,
          source.below(2) === 0 ? limit - 1 - source.below(spread) : source.below(spread),
        );
        const sections = [
          Uint16Array.from(before),
          scoresOf(scores),
          bitsOf(entries, size),
          bitsOf(source.some(size, 0.5), size),
        ] as const;
        const blocks = blocksOf(size);
        const top = runKernel(name, sections, (kernel, to, from, bits) =>
          kernel.topTen(to, from, bits, blocks),
        );
        expect(top.sections[0]).toEqual(best);
        const kept = [
          ...bitsOf(
            entries.filter((entry) => scores[entry]! >= threshold),
            size,
          ),
        ];
        const apart = runKernel(name, sections, (kernel, _, from, bits, to) =>
          kernel.atLeast(to, from, bits, blocks, threshold),
        );
        expect(apart.sections[3]).toEqual(kept);
        const inPlace = runKernel(name, sections, (kernel, _, from, bits) =>
          kernel.atLeast(bits, from, bits, blocks, threshold),
        );
        expect(inPlace.sections[2]).toEqual(kept);
      }),
      RUNS,
    );
  });
});
