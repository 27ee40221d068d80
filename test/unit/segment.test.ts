import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDictionaries } from '../../src/index/dictionary/dictionaries.ts';
import { readText } from '../../src/index/entry-text.ts';
import { createIndexWriter, finish } from '../../src/index/index-writer.ts';
import { noValue } from '../../src/index/kernel/kernel.ts';
import { endOf, startOf } from '../../src/index/kernel/starts.ts';
import type { IndexedEntry } from '../../src/index/search-index.ts';
import {
  PATH_CELLS,
  PATH_COLUMN,
  PATH_MOST,
  PATH_ORDER,
  PATH_SLICE_COUNT,
  PATH_SLICES,
  PATH_STARTS,
  type PostingsLayout,
  RANKED_FIELDS,
} from '../../src/index/segment/layout.ts';
import { readBits, Segment } from '../../src/index/segment/segment.ts';
import { readSortValues } from '../../src/index/sort-values.ts';
import type { ViewData } from '../../src/index/view-data.ts';
import { projectFields } from '../../src/model/field-path.ts';
import { entries as entriesOf } from '../support/index-arbitraries.ts';
import { weighEntry } from '../support/weigh-entry.ts';

const RUNS = 60;
const distinctEntries = fc.uniqueArray(entriesOf(300), { maxLength: 200, selector: ({ key }) => key });

