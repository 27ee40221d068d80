import { describe, expect, it } from 'vitest';
import {
  exceedsDepth,
  MAX_ENTRY_DEPTH,
  MAX_ENTRY_PATHS,
  MAX_ENTRY_VALUES,
  MAX_NAME_LENGTH,
  MAX_STRING_LENGTH,
  measureEntry,
  utf8Length,
} from '../../src/model/bounds.ts';
import type { Json, JsonObject } from '../../src/model/entry.ts';

/** An entry that nests `levels` deep, itself included. */
function nested(levels: number): JsonObject {
  let value: Json = 'leaf';
  for (let level = 1; level < levels; level++) value = { a: value };
  return { a: value };
}

const boundOf = (entry: JsonObject) => measureEntry(entry).excess?.bound;
const manyNames = (count: number, prefix = 'p') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, i]));

describe('exceedsDepth', () => {
  it.each([
    ['{}', 0, true],
    ['{}', 1, false],
    ['[[1],[2]]', 2, false],
    ['[[[1]]]', 2, true],
    ['"[[[["', 0, false],
    ['"\\"[[[["', 0, false],
    ['"\\\\"[', 0, true],
    ['{"a":"}}}}","b":[{"c":[]}]}', 4, false],
    ['{"a":"}}}}","b":[{"c":[]}]}', 3, true],
    ['', 0, false],
    ['"never closed [[[', 0, false],
  ])('%s beyond %i: %s', (text, limit, expected) => {
    expect(exceedsDepth(text, limit)).toBe(expected);
  });

  it('takes a bomb without recursion', () => {
    expect(exceedsDepth('['.repeat(5_000_000), 512)).toBe(true);
  });
});

describe('utf8Length', () => {
  it.each(['', 'plain', 'é', '€', '😀', 'a😀b\ud800', '\udc00\ud800', '\ud800\ud800\udc00'])(
    'of %j',
    (text) => {
      expect(utf8Length(text, 100)).toBe(new TextEncoder().encode(text).length);
    },
  );

  it('is undefined beyond the limit', () => {
    expect(utf8Length('€', 3)).toBe(3);
    expect(utf8Length('€', 2)).toBeUndefined();
  });
});

describe('measureEntry', () => {
  it('collects the distinct paths of scalars and empty containers', () => {
    const entry = { a: 1, b: [{ c: 'x' }, { c: 'y', d: null }], e: {}, f: [], g: [[1, [2]]] };
    expect([...measureEntry(entry).paths].sort()).toEqual(['a', 'b.c', 'b.d', 'e', 'f', 'g']);
  });

  it('bounds the depth', () => {
    expect(boundOf(nested(MAX_ENTRY_DEPTH))).toBeUndefined();
    expect(boundOf(nested(MAX_ENTRY_DEPTH + 1))).toBe('depth');
  });

  it('bounds the paths', () => {
    expect(boundOf(manyNames(MAX_ENTRY_PATHS))).toBeUndefined();
    expect(boundOf(manyNames(MAX_ENTRY_PATHS + 1))).toBe('paths');
  });

  it('bounds the values, wherever they are', () => {
    const list = (length: number) => Array.from({ length }, () => 'x');
    expect(boundOf({ a: list(MAX_ENTRY_VALUES) })).toBeUndefined();
    expect(boundOf({ a: list(MAX_ENTRY_VALUES + 1) })).toBe('values');
    expect(boundOf({ a: list(MAX_ENTRY_VALUES), b: 1 })).toBe('values');
    expect(boundOf({ a: [list(600), list(600)] })).toBe('values');
    expect(boundOf({ a: Array.from({ length: MAX_ENTRY_VALUES + 1 }, () => []) })).toBe('values');
    expect(boundOf({ a: Array.from({ length: 600 }, () => [[], []]) })).toBe('values');
  });

  it('bounds strings, names and numbers, and says where', () => {
    expect(boundOf({ a: 'x'.repeat(MAX_STRING_LENGTH) })).toBeUndefined();
    expect(measureEntry({ a: [1, { b: 'x'.repeat(MAX_STRING_LENGTH + 1) }] }).excess).toMatchObject({
      bound: 'string-length',
      at: ['a', 1, 'b'],
    });
    expect(boundOf({ ['n'.repeat(MAX_NAME_LENGTH)]: 1 })).toBeUndefined();
    expect(boundOf({ ['n'.repeat(MAX_NAME_LENGTH + 1)]: 1 })).toBe('name-length');
    expect(boundOf(JSON.parse('{"a": 1e999}'))).toBe('number-range');
  });

  it('survives what would overflow a stack', () => {
    const text = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    expect(boundOf(JSON.parse(text))).toBe('depth');
    expect(boundOf({ a: Array.from({ length: 1_000_000 }, () => 0) })).toBe('values');
  });

  it('does not visit the entries of a nested catalog, but does those of anything else', () => {
    const data = { specVersion: '1.0', entries: [nested(40), manyNames(2_000)] };
    const catalog = { type: 'application/ai-catalog+json', data };
    expect(measureEntry(catalog)).toEqual({
      paths: new Set(['type', 'data.specVersion']),
      excess: undefined,
    });
    expect(boundOf({ mediaType: 'application/ai-catalog+json', data })).toBeUndefined();
    expect(boundOf({ type: 'application/json', data })).toBe('depth');
  });
});
