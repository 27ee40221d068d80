import type { z } from 'zod';
import { canonicalJson } from '../../model/canonical-json.ts';
import { isJsonObject, type Json } from '../../model/entry.ts';
import type { ArrayForm, ObjectForm } from './normal-form.ts';
import {
  complain,
  findIssues,
  type Issue,
  isFull,
  judgeChild,
  MAX_ISSUES,
  node,
  type Payload,
  type ProjectChild,
  type Projected,
  type Run,
} from './validator-node.ts';

/**
 * Values that the base and every part accept. The base is of one type; its keywords and `allOf` stand in one
 * schema, so that the type of the whole shows at its top.
 */
export function allValidator(base: z.ZodType | undefined, parts: readonly z.ZodType[]): z.ZodType {
  const type = node(
    (payload, run) => {
      for (const part of base === undefined ? parts : [base, ...parts]) {
        judgeChild(payload, run, part, payload.value);
        if (isFull(payload)) return;
      }
    },
    (json, child, context) => {
      json.allOf = parts.map((part, at) => child(part, 'allOf', at));
      if (base === undefined) return;
      child(base);
      const seen = context.seen.get(type);
      if (seen !== undefined) seen.ref = base;
    },
  );
  return type;
}

/** Values that the type does not accept. */
export function notValidator(type: z.ZodType): z.ZodType {
  return node(
    (payload, run) => {
      if (findIssues(type, payload.value, run).length === 0)
        complain(payload, 'Must not match what is excluded');
    },
    (json, child) => {
      json.not = child(type, 'not');
    },
  );
}

/** Judges by one of two types, as the condition accepts the value or not. Undefined: anything. */
export function ifValidator(
  condition: z.ZodType,
  whenTrue: z.ZodType | undefined,
  whenFalse: z.ZodType | undefined,
): z.ZodType {
  return node(
    (payload, run) => {
      const type = findIssues(condition, payload.value, run).length === 0 ? whenTrue : whenFalse;
      if (type !== undefined) judgeChild(payload, run, type, payload.value);
    },
    (json, child) => {
      json.if = child(condition, 'if');
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema; nobody awaits a schema
      if (whenTrue !== undefined) json.then = child(whenTrue, 'then');
      if (whenFalse !== undefined) json.else = child(whenFalse, 'else');
    },
  );
}

/**
 * One definition for all its references. It judges a value once, however many references meet there: the branches of
 * nested unions would otherwise multiply with every level. It projects to a reference.
 */
export function definitionValidator(name: string, body: () => z.ZodType): z.ZodType {
  const judged = new WeakMap<Run, Map<unknown, readonly Issue[]>>();
  const judge = (value: unknown, run: Run): readonly Issue[] => {
    const seen = judged.get(run) ?? new Map<unknown, readonly Issue[]>();
    judged.set(run, seen);
    const known = seen.get(value) ?? findIssues(body(), value, run);
    seen.set(value, known);
    return known;
  };
  return node(
    (payload, run) => {
      // Copies: each place puts a path of its own in front.
      const issues = judge(payload.value, run).map((issue) => ({ ...issue, path: [...(issue.path ?? [])] }));
      payload.issues.push(...issues);
    },
    (json) => {
      json.$ref = referenceTo(name);
    },
  );
}

function referenceTo(name: string): string {
  return `#/$defs/${name}`;
}

/** Stands for a definition where only its name is wanted. It accepts everything. */
export function referenceNode(name: string): z.ZodType {
  return node(
    () => undefined,
    (json) => {
      json.$ref = referenceTo(name);
    },
  );
}

/** The parts of an object, built. `additional` undefined: anything. */
type ObjectParts = Omit<
  ObjectForm,
  'kind' | 'properties' | 'patterns' | 'additional' | 'names' | 'dependents'
> & {
  readonly properties: ReadonlyMap<string, z.ZodType>;
  readonly patterns: readonly (readonly [RegExp, z.ZodType])[];
  readonly additional: z.ZodType | undefined;
  readonly names: z.ZodType | undefined;
  readonly dependents: ReadonlyMap<string, z.ZodType>;
};

/** An object; a member whose value is undefined is absent, as it is in JSON. */
export function objectValidator(parts: ObjectParts): z.ZodType {
  return node(
    (payload, run) => judgeObject(payload, parts, run),
    (json, child) => projectObject(json, parts, child),
  );
}

