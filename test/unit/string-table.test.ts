import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StringTable } from '../../src/index/dictionary/string-table.ts';

/** Any string of UTF-16 code units, lone surrogates included, and enough equal ones. */
const texts = fc.oneof(
  fc.constantFrom('', 'a', 'tag-1', 'é', '東京', '\u{1f600}', '\ud800', '\udc00', '\uffff', '\ufffd'),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 4 })
    .map((units) => String.fromCharCode(...units)),
);
const pairs = fc.tuple(fc.constantFrom(0, 1, 70_000, 0xffffffff), texts);

describe('string table', () => {
  it('numbers (scope, text) as a Map does, and gives every text back', () => {
    fc.assert(
      fc.property(fc.array(pairs, { maxLength: 80 }), pairs, (added, asked) => {
        const table = new StringTable();
        const oracle = new Map<string, number>();
        for (const [scope, text] of added) {
          const key = `${scope}:${text}`;
          const number = oracle.get(key) ?? oracle.size;
          oracle.set(key, number);
          expect(table.add(scope, text)).toBe(number);
          expect(table.textOf(number)).toBe(text);
          expect(table.scopeOf(number)).toBe(scope);
        }
        expect(table.size).toBe(oracle.size);
        expect(table.find(...asked)).toBe(oracle.get(`${asked[0]}:${asked[1]}`));
      }),
      { numRuns: 500 },
    );
  });

  it('compares by UTF-16 code unit', () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const table = new StringTable();
        const order = table.compare(table.add(0, a), table.add(0, b));
        expect(Math.sign(order)).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('grows past its first chunks, and an older reader sees what it saw', () => {
    const table = new StringTable();
    for (let i = 0; i < 2_000; i++) table.add(i % 7, `value ${i}`);
    const reader = new StringTable(table.data);
    for (let i = 2_000; i < 60_000; i++) table.add(i % 7, `value ${i} ${'x'.repeat(i % 300)}`);
    expect(reader.size).toBe(2_000);
    expect(reader.find(1_999 % 7, 'value 1999')).toBe(1_999);
    expect(reader.find(2_000 % 7, `value 2000 ${'x'.repeat(2_000 % 300)}`)).toBeUndefined();
    const newer = new StringTable(structuredClone(table.data));
    for (let i = 0; i < 60_000; i++) {
      const text = i < 2_000 ? `value ${i}` : `value ${i} ${'x'.repeat(i % 300)}`;
      if (newer.find(i % 7, text) !== i || newer.textOf(i) !== text) expect.fail(`lost ${text}`);
    }
  });
});
