import { isJsonObject, type Json, type JsonObject, member } from '../../src/model/entry.ts';

/** A small generator of numbers (mulberry32), so that one seed gives one run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Values that a schema may or may not admit: derived from it, and derived and then broken in one place. */
export function valuesFor(schema: JsonObject, seed: number, count: number): Json[] {
  const random = seeded(seed);
  const values: Json[] = [];
  for (let i = 0; i < count; i++) {
    const derived = derive(schema, { root: schema, random }, 0);
    values.push(i % 2 === 0 ? derived : mutate(derived, random));
  }
  return values;
}

interface Source {
  readonly root: JsonObject;
  readonly random: () => number;
}

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const TEXTS = [
  '',
  'a',
  'ab',
  'abc',
  '😀',
  '😀😀',
  'é',
  '\ud83d',
  '5',
  'a-b',
  'A1',
  '2026-01-31',
  'constructor',
];
const FORMATTED = [
  '2026-01-31T12:00:00Z',
  '2026-02-30',
  'someone@example.com',
  'a@b',
  'https://example.com/a?b=c',
  '/path',
  '192.0.2.1',
  '::1',
  '00000000-0000-4000-8000-000000000000',
  'example.com',
  'aGVsbG8=',
  'P1D',
];
const NUMBERS = [
  0,
  -0,
  1,
  -1,
  2,
  3,
  5,
  7,
  10,
  0.5,
  1.5,
  100,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 53,
  2 ** 60,
  1e300,
  -1e-7,
];
const NAMES = ['a', 'b', 'c', 'isPrototypeOf', 'hasOwnProperty', '__proto__', 'x-1', 'ab', '😀'];

function pick<T>(list: readonly T[], random: () => number): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('There is nothing to pick from');
  return found;
}

function derive(schema: Json | undefined, source: Source, depth: number): Json {
  const { random, root } = source;
  if (!isJsonObject(schema) || depth > 10) return anyValue(random, 3);
  const reference = member(schema, '$ref');
  if (typeof reference === 'string' && random() < 0.9)
    return derive(find(root, reference), source, depth + 1);
  const values = member(schema, 'enum');
  if (Array.isArray(values) && values.length > 0) return pick<Json>(values, random);
  const constant = member(schema, 'const');
  if (constant !== undefined) return constant;
  const nested = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const list = member(schema, keyword);
    return Array.isArray(list) && list.length > 0 ? [{ keyword, list: list as readonly Json[] }] : [];
  });
  const own = deriveTyped(schema, source, depth);
  // Objects of all the parts are put together, so that a value has a chance to satisfy them all.
  const parts = nested.flatMap(({ keyword, list }) =>
    (keyword === 'allOf' ? list : [pick(list, random)]).map((part) => derive(part, source, depth + 1)),
  );
  const objects = parts.filter(isJsonObject);
  if (isJsonObject(own) && objects.length > 0) {
    return Object.fromEntries([own, ...objects].flatMap((object) => Object.entries(object)));
  }
  return parts.length > 0 && random() < 0.8 ? pick(parts, random) : own;
}

function deriveTyped(schema: JsonObject, source: Source, depth: number): Json {
  const { random } = source;
  const type = member(schema, 'type');
  const types: readonly Json[] = Array.isArray(type) ? type : [type ?? pick(guessTypes(schema), random)];
  if (member(schema, 'nullable') === true && random() < 0.2) return null;
  switch (pick(types, random)) {
    case 'object':
      return deriveObject(schema, source, depth);
    case 'array':
      return deriveArray(schema, source, depth);
    case 'string':
      return deriveText(schema, random);
    case 'number':
    case 'integer':
      return deriveNumber(schema, random);
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    default:
      return anyValue(random, 3);
  }
}

function guessTypes(schema: JsonObject): readonly string[] {
  if (['properties', 'required', 'additionalProperties'].some((name) => Object.hasOwn(schema, name))) {
    return ['object', 'object', 'string'];
  }
  if (Object.hasOwn(schema, 'items') || Object.hasOwn(schema, 'prefixItems'))
    return ['array', 'array', 'null'];
  return TYPES;
}

