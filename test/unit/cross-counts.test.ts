import { describe, expect, it } from 'vitest';
import { createIndex } from '../../src/index/create-index.ts';
import { createDictionaries } from '../../src/index/dictionary/dictionaries.ts';
import { createIndexWriter } from '../../src/index/index-writer.ts';
import type { IndexChange } from '../../src/index/search-index.ts';
import { PATH_MOST } from '../../src/index/segment/layout.ts';
import { CROSS_BYTES } from '../../src/index/segment/plan-crosses.ts';
import { Segment } from '../../src/index/segment/segment.ts';
import { createPlainIndex } from '../support/plain-index/plain-index.ts';

const ENTRIES = 3_000;

/** The type of one entry in ten is "rare"; half have a region, each has tags, and a serial number of its own. */
function changeOf(i: number): IndexChange {
  const key = `urn:air:a.example:${String(i).padStart(5, '0')}`;
  const type = i % 10 === 0 ? 'rare' : ['one', 'two', 'two', 'three', 'three', 'three'][i % 6];
  const entry = {
    identifier: key,
    displayName: 'x',
    type: `text/${type}`,
    tags: [`t${i % 7}`, `u${i % 11}`, `v${i % 300}`],
    metadata: { serial: `${i}`, ...(i % 2 === 0 ? { region: `r${i % 5}` } : {}) },
  };
  return { key, entry: { key, versionId: i, firstSeen: 0, entry } };
}

const changes = Array.from({ length: ENTRIES }, (_, i) => changeOf(i));

function readSegment(crossBytes?: number) {
  const view = createIndexWriter(crossBytes === undefined ? {} : { crossBytes }).apply(1, changes);
  const [{ memory, layout }] = view.segments as [(typeof view.segments)[number]];
  return { segment: new Segment(memory, layout), dictionaries: createDictionaries(view) };
}

function entriesOf(segment: Segment, value: number): Set<number> {
  const room = new Uint32Array(segment.layout.entries);
  return new Set(room.subarray(0, segment.readValue(value, room, 0)));
}

describe('the counts that a segment has ready', () => {
  it('are how many entries of a frequent value have each value of each counted path', () => {
    const { segment, dictionaries } = readSegment(10_000);
    const { layout } = segment;
    const rows = [...segment.numbers(layout.crossValues, layout.crossRows)];
    const names = rows.map((value) => dictionaries.values.textOf(segment.valueNumber(value)));
    expect(names).toEqual(expect.arrayContaining(['text/one', 'text/two', 'text/three', 'text/rare', 'r0']));
    let counted = 0;
    for (const row of rows) {
      const own = entriesOf(segment, row);
      for (let path = 0; path < layout.paths; path++) {
        const at = segment.crossCounts(row, path);
        if (at === undefined) continue;
        counted++;
        for (let value = 0; value < segment.valuesOf(path); value++) {
          const both = [...entriesOf(segment, segment.firstValue(path) + value)].filter((e) => own.has(e));
          expect(segment.word(at, value)).toBe(both.length);
        }
      }
    }
    // Type, tags and region at least; never the serial numbers, of which each entry has its own.
    expect(counted).toBeGreaterThanOrEqual(3 * rows.length);
    const serial = dictionaries.paths.find(0, 'metadata.serial')!;
    expect(segment.crossCounts(rows[0]!, segment.findPath(serial)!)).toBeUndefined();
  });

  it('are of values of fields that have one, the most frequent first, within their room', () => {
    for (const crossBytes of [undefined, 2]) {
      const { segment } = readSegment(crossBytes);
      const { layout } = segment;
      expect(4 * layout.crossRows * layout.crossWidth).toBeLessThanOrEqual(
        (crossBytes ?? CROSS_BYTES) * ENTRIES,
      );
      const rows = [...segment.numbers(layout.crossValues, layout.crossRows)];
      expect(rows.length).toBeGreaterThan(0);
      const least = Math.min(...rows.map((value) => segment.valueLength(value)));
      for (let path = 0; path < layout.paths; path++) {
        const first = segment.firstValue(path);
        for (let value = first; value < segment.firstValue(path + 1); value++) {
          const isSingle = segment.pathField(path, PATH_MOST) === 1;
          const length = segment.valueLength(value);
          if (!rows.includes(value)) expect(!isSingle || length <= least || length === ENTRIES).toBe(true);
          else expect(isSingle && length < ENTRIES).toBe(true);
        }
      }
    }
    expect(readSegment(0).segment.layout.crossRows).toBe(0);
  });

  it.each(['wasm', 'plain'] as const)('answer with removals what the entries would (%s)', async (kernel) => {
    const [plain, index] = [createPlainIndex(), createIndex({ kernel, crossBytes: 10_000 })];
    const removed = [10, 20, 1_000, 7, 14, 2_999].map((i) => ({ key: changeOf(i).key, entry: null }));
    for (const each of [plain, index]) {
      await each.apply(1, changes);
      await each.apply(2, removed);
      await each.apply(3, [10, 1_000].map(changeOf));
    }
    // What is matched is few enough to be listed, for the serial numbers; what was removed is listed in the same place.
    const fields = ['metadata.serial', 'tags', 'metadata.serial', 'type', 'metadata.region'];
    for (const values of [['text/rare'], ['text/rare', 'text/one'], ['text/three', 'nothing']]) {
      const query = { text: '', filter: new Map([['type', values]]) };
      for (const minCount of [1, 2, 40]) {
        const facets = fields.map((field) => ({ field, limit: 12, minCount }));
        expect(await index.explore(query, facets)).toEqual(await plain.explore(query, facets));
      }
    }
  });
});