function judgeObject(payload: Payload, parts: ObjectParts, run: Run): void {
  const value = payload.value;
  if (!isJsonObject(value)) {
    payload.issues.push({ code: 'invalid_type', expected: 'object', input: value });
    return;
  }
  const members = Object.entries(value).filter(([, child]) => child !== undefined);
  const { minProperties, maxProperties, required, properties, patterns, additional, names } = parts;
  if (minProperties !== undefined && members.length < minProperties) {
    complain(payload, `Too few members: at least ${minProperties} are expected`);
  }
  if (maxProperties !== undefined && members.length > maxProperties) {
    complain(payload, `Too many members: at most ${maxProperties} are expected`);
  }
  const present = new Set(members.map(([name]) => name));
  for (const name of required) {
    if (isFull(payload)) return;
    if (present.has(name)) continue;
    payload.issues.push({ code: 'custom', message: 'Required, but missing', input: undefined, path: [name] });
  }
  for (const [name, type] of parts.dependents) {
    if (isFull(payload)) return;
    if (present.has(name)) judgeChild(payload, run, type, value);
  }
  const unknown: string[] = [];
  for (const [name, child] of members) {
    if (payload.issues.length + unknown.length >= MAX_ISSUES) break;
    if (names !== undefined) judgeChild(payload, run, names, name, name);
    const property = properties.get(name);
    if (property !== undefined) judgeChild(payload, run, property, child, name);
    const matching = patterns.filter(([pattern]) => pattern.test(name));
    for (const [, type] of matching) judgeChild(payload, run, type, child, name);
    if (property !== undefined || matching.length > 0 || additional === undefined) continue;
    if (additional._zod.def.type === 'never') unknown.push(name);
    else judgeChild(payload, run, additional, child, name);
  }
  if (unknown.length > 0) payload.issues.push({ code: 'unrecognized_keys', keys: unknown, input: value });
}

function projectObject(json: Projected, parts: ObjectParts, child: ProjectChild): void {
  const { properties, patterns, additional, names, required } = parts;
  json.type = 'object';
  const each = (types: Iterable<readonly [string, z.ZodType]>, keyword: string) =>
    Object.fromEntries([...types].map(([name, type]) => [name, child(type, keyword, name)]));
  if (properties.size > 0) json.properties = each(properties, 'properties');
  if (required.size > 0) json.required = [...required].sort();
  if (patterns.length > 0) {
    json.patternProperties = each(
      patterns.map(([pattern, type]) => [pattern.source, type] as const),
      'patternProperties',
    );
  }
  if (additional !== undefined) {
    const closed = additional._zod.def.type === 'never';
    json.additionalProperties = closed ? false : child(additional, 'additionalProperties');
  }
  if (names !== undefined) json.propertyNames = child(names, 'propertyNames');
  if (parts.dependents.size > 0) json.dependentSchemas = each(parts.dependents, 'dependentSchemas');
  setNumbers(json, parts, ['minProperties', 'maxProperties']);
}

/** The parts of an array, built. `items` undefined: anything. */
type ArrayParts = Omit<ArrayForm, 'kind' | 'prefix' | 'items' | 'contains'> & {
  readonly prefix: readonly z.ZodType[];
  readonly items: z.ZodType | undefined;
  readonly contains: z.ZodType | undefined;
};

export function arrayValidator(parts: ArrayParts): z.ZodType {
  return node(
    (payload, run) => judgeArray(payload, parts, run),
    (json, child) => projectArray(json, parts, child),
  );
}

function judgeArray(payload: Payload, parts: ArrayParts, run: Run): void {
  const value = payload.value;
  if (!Array.isArray(value)) {
    payload.issues.push({ code: 'invalid_type', expected: 'array', input: value });
    return;
  }
  const { prefix, items, minItems, maxItems, unique, contains, minContains = 1, maxContains } = parts;
  if (minItems !== undefined && value.length < minItems) {
    complain(payload, `Too few items: at least ${minItems} are expected`);
  }
  if (maxItems !== undefined && value.length > maxItems) {
    complain(payload, `Too many items: at most ${maxItems} are expected`);
    return;
  }
  for (const [at, item] of value.entries()) {
    if (isFull(payload)) return;
    const type = prefix[at] ?? items;
    if (type !== undefined) judgeChild(payload, run, type, item, at);
  }
  if (unique && new Set(value.map((item: Json) => canonicalJson(item))).size < value.length) {
    complain(payload, 'The items must differ from each other');
  }
  if (contains === undefined) return;
  const matching = value.filter((item) => findIssues(contains, item, run).length === 0).length;
  if (matching < minContains || (maxContains !== undefined && matching > maxContains)) {
    complain(payload, `${matching} items match what the array must contain`);
  }
}

function projectArray(json: Projected, parts: ArrayParts, child: ProjectChild): void {
  json.type = 'array';
  const { prefix, items, contains } = parts;
  if (prefix.length > 0) json.prefixItems = prefix.map((type, at) => child(type, 'prefixItems', at));
  if (items !== undefined) {
    const closed = items._zod.def.type === 'never';
    json.items = closed ? false : child(items, 'items');
  }
  if (parts.unique) json.uniqueItems = true;
  if (contains !== undefined) json.contains = child(contains, 'contains');
  setNumbers(json, parts, ['minItems', 'maxItems', 'minContains', 'maxContains']);
}

function setNumbers<
  Name extends 'minProperties' | 'maxProperties' | 'minItems' | 'maxItems' | 'minContains' | 'maxContains',
>(json: Projected, parts: { readonly [name in Name]?: number | undefined }, names: readonly Name[]): void {
  for (const name of names) {
    const value = parts[name];
    if (value !== undefined) json[name] = value;
  }
}