function deriveObject(schema: JsonObject, source: Source, depth: number): Json {
  const { random } = source;
  const properties = member(schema, 'properties');
  const required = member(schema, 'required');
  const entries: [string, Json][] = [];
  for (const [name, child] of isJsonObject(properties) ? Object.entries(properties) : []) {
    const needed = Array.isArray(required) && required.includes(name);
    if (needed ? random() < 0.97 : random() < (depth > 4 ? 0.15 : 0.5)) {
      entries.push([name, derive(child, source, depth + 1)]);
    }
  }
  for (const name of Array.isArray(required) ? required : []) {
    if (typeof name === 'string' && !entries.some(([known]) => known === name) && random() < 0.8) {
      const child = isJsonObject(properties) ? member(properties, name) : undefined;
      entries.push([name, derive(child, source, depth + 1)]);
    }
  }
  const extra = member(schema, 'additionalProperties');
  const least = member(schema, 'minProperties');
  const wanted = extra === false ? 0.05 : 0.3;
  while (random() < wanted || (typeof least === 'number' && least < 10 && entries.length < least)) {
    entries.push([pick(NAMES, random), derive(extra ?? true, source, depth + 1)]);
    if (entries.length > 12) break;
  }
  const patterns = member(schema, 'patternProperties');
  if (isJsonObject(patterns) && random() < 0.7) {
    const children = Object.values(patterns);
    if (children.length > 0)
      entries.push([pick(NAMES, random), derive(pick(children, random), source, depth + 1)]);
  }
  return Object.fromEntries(entries);
}

function deriveArray(schema: JsonObject, source: Source, depth: number): Json {
  const { random } = source;
  const least = member(schema, 'minItems');
  const most = member(schema, 'maxItems');
  const low = typeof least === 'number' ? Math.min(least, 20) : 0;
  const high = typeof most === 'number' ? Math.min(most, low + 4) : low + 3;
  const length = Math.max(0, low + Math.floor(random() * (high - low + 1)));
  const prefix = member(schema, 'prefixItems');
  return Array.from({ length: depth > 6 ? Math.min(length, low) : length }, (_, at) =>
    derive((Array.isArray(prefix) ? prefix[at] : undefined) ?? member(schema, 'items'), source, depth + 1),
  );
}

function deriveText(schema: JsonObject, random: () => number): string {
  if (Object.hasOwn(schema, 'format') && random() < 0.8) return pick(FORMATTED, random);
  const least = member(schema, 'minLength');
  const most = member(schema, 'maxLength');
  const edge = pick([least, most].filter((limit) => typeof limit === 'number').concat(1), random);
  if (random() < 0.5) {
    const length = Math.max(0, Math.min(edge, 300) + Math.floor(random() * 3) - 1);
    return pick(['a', '😀', '1'], random).repeat(length);
  }
  return pick(TEXTS, random);
}

function deriveNumber(schema: JsonObject, random: () => number): number {
  const edges = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].flatMap(
    (keyword) => {
      const limit = member(schema, keyword);
      return typeof limit === 'number' ? [limit, limit + 1, limit - 1, limit * 2] : [];
    },
  );
  return edges.length > 0 && random() < 0.7 ? pick(edges, random) : pick(NUMBERS, random);
}

function anyValue(random: () => number, depth: number): Json {
  const roll = random();
  if (depth > 0 && roll < 0.2) {
    return Object.fromEntries(
      Array.from({ length: Math.floor(random() * 3) }, () => [
        pick(NAMES, random),
        anyValue(random, depth - 1),
      ]),
    );
  }
  if (depth > 0 && roll < 0.35) {
    return Array.from({ length: Math.floor(random() * 3) }, () => anyValue(random, depth - 1));
  }
  if (roll < 0.6) return pick(TEXTS, random);
  return roll < 0.85 ? pick(NUMBERS, random) : pick([true, false, null], random);
}

/** The value with one thing changed somewhere inside. */
function mutate(value: Json, random: () => number): Json {
  if (isJsonObject(value)) {
    const entries = Object.entries(value);
    const at = Math.floor(random() * (entries.length + 1));
    const entry = entries[at];
    if (entry === undefined)
      return Object.fromEntries([...entries, [pick(NAMES, random), anyValue(random, 1)]]);
    if (random() < 0.3) return Object.fromEntries(entries.filter((_, i) => i !== at));
    return Object.fromEntries(
      entries.map(([name, child], i) => [name, i === at ? mutate(child, random) : child]),
    );
  }
  if (Array.isArray(value) && value.length > 0 && random() < 0.8) {
    const at = Math.floor(random() * value.length);
    return random() < 0.3
      ? [...value, pick<Json>(value, random)]
      : value.map((item: Json, i) => (i === at ? mutate(item, random) : item));
  }
  if (typeof value === 'number' && random() < 0.5) return value + pick([1, -1, 0.5], random);
  if (typeof value === 'string' && random() < 0.5) return value + pick(TEXTS, random);
  return anyValue(random, 2);
}

function find(root: JsonObject, reference: string): Json | undefined {
  let value: Json | undefined = root;
  for (const segment of reference.split('/').slice(1)) {
    const name = decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = value[Number(name)];
    else value = isJsonObject(value) ? member(value, name) : undefined;
  }
  return value;
}
