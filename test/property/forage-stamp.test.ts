import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCatalog } from '../../src/forage/forage.ts';
import type { OperationInput } from '../../src/forage/operation.ts';
import { catalogOf, readOperation } from '../support/forage-catalogs.ts';

/** Its declarations give the module where the function is. */
const reference = canonicalize as unknown as (value: unknown) => string;

/** Small, so that catalogs are often the same, and differ in one thing. */
const schema = fc.constantFrom<() => Record<string, unknown>>(
  () => ({ type: 'string' }),
  () => ({ type: 'string', minLength: 0, maxLength: 5 }),
  () => ({ type: 'string', maxLength: 5, minLength: 0 }),
  () => ({ type: 'object', properties: { b: { type: 'null' }, a: {} }, required: ['b', 'a'] }),
  () => ({ required: ['a', 'b'], properties: { a: {}, b: { type: 'null' } }, type: 'object' }),
  () => ({ type: 'object', properties: { a: {}, b: { type: 'null' } }, required: ['a'] }),
);
const text = fc.option(fc.constantFrom('', 'a', 'b\n', '\ud800'), { nil: undefined });
const operation = fc.record({
  path: fc.constantFrom('a.b', 'a.c', 'ﬀ.x', '𝐀.x'),
  effect: fc.constantFrom('read' as const, 'write' as const),
  description: text,
  capabilityNotes: text,
  instructions: text,
  inputSchema: schema.map((make) => make()),
  outputSchema: fc.option(
    schema.map((make) => make()),
    { nil: undefined },
  ),
  textOrigin: fc.constantFrom(undefined, 'owner' as const, 'third_party' as const),
  tags: fc.option(fc.constantFrom(['x'], ['x', 'y'], ['y', 'x']), { nil: undefined }),
});
const operations = fc.uniqueArray(operation, { selector: ({ path }) => path, maxLength: 4 });

const create = (given: readonly unknown[], about = {}) =>
  createCatalog({ revision: 'r1', ...about, operations: given as readonly OperationInput[] });

/** Everything that a caller can see, but for the stamp itself. */
function visibleOf(catalog: ReturnType<typeof createCatalog>): string {
  const seen = [
    catalog.list().results,
    ...catalog.summaries.map(({ path }) => catalog.describe({ path })),
    ...['a', 'ﬀ', '𝐀'].flatMap((namespace) =>
      catalog.list({ namespace }).total === 0 ? [] : [catalog.describe({ namespace })],
    ),
  ];
  return JSON.stringify(seen).replaceAll(catalog.stamp(), '');
}

/** The same value with the members of all its objects the other way round. */
function turnKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, child]) => [name, turnKeys(child)]),
  );
}

describe('stamp', () => {
  it('stays when only the order of operations or keys, or the name changes [stamp-identity]', () => {
    fc.assert(
      fc.property(operations, fc.infiniteStream(fc.nat()), (given, order) => {
        const catalog = create(given);
        const keys = new Map(given.map((one) => [one, order.next().value]));
        const shuffled = [...given].sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
        const other = create(shuffled.map(turnKeys), {
          revision: 'r2',
          title: 'T',
          description: 'D',
          publisher: 'p.example',
        });
        expect(other.stamp()).toBe(catalog.stamp());
        expect(visibleOf(other)).toBe(visibleOf(catalog));
      }),
      { numRuns: 150 },
    );
  });

  it('is the same exactly when callers see the same [stamp-identity]', () => {
    const one = fc.record({
      operation,
      kept: fc.subarray(
        Object.keys({
          description: 1,
          inputSchema: 1,
          outputSchema: 1,
          effect: 1,
          tags: 1,
          textOrigin: 1,
          capabilityNotes: 1,
          instructions: 1,
          path: 1,
        }),
      ),
      other: operation,
    });
    let same = 0;
    fc.assert(
      fc.property(one, ({ operation: first, kept, other }) => {
        const second = {
          ...other,
          ...Object.fromEntries(Object.entries(first).filter(([name]) => kept.includes(name))),
        };
        const [a, b] = [create([first]), create([second])];
        if (a.stamp() === b.stamp()) same++;
        expect(a.stamp() === b.stamp()).toBe(visibleOf(a) === visibleOf(b));
      }),
      { numRuns: 400 },
    );
    expect(same).toBeGreaterThan(10);
  });

  it('is SHA-256 over canonical JSON of the sorted metadata [stamp-identity]', () => {
    fc.assert(
      fc.property(operations, (given) => {
        // RFC 8785 knows no lone surrogates.
        fc.pre(!JSON.stringify(given).includes('\\ud800'));
        const catalog = create(given);
        const json = reference(JSON.parse(JSON.stringify(catalog.operations)));
        expect(catalog.stamp()).toBe(createHash('sha256').update(json).digest('hex'));
      }),
      { numRuns: 100 },
    );
  });

  it('does not see what projections leave out [stamp-identity]', () => {
    const inputSchema = { type: 'object', properties: { id: { type: 'string' } } };
    const noted = {
      ...inputSchema,
      $comment: 'x',
      'x-internal': { a: 1 },
      $schema: 'https://json-schema.org/draft/2020-12/schema',
    };
    const stamp = (schema: object) =>
      catalogOf([readOperation('a.b', { inputSchema: schema as never })]).stamp();
    expect(stamp(noted)).toBe(stamp(inputSchema));
    expect(stamp({ ...inputSchema, maxProperties: 1 })).not.toBe(stamp(inputSchema));
  });

  it('does not see the order of members in Zod either [stamp-identity]', () => {
    const stamp = (inputSchema: z.ZodType) => catalogOf([readOperation('a.b', { inputSchema })]).stamp();
    const [a, b] = [z.email(), z.array(z.int()).max(3)];
    expect(stamp(z.object({ a, b }))).toBe(stamp(z.object({ b, a })));
    expect(stamp(z.object({ a, b }))).not.toBe(stamp(z.strictObject({ a, b })));
  });

  it('stays when a catalog is made of the operations of another [stamp-identity]', () => {
    fc.assert(
      fc.property(operations, (given) => {
        const catalog = create(given);
        const again = create(JSON.parse(JSON.stringify(catalog.operations)));
        expect(again.stamp()).toBe(catalog.stamp());
        expect(visibleOf(again)).toBe(visibleOf(catalog));
      }),
      { numRuns: 100 },
    );
  });
});
