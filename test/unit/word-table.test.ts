import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HASH_START, hashUnit, WordTable } from '../../src/text/word-table.ts';
import { splitWords, visitWords } from '../../src/text/words.ts';

const hashOf = (word: string): number =>
  [...Array(word.length).keys()].reduce((hash, i) => hashUnit(hash, word.charCodeAt(i)), HASH_START);

describe('a table of words', () => {
  it('has a word as it was put in last, or not at all', () => {
    const table = new WordTable();
    const latest = new Map<string, number>();
    let found = 0;
    for (let i = 0; i < 20_000; i++) {
      const word = `w${(i * 7_919) % 5_000}`;
      const text = `(${word})`;
      const slot = table.find(text, 1, text.length - 1, hashOf(word));
      if (slot >= 0) {
        found++;
        expect([table.firstAt(slot), table.secondAt(slot)]).toEqual([latest.get(word), i % 5_000]);
        continue;
      }
      latest.set(word, i);
      table.put(word, hashOf(word), i, i % 5_000);
    }
    // Fifteen thousand are met again, each after all others, which is the worst for it.
    expect(found).toBeGreaterThan(5_000);
  });

  it('tells words of one hash apart', () => {
    const table = new WordTable();
    table.put('one', 42, 1, 2);
    table.put('two', 42, 3, 4);
    expect(table.firstAt(table.find('one', 0, 3, 42))).toBe(1);
    expect(table.firstAt(table.find('two', 0, 3, 42))).toBe(3);
    expect(table.find('six', 0, 3, 42)).toBe(-1);
    table.put('six', 42, 5, 6);
    expect(table.find('one', 0, 3, 42)).toBe(-1);
    expect(table.secondAt(table.find('two', 0, 3, 42))).toBe(4);
  });
});

describe('the words of a text', () => {
  it('come with the hash of their form', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.stringMatching(/^[a-zA-Z0-9 ]*$/),
          fc.constant('getURLs HTTPServer2 東京の天気 Ünï'),
        ),
        (text) => {
          const forms: string[] = [];
          visitWords(text, (within, start, end, hash) => {
            forms.push(within.slice(start, end));
            expect(hash).toBe(hashOf(within.slice(start, end)));
          });
          expect(forms).toEqual(splitWords(text).map(({ form }) => form));
        },
      ),
    );
  });
});
