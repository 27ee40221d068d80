import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../src/forage/schema/compile-schema.ts';
import { judgeValue } from '../../src/forage/schema/judge-value.ts';
import { SchemaRefusal } from '../../src/forage/schema/refusal.ts';
import { FULL_2020_12 } from '../../src/forage/schema/schema-profile.ts';
import type { Json, JsonObject } from '../../src/model/entry.ts';

// What takes the square of the input, or a power of it, does not end within the time limit of a test here.

const compile = (schema: JsonObject) => compileSchema(schema, FULL_2020_12);

function accepts(schema: JsonObject, value: Json): boolean {
  return compile(schema).validator.safeParse(value).success;
}

function refusalOf(schema: JsonObject): string {
  try {
    compile(schema);
  } catch (error) {
    if (error instanceof SchemaRefusal) return error.code;
    throw error;
  }
  throw new Error('The schema is compiled');
}

/** An object with so many members, all alike. */
function members(count: number, prefix: string, value: Json): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, value]));
}

describe('the work of compiling grows with the schema', () => {
  it('where thousands of names bring demands of their own', () => {
    const schema = { type: 'object', dependentRequired: { ...members(48_000, 'n', []), n7: ['m'] } };
    expect(accepts(schema, { n7: 1 })).toBe(false);
    expect(accepts(schema, { n7: 1, m: 1 })).toBe(true);
  });

  it('where one name brings demands in both ways', () => {
    const schema = {
      dependentRequired: { a: ['b'] },
      dependentSchemas: { a: { required: ['c'] }, d: { required: ['e'] } },
    };
    expect(accepts(schema, { a: 1, b: 1 })).toBe(false);
    expect(accepts(schema, { a: 1, b: 1, c: 1 })).toBe(true);
    expect(accepts(schema, { d: 1 })).toBe(false);
  });

  it('where thousands of schemas leave over what one large schema does not name', () => {
    const big = { properties: members(15_000, 'p', true) };
    const many = members(1_000, 'q', { $ref: '#/$defs/big', unevaluatedProperties: false });
    expect(refusalOf({ $defs: { big }, properties: many })).toBe('too-large');
    const few = members(5, 'q', { $ref: '#/$defs/big', unevaluatedProperties: false });
    expect(accepts({ $defs: { big }, properties: few }, { q1: { p7: 1 } })).toBe(true);
    expect(accepts({ $defs: { big }, properties: few }, { q1: { r: 1 } })).toBe(false);
  });
});

/** Definitions in a row, each of which leads to the next one. */
function chain(count: number, link: (next: JsonObject) => JsonObject, last: JsonObject): JsonObject {
  const links = Array.from({ length: count }, (_, at) => [`L${at}`, link({ $ref: `#/$defs/L${at + 1}` })]);
  return { $ref: '#/$defs/L0', $defs: Object.fromEntries([...links, [`L${count}`, last]]) };
}

function nest(depth: number, wrap: (inner: Json) => Json, innermost: Json): Json {
  return Array.from({ length: depth }).reduce<Json>((inner) => wrap(inner), innermost);
}

describe('thousands of definitions that lead from one to the next', () => {
  const text = { type: 'string' };

  it('are compiled, whether they judge the same value or what is inside', () => {
    const inPlace = compile(chain(9_000, (next) => next, text));
    expect(Object.keys(inPlace.projection.$defs ?? {})).toHaveLength(9_001);
    const inside = chain(5_000, (next) => ({ properties: { a: next } }), text);
    expect(
      accepts(
        inside,
        nest(3, (a) => ({ a }), {}),
      ),
    ).toBe(true);
    expect(accepts(inside, { a: 1 })).toBe(true);
  });

  it('refuse a value where judging it would go too deep', () => {
    const { validator } = compile(chain(6_000, (next) => ({ allOf: [next, { minLength: 1 }] }), text));
    expect(judgeValue(validator, 'a')).toEqual([{ message: 'It nests too deep to be judged', path: [] }]);
  });
});

describe('the work of judging grows with the value', () => {
  it('where the branches of a union all lead back to it', () => {
    const branch = (name: string) => ({
      type: 'object',
      properties: { op: { const: name }, a: { $ref: '#/$defs/e' } },
      required: ['op'],
    });
    for (const keyword of ['anyOf', 'oneOf']) {
      const e = { [keyword]: [...['x', 'y', 'z'].map(branch), { type: 'string' }] };
      const schema = { $defs: { e }, $ref: '#/$defs/e' };
      expect(
        accepts(
          schema,
          nest(60, (a) => ({ op: 'x', a }), 'end'),
        ),
      ).toBe(true);
      expect(
        accepts(
          schema,
          nest(60, (a) => ({ op: 'x', a }), 1),
        ),
      ).toBe(false);
    }
  });

  it('where definitions are asked for the same value again and again', () => {
    const schema = chain(60, (next) => ({ oneOf: [{ allOf: [next, next] }, { not: next }] }), {
      minLength: 2,
    });
    expect(accepts(schema, 'ab')).toBe(true);
  });

  it('and says no more of a million faults than of a hundred', () => {
    const schema = {
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'string' } },
        closed: { type: 'object', additionalProperties: false },
      },
    };
    const { validator } = compile(schema);
    const list = judgeValue(validator, { list: Array.from({ length: 1_000_000 }, () => 1) });
    expect(list).toHaveLength(100);
    expect(list[99]?.path).toEqual(['list', 99]);
    const [closed] = judgeValue(validator, { closed: members(100_000, 'm', 1) });
    expect(closed?.path).toEqual(['closed']);
    expect(closed?.message.length).toBeLessThan(400);
  });

  it('and puts the place of each fault before it, where one definition stands in several places', () => {
    const n = { type: 'number' };
    const schema = { type: 'object', additionalProperties: { $ref: '#/$defs/n' }, $defs: { n } };
    const faults = judgeValue(compile(schema).validator, { a: 'x', b: 'x', c: 'y' });
    expect(faults.map(({ path }) => path)).toEqual([['a'], ['b'], ['c']]);
  });
});
