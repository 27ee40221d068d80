import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LarderError } from '../../src/errors.ts';
import { parseListFilter } from '../../src/model/filter-expression/parse-list-filter.ts';
import { parseOrderBy } from '../../src/model/filter-expression/parse-order-by.ts';
import type { ListCondition } from '../../src/model/query.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 24 });
const values = fc.uniqueArray(anyText, { minLength: 1, maxLength: 4 });
const operators = fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const);

/** Conditions in compiled form: parsing their print gives them back. */
const conditions: fc.Arbitrary<ListCondition> = fc.oneof(
  fc.record({
    kind: fc.constant('equals' as const),
    path: anyText.filter((path) => !SPECIAL.has(path)),
    values,
  }),
  fc.record({ kind: fc.constant('contains' as const), field: fc.constant('displayName' as const), values }),
  fc.record({
    kind: fc.constant('compare' as const),
    field: fc.constantFrom('displayName' as const, 'version' as const),
    operator: operators,
    value: anyText,
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    field: fc.constantFrom('updatedAt' as const, 'firstSeen' as const),
    operator: operators,
    value: fc.integer({ min: 0, max: Date.UTC(2999, 0) }),
  }),
);

/** Paths whose values are normalised, or that are no paths at all. */
const SPECIAL = new Set([
  'type',
  'publisher',
  'publisherId',
  'identifier',
  'displayName',
  'firstSeen',
  'createdAfter',
  'updatedAfter',
]);

const quoted = (text: string) => `'${text.replace(/['"\\]/g, '\\$&')}'`;

function print(filter: readonly ListCondition[]): string {
  return filter
    .map((condition) => {
      if (condition.kind === 'equals')
        return `${quoted(condition.path)} = ${condition.values.map(quoted).join(', ')}`;
      if (condition.kind === 'contains')
        return `${condition.field} = ${condition.values.map(quoted).join(', ')}`;
      const value =
        typeof condition.value === 'number' ? new Date(condition.value).toISOString() : condition.value;
      return `${condition.field} ${condition.operator} ${quoted(value)}`;
    })
    .join(' AND ');
}

/** Text that is nearly an expression. */
const nearly = fc
  .array(
    fc.constantFrom(
      'type',
      ' ',
      '=',
      '<=',
      '>',
      ',',
      "'",
      '"',
      '\\',
      'AND',
      'OR',
      '(',
      '!=',
      'a/b',
      'updatedAt',
      '2026-01-01',
      'MCP',
      '\u0000',
      '+',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

function expectInvalidArgument(act: () => unknown): void {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(LarderError);
    expect((error as LarderError).code).toBe('INVALID_ARGUMENT');
    expect((error as LarderError).message).toMatch(/position [1-9]/);
    expect((error as LarderError).message.length).toBeLessThan(1_500);
  }
}

describe('filter expressions', () => {
  it('give back what was printed', () => {
    fc.assert(
      fc.property(fc.array(conditions, { maxLength: 8 }), (filter) => {
        expect(parseListFilter(print(filter))).toEqual(filter);
      }),
      { numRuns: 1_000 },
    );
  });

  it('throw nothing but INVALID_ARGUMENT with a position', () => {
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
        expectInvalidArgument(() => parseListFilter(text));
        expectInvalidArgument(() => parseOrderBy(text));
      }),
      { numRuns: 5_000 },
    );
  });
});
