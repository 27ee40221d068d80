import { describe, expect, it } from 'vitest';
import { findJsonFault } from '../../src/model/json-position.ts';

describe('findJsonFault', () => {
  it.each([
    '0',
    '-1.5e+10',
    'true',
    ' null ',
    '"a\\u00e9\\n"',
    '[]',
    '{}',
    '[1, {"a": [true, null]}, "x"]',
    '{"a": {}, "b": []}',
  ])('is undefined for %s', (text) => {
    expect(findJsonFault(text)).toBeUndefined();
  });

  it.each([
    ['[1, 2,]', 1, 7],
    ['{"a": 1,}', 1, 9],
    ["{'a': 1}", 1, 2],
    ['{"a" 1}', 1, 6],
    ['{"a": 1 "b": 2}', 1, 9],
    ['[1}', 1, 3],
    ['01', 1, 2],
    ['[NaN]', 1, 2],
    ['["a\tb"]', 1, 4],
    ['["\\x"]', 1, 3],
    ['["\\u12g4"]', 1, 3],
    ['{} {}', 1, 4],
    ['[1] // why not', 1, 5],
    ['{\n\t"a": .5\n}', 2, 7],
    ['[\r\n1\r\n2]', 3, 1],
    ['[\r1\r2]', 3, 1],
  ])('finds the place in %j', (text, line, column) => {
    expect(findJsonFault(text)).toEqual({ line, column, atEnd: false });
  });

  it.each(['', '[', '{"a"', '"open', '[1,', '"\\'])('knows that %j ends too early', (text) => {
    expect(findJsonFault(text)?.atEnd ?? false).toBe(text !== '"\\');
  });

  it('is linear and does not recurse', () => {
    expect(findJsonFault('['.repeat(2_000_000))).toEqual({ line: 1, column: 2_000_001, atEnd: true });
    expect(findJsonFault(`"${'\\u00e9'.repeat(500_000)}`)?.atEnd).toBe(true);
  });
});
