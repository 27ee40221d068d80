import { isJsonObject, type Json, type JsonObject, member } from '../../../model/entry.ts';
import { printKey, printString } from './literal.ts';

/** Levels of objects, arrays and references that a sample goes into before it gives up on a branch. */
const MAX_SAMPLE_DEPTH = 24;
/** Values and schemas looked at for one sample: required members that are unions of unions could otherwise multiply. */
const MAX_SAMPLE_STEPS = 5_000;

/** Strings that a reader recognises, by format. */
const BY_FORMAT: ReadonlyMap<string, string> = new Map([
  ['date', '2026-01-31'],
  ['date-time', '2026-01-31T12:00:00Z'],
  ['time', '12:00:00Z'],
  ['duration', 'P1D'],
  ['email', 'someone@example.com'],
  ['hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.com/'],
  ['uri-reference', '/path'],
  ['url', 'https://example.com/'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
]);

/**
 * An expression that type-checks against the type that `printTypes` declares: the required members, from
 * example, default, enumeration or type. Where a schema admits no finite value it is `null as never`.
 */
export function printSample(projection: JsonObject): string {
  const sampler = new Sampler(projection);
  return sampler.sample([projection], [], 0) ?? 'null as never';
}

class Sampler {
  readonly #root: JsonObject;
  #steps = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /**
   * A value that all schemas admit; `hints` are values that the schemas around propose. Undefined when none
   * was found.
   */
  sample(schemas: readonly Json[], hints: readonly Json[], depth: number): string | undefined {
    this.#steps += 1;
    if (depth > MAX_SAMPLE_DEPTH || this.#steps > MAX_SAMPLE_STEPS) return undefined;
    const plain: JsonObject[] = [];
    const unions: (readonly Json[])[] = [];
    const pending = [...schemas];
    const seen = new Set<Json>();
    for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
      this.#steps += 1;
      if (this.#steps > MAX_SAMPLE_STEPS) return undefined;
      if (schema === true || seen.has(schema)) continue;
      if (!isJsonObject(schema)) return undefined;
      seen.add(schema);
      plain.unshift(schema);
      const reference = member(schema, '$ref');
      if (typeof reference === 'string') pending.push(this.#find(reference));
      const all = member(schema, 'allOf');
      if (Array.isArray(all)) pending.push(...all);
      for (const keyword of ['anyOf', 'oneOf']) {
        const options = member(schema, keyword);
        if (Array.isArray(options)) unions.push(options);
      }
    }
    const proposals = [...hints, ...plain.flatMap(proposalsOf)];
    if (unions.length > 0) return this.#sampleUnion(plain, unions, proposals, depth);
    return this.#samplePlain(plain, proposals, depth);
  }

  /** The first option of each union for which there is a value, cheapest reading first. */
  #sampleUnion(
    plain: readonly JsonObject[],
    unions: readonly (readonly Json[])[],
    hints: readonly Json[],
    depth: number,
  ): string | undefined {
    const [first = [], ...others] = unions;
    const rest = plain.map(withoutApplicators);
    const remaining = others.map((options) => ({ anyOf: options }));
    // An option that admits everything makes the printed union `unknown`, which names no members of the others.
    const open = first.filter(isOpen);
    for (const option of open.length > 0 ? open : first) {
      const found = this.sample([...rest, ...remaining, option], hints, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #samplePlain(schemas: readonly JsonObject[], hints: readonly Json[], depth: number): string | undefined {
    if (schemas.some((schema) => isEverything(member(schema, 'not')))) return undefined;
    const types = schemas.map(typesOf).reduce((a, b) => a.filter((type) => b.includes(type)), TYPES);
    const values = schemas.flatMap((schema) => valuesOf(schema) ?? []);
    const scalar = [...hints.filter(isScalar), ...values].find((value) => fits(value, schemas, types));
    if (scalar !== undefined) return isScalar(scalar) ? printScalar(scalar) : undefined;
    if (values.length > 0) return undefined;
    const proposed = types.find((name) => hints.some((hint) => typeOf(hint) === name));
    const type = proposed ?? (types.length === TYPES.length ? 'string' : types[0]);
    switch (type) {
      case 'object':
        return this.#sampleObject(schemas, hints.filter(isJsonObject), depth);
      case 'array':
        return this.#sampleArray(schemas, hints, depth);
      case 'string':
        return printString(sampleText(schemas));
      case 'number':
        return printScalar(sampleNumber(schemas));
      case 'boolean':
        return 'true';
      case 'null':
        return 'null';
      default:
        return undefined;
    }
  }

  #sampleObject(
    schemas: readonly JsonObject[],
    hints: readonly JsonObject[],
    depth: number,
  ): string | undefined {
    const required = schemas.flatMap((schema) => namesOf(schema, 'required'));
    const members: string[] = [];
    for (const name of new Set([...required, ...schemas.flatMap(inheritedNames)])) {
      const children = schemas.flatMap((schema) => memberSchemas(schema, name));
      const proposals = hints.flatMap((hint) => member(hint, name) ?? []);
      const value = this.sample(children, proposals, depth + 1);
      if (value === undefined) return undefined;
      members.push(`${printKey(name)}: ${value}`);
    }
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }

  #sampleArray(schemas: readonly JsonObject[], hints: readonly Json[], depth: number): string | undefined {
    const limits = (keyword: string) =>
      schemas.flatMap((schema) => member(schema, keyword) ?? []).filter(isNumber);
    const least = Math.max(0, ...limits('minItems'));
    if (least > Math.min(...limits('maxItems'))) return undefined;
    const proposed = hints.find((hint) => Array.isArray(hint) && hint.length > 0);
    const first = Array.isArray(proposed) ? proposed.slice(0, 1) : [];
    const items: string[] = [];
    for (let at = 0; at < Math.min(least, MAX_SAMPLE_ITEMS); at++) {
      const item = this.sample(
        schemas.flatMap((schema) => itemSchemas(schema, at)),
        first,
        depth + 1,
      );
      if (item === undefined) return undefined;
      items.push(item);
    }
    return `[${items.join(', ')}]`;
  }

  #find(reference: string): Json {
    if (reference === '#') return this.#root;
    const definitions = member(this.#root, '$defs');
    const name = reference
      .slice(reference.lastIndexOf('/') + 1)
      .replaceAll('~1', '/')
      .replaceAll('~0', '~');
    return (isJsonObject(definitions) ? member(definitions, name) : undefined) ?? true;
  }
}

/** Items of one array in a sample; a tuple of more places than this has no complete sample. */
const MAX_SAMPLE_ITEMS = 32;

const TYPES: readonly string[] = ['object', 'array', 'string', 'number', 'boolean', 'null'];

function typesOf(schema: JsonObject): readonly string[] {
  const type = member(schema, 'type');
  if (type === undefined) return TYPES;
  const names: readonly Json[] = Array.isArray(type) ? type : [type];
  const plain = names.map((name) => (name === 'integer' ? 'number' : name));
  return TYPES.filter((name) => plain.includes(name));
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isScalar(value: Json): value is string | number | boolean | null {
  return typeof value !== 'object' || value === null;
}

function isNumber(value: Json): value is number {
  return typeof value === 'number';
}

function printScalar(value: string | number | boolean | null): string {
  if (typeof value === 'string') return printString(value);
  return Object.is(value, -0) ? '0' : String(value);
}

/** Values of an enumeration; undefined when the schema has none. */
function valuesOf(schema: JsonObject): readonly Json[] | undefined {
  const constant = member(schema, 'const');
  if (constant !== undefined) return [constant];
  const values = member(schema, 'enum');
  return Array.isArray(values) ? values : undefined;
}

/** True when the value has the type of the schemas, and is one of their values where they list them. */
function fits(value: Json, schemas: readonly JsonObject[], types: readonly string[]): boolean {
  if (!isScalar(value) || !types.includes(typeOf(value))) return false;
  return schemas.every((schema) => {
    const values = valuesOf(schema);
    if (values !== undefined && !values.includes(value)) return false;
    const integers = member(schema, 'type') === 'integer';
    return !(integers && typeof value === 'number' && !Number.isInteger(value));
  });
}

function proposalsOf(schema: JsonObject): readonly Json[] {
  const examples = member(schema, 'examples');
  const preset = member(schema, 'default');
  return [...(Array.isArray(examples) ? examples : []), ...(preset === undefined ? [] : [preset])];
}

/** What is left of a schema whose references, parts and options have been taken out. */
function withoutApplicators(schema: JsonObject): JsonObject {
  const { $ref: _ref, allOf: _all, anyOf: _any, oneOf: _one, ...rest } = schema;
  return rest;
}

function namesOf(schema: JsonObject, keyword: string): readonly string[] {
  const names = member(schema, keyword);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** Optional members that every object inherits: left out, they would have the type of what is inherited. */
function inheritedNames(schema: JsonObject): readonly string[] {
  const properties = member(schema, 'properties');
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  return names.filter((name) => Object.hasOwn(Object.prototype, name) && !name.startsWith('__'));
}

function isEverything(schema: Json | undefined): boolean {
  return schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0);
}

/** True for a schema that says nothing of a type: the printer makes it `unknown`. */
function isOpen(schema: Json): boolean {
  if (!isJsonObject(schema)) return schema === true;
  if (isEverything(member(schema, 'not'))) return false;
  return !TYPING.some((keyword) => Object.hasOwn(schema, keyword));
}

const TYPING = ['type', 'enum', 'const', '$ref', 'allOf', 'anyOf', 'oneOf'];

function memberSchemas(schema: JsonObject, name: string): readonly Json[] {
  const properties = member(schema, 'properties');
  const own = isJsonObject(properties) ? member(properties, name) : undefined;
  if (own !== undefined) return [own];
  const additional = member(schema, 'additionalProperties');
  return additional === undefined || member(schema, 'patternProperties') !== undefined ? [] : [additional];
}

function itemSchemas(schema: JsonObject, at: number): readonly Json[] {
  const prefix = member(schema, 'prefixItems');
  const own: Json | undefined = Array.isArray(prefix) ? prefix[at] : undefined;
  const items = own ?? member(schema, 'items');
  return items === undefined ? [] : [items];
}

function sampleText(schemas: readonly JsonObject[]): string {
  const format = schemas.map((schema) => member(schema, 'format')).find((name) => typeof name === 'string');
  return (typeof format === 'string' ? BY_FORMAT.get(format) : undefined) ?? '…';
}

/** The lowest allowed number, near 1 where there is a choice. */
function sampleNumber(schemas: readonly JsonObject[]): number {
  const limits = (keyword: string) =>
    schemas.flatMap((schema) => member(schema, keyword) ?? []).filter(isNumber);
  const least = Math.max(...limits('minimum'), ...limits('exclusiveMinimum').map((limit) => limit + 1));
  const most = Math.min(...limits('maximum'), ...limits('exclusiveMaximum').map((limit) => limit - 1));
  if (least > 1) return least;
  return Math.min(most, 1);
}
