import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listOperations } from '../../src/forage/list-operations.ts';
import type { Summary } from '../../src/forage/operation.ts';

const segment = fc.constantFrom('a', 'b', 'aa', 'A', '_', 'ﬀ', '𝐀', 'é');
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('.'));
const paths = fc.uniqueArray(path, { maxLength: 30 });

const summariesOf = (given: readonly string[]): Summary[] =>
  given.map((one) => ({ path: one, sample: `await env.${one}({})`, score: 0 }));

/** By the definition: first segments, then whole paths, as arrays of UTF-16 code units. */
function ordered(given: readonly string[]): string[] {
  const units = (text: string) => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  const compare = (a: readonly number[], b: readonly number[]): number => {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      if (a[i] !== b[i]) return (a[i] ?? 0) - (b[i] ?? 0);
    }
    return a.length - b.length;
  };
  const first = (one: string) => units(one.split('.')[0] ?? '');
  return [...given].sort((a, b) => compare(first(a), first(b)) || compare(units(a), units(b)));
}

describe('list', () => {
  it('walks exactly what lies below a namespace, in order, for any limits [list-once] [list-order] [list-total]', () => {
    fc.assert(
      fc.property(
        paths,
        fc.option(path, { nil: undefined }),
        fc.infiniteStream(fc.integer({ min: 1, max: 7 })),
        (given, namespace, limits) => {
          const wanted = namespace?.split('.') ?? [];
          const below = (one: string) => {
            const segments = one.split('.');
            return segments.length > wanted.length && wanted.every((name, i) => segments[i] === name);
          };
          const expected = ordered(given).filter((one) => namespace === undefined || below(one));
          const summaries = summariesOf(given);
          const seen: string[] = [];
          let cursor: string | undefined;
          do {
            const limit = limits.next().value;
            const page = listOperations(summaries, { catalogStamp: 's', limit, cursor, namespace });
            expect(page.total).toBe(expected.length);
            expect(page.results.length).toBeLessThanOrEqual(limit);
            seen.push(...page.results.map((one) => one.path));
            cursor = page.nextCursor ?? undefined;
          } while (cursor !== undefined);
          expect(seen).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('takes a cursor only for the stamp, namespace and paths that it was given for [list-cursor-bound] [list-narrowed]', () => {
    const question = fc.record({
      given: fc.subarray(['a.b', 'a.c', 'a.d', 'b.c', 'b.d', 'b'], { minLength: 4 }),
      catalogStamp: fc.constantFrom('s', 't'),
      namespace: fc.constantFrom(undefined, 'a', 'b'),
    });
    fc.assert(
      fc.property(question, question, (first, second) => {
        const { given, ...asked } = first;
        const { nextCursor } = listOperations(summariesOf(given), { ...asked, limit: 1 });
        fc.pre(nextCursor !== null);
        const same = JSON.stringify(first) === JSON.stringify(second);
        const again = () =>
          listOperations(summariesOf(second.given), {
            catalogStamp: second.catalogStamp,
            namespace: second.namespace,
            cursor: nextCursor ?? '',
          });
        if (same) expect(again().results.length).toBeGreaterThan(0);
        else expect(again).toThrow(/fresh listing/);
      }),
      { numRuns: 300 },
    );
  });
});