describe('segment', () => {
  it('says again what its entries say', () => {
    fc.assert(
      fc.property(distinctEntries, fc.constantFrom(1, 4, 128), (entries, denseShare) => {
        const writer = createIndexWriter({ denseShare });
        const view = writer.apply(
          1,
          entries.map((entry) => ({ key: entry.key, entry })),
        );
        expectFacts(view, entries);
      }),
      { numRuns: RUNS },
    );
  });

  it('says it again after merges and removals', () => {
    fc.assert(
      fc.property(
        fc.array(distinctEntries, { minLength: 2, maxLength: 6 }),
        fc.array(fc.nat(300), { maxLength: 80 }),
        fc.constantFrom(1, 4, 128),
        (batches, removals, denseShare) => {
          const writer = createIndexWriter({ denseShare, segmentsPerTier: 2 });
          const latest = new Map<string, IndexedEntry>();
          let seq = 0;
          for (const batch of batches) {
            writer.apply(
              ++seq,
              batch.map((entry) => ({ key: entry.key, entry })),
            );
            for (const entry of batch) latest.set(entry.key, entry);
          }
          const gone = removals.flatMap((n) => [...latest.keys()].slice(n, n + 1));
          for (const key of gone) latest.delete(key);
          let view = writer.apply(
            ++seq,
            gone.map((key) => ({ key, entry: null })),
          );
          for (let next = finish(writer.merge()); next !== undefined; next = finish(writer.merge()))
            view = next;
          expect(view.segments.length).toBeLessThanOrEqual(1);
          expectFacts(view, [...latest.values()]);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('keeps what was removed while a merge was under way out of its result', () => {
    fc.assert(
      fc.property(distinctEntries, fc.array(fc.nat(300), { maxLength: 80 }), (entries, removals) => {
        fc.pre(entries.length > 1);
        const writer = createIndexWriter({ segmentsPerTier: 2 });
        const changes = entries.map((entry) => ({ key: entry.key, entry }));
        writer.apply(1, changes.slice(0, entries.length / 2));
        writer.apply(2, changes.slice(entries.length / 2));
        const merge = writer.merge();
        merge.next();
        const gone = new Set(removals.flatMap((n) => changes.slice(n, n + 1)).map(({ key }) => key));
        let view = writer.apply(
          3,
          [...gone].map((key) => ({ key, entry: null })),
        );
        view = finish(merge) ?? view;
        for (let next = finish(writer.merge()); next !== undefined; next = finish(writer.merge()))
          view = next;
        expect(liveKeys(view)).toEqual(
          changes
            .map(({ key }) => key)
            .filter((key) => !gone.has(key))
            .sort(),
        );
      }),
      { numRuns: RUNS },
    );
  });
});

function liveKeys(view: ViewData): string[] {
  return view.segments
    .flatMap(({ memory, layout, live }) => {
      const segment = new Segment(memory, layout);
      return setMembers(new Uint32Array(live), 0, layout.blocks).map((entry) => segment.keyAt(entry));
    })
    .sort();
}

function setMembers(words: Uint32Array, bits: number, blocks: number): number[] {
  const members = new Uint32Array(128 * blocks);
  return [...members.subarray(0, readBits(words, bits, blocks, members, 0))];
}

/** Compares a view of one segment, all live or rewritten, with the entries that it was built from. */
function expectFacts(view: ViewData, entries: readonly IndexedEntry[]): void {
  const [data] = view.segments;
  if (data === undefined) {
    expect(entries).toEqual([]);
    return;
  }
  const segment = new Segment(data.memory, data.layout);
  const { layout } = segment;
  const dictionaries = createDictionaries(view);
  const live = setMembers(new Uint32Array(data.live), 0, layout.blocks);
  expect(live.length).toBe(data.liveCount);
  const sorted = [...entries].sort((a, b) => (a.key < b.key ? -1 : 1));
  expect(live.map((entry) => segment.keyAt(entry))).toEqual(sorted.map(({ key }) => key));
  const fields = readFields(segment, dictionaries);
  const own = readPostings(segment, layout.terms, layout.entries, dictionaries.terms);
  const passages = readPostings(segment, layout.passageTerms, layout.passages, dictionaries.terms);
  for (const [i, expected] of sorted.entries()) {
    const entry = live[i]!;
    const sort = readSortValues(expected);
    expect(segment.double(layout.versionIds, entry)).toBe(expected.versionId);
    expect(segment.double(layout.firstSeen, entry)).toBe(sort.firstSeen);
    expect(segment.double(layout.updatedAt, entry)).toBe(sort.updatedAt);
    for (const field of RANKED_FIELDS) expect(segment.rankedText(field, entry)).toBe(sort[field]);
    expect(fields[entry]).toEqual(new Map(projectFields(expected.entry, undefined, expected.status)));
    const weighed = weighEntry(readText(expected.entry), expected.status);
    const mine = [...segment.numbers(layout.passageEntries, layout.passages).entries()]
      .filter(([, owner]) => owner === entry)
      .map(([passage]) => passages[passage]);
    expect(mine).toEqual(weighed.passages.map((passage) => new Map(passage)));
    const inPassages = weighed.passages.flatMap((passage) => [...passage.keys()]);
    expect(own[entry]).toEqual(
      new Map([...inPassages.map((term): [string, number] => [term, 0]), ...weighed.own]),
    );
  }
}

function readPostings(
  segment: Segment,
  at: PostingsLayout,
  owners: number,
  terms: { textOf(n: number): string },
) {
  const found = Array.from({ length: owners }, () => new Map<string, number>());
  for (let i = 0; i < at.count; i++) {
    const start = segment.word(at.starts, i);
    for (let k = start; k < start + segment.word(at.lengths, i); k++) {
      found[segment.word(at.owners, k)]?.set(
        terms.textOf(segment.word(at.terms, i)),
        segment.bytes[at.impacts + k]!,
      );
    }
  }
  return found;
}

/** The fields of each entry, read from the lists; columns and slices are held to say the same. */
function readFields(segment: Segment, { paths, values }: ReturnType<typeof createDictionaries>) {
  const { layout } = segment;
  const found = Array.from({ length: layout.entries }, () => new Map<string, Set<string>>());
  const room = new Uint32Array(layout.entries);
  for (let path = 0; path < layout.paths; path++) {
    const name = paths.textOf(segment.word(layout.pathNumbers, path));
    const byEntry = Array.from({ length: layout.entries }, (): number[] => []);
    const first = segment.firstValue(path);
    for (let value = 0; value < segment.valuesOf(path); value++) {
      const length = segment.readValue(first + value, room, 0);
      expect(length).toBe(segment.valueLength(first + value));
      for (const entry of room.subarray(0, length)) {
        byEntry[entry]?.push(value);
        const own = found[entry]?.get(name) ?? new Set();
        found[entry]?.set(name, own.add(values.textOf(segment.valueNumber(first + value))));
      }
    }
    const orderAt = segment.pathField(path, PATH_ORDER);
    expect(orderAt === 0).toBe(segment.pathField(path, PATH_CELLS) === segment.valuesOf(path));
    if (orderAt !== 0) {
      const order = [...segment.numbers(orderAt, segment.valuesOf(path))];
      expect([...order].sort((a, b) => a - b)).toEqual([...order.keys()]);
      const lengths = order.map((value) => segment.valueLength(first + value));
      expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
    }
    expect(byEntry.reduce((sum, { length }) => sum + length, 0)).toBe(segment.pathField(path, PATH_CELLS));
    const column = segment.pathField(path, PATH_COLUMN);
    if (column === 0) continue;
    const starts = segment.pathField(path, PATH_STARTS);
    for (const [entry, own] of byEntry.entries()) {
      expect(own.length).toBeLessThanOrEqual(segment.pathField(path, PATH_MOST));
      const from = starts === 0 ? entry : startOf(segment, starts, entry);
      const to = starts === 0 ? entry + 1 : endOf(segment, starts, entry);
      const cellBytes = segment.cellBytes(path);
      const cells = [...segment.cells(column + cellBytes * from, to - from, cellBytes)];
      expect(cells.filter((cell) => cell !== noValue(cellBytes))).toEqual(own);
      let count = 0;
      for (let slice = 0; slice < segment.pathField(path, PATH_SLICE_COUNT); slice++) {
        const bits = segment.pathField(path, PATH_SLICES) + 16 * slice * layout.blocks;
        count += ((segment.word(bits, entry >>> 5) >>> (entry & 31)) & 1) * 2 ** slice;
      }
      expect(count).toBe(own.length);
    }
  }
  return found;
}
