import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextCache } from '../../src/model/text-cache.ts';

describe('a cache of texts', () => {
  it('forgets what was used least lately, and only that', () => {
    const cache = new TextCache<number>(3_000);
    for (const key of [1, 2, 3]) cache.keep(key, 'x'.repeat(350));
    expect(cache.find(1)).toHaveLength(350);
    cache.keep(4, 'y'.repeat(350));
    expect([1, 2, 3, 4].map((key) => cache.find(key) !== undefined)).toEqual([true, false, true, true]);
  });

  it('stays within its bound, and answers only what was kept last', () => {
    const step = fc.tuple(fc.nat(9), fc.string({ maxLength: 400 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const cache = new TextCache<string>(2_000);
        const newest = new Map<string, string>();
        for (const [number, text] of steps) {
          cache.keep(`key ${number}`, text);
          newest.set(`key ${number}`, text);
          expect(cache.bytes).toBeLessThanOrEqual(2_000);
          for (const [key, expected] of newest) expect([undefined, expected]).toContain(cache.find(key));
        }
        cache.clear();
        expect(cache.bytes).toBe(0);
      }),
    );
  });
});
