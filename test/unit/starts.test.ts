import { describe, expect, it } from 'vitest';
import { endOf, fillStarts, MAX_STARTED, startOf, startsBytes } from '../../src/index/kernel/starts.ts';

describe('the starts of a multi-valued column', () => {
  it('hold for whole groups of entries that have as many values as they may, and for what follows', () => {
    const counts = Array.from({ length: 70 }, (_, entry) => (entry === 66 ? 0 : MAX_STARTED));
    const buffer = new ArrayBuffer(startsBytes(counts.length));
    const numbers = { words: new Uint32Array(buffer), halves: new Uint16Array(buffer) };
    fillStarts(numbers, 0, counts);
    let end = 0;
    for (const [entry, count] of counts.entries()) {
      expect(startOf(numbers, 0, entry)).toBe(end);
      end += count;
      expect(endOf(numbers, 0, entry)).toBe(end);
    }
  });
});
