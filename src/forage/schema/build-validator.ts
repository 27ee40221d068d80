import { z } from 'zod';
import { nameDefinitions } from './definition-names.ts';
import { findFormat } from './formats.ts';
import { isMultipleOf } from './multiple-of.ts';
import type { NormalForm, NormalSchema, NumberForm, StringForm } from './normal-form.ts';
import {
  allValidator,
  arrayValidator,
  definitionValidator,
  ifValidator,
  notValidator,
  objectValidator,
  referenceNode,
} from './validators.ts';

/** A validator in its parts, each of which projects by itself: references stay references. */
export interface Built {
  /** Accepts exactly the values of the normal form. */
  readonly root: z.ZodType;
  /** What references lead to, by its name under `$defs`. */
  readonly definitions: ReadonlyMap<string, z.ZodType>;
}

/** Builds the zod types that accept exactly the values of the normal form, and that project back to it. */
export function buildValidator(schema: NormalSchema): Built {
  const names = nameDefinitions([...schema.definitions.keys()]);
  const nameOf = (pointer: string): string => {
    const name = names.get(pointer);
    if (name === undefined) throw new Error(`No definition at ${pointer}`);
    return name;
  };
  const bodies = new Map<string, z.ZodType>();
  const references = new Map(
    [...names.values()].map((name) => [name, definitionValidator(name, () => bodies.get(name) ?? z.never())]),
  );
  const find = (pointer: string): z.ZodType => references.get(nameOf(pointer)) ?? z.never();
  for (const [pointer, form] of schema.definitions) bodies.set(nameOf(pointer), build(form, find));
  return { root: build(schema.root, find), definitions: bodies };
}

/**
 * Builds what a form projects to by itself: references stay references, whatever they point at. Not for judging.
 *
 * @param nameOf the name of the definition at a pointer
 */
export function buildProjector(form: NormalForm, nameOf: (pointer: string) => string): z.ZodType {
  return build(form, (pointer) => referenceNode(nameOf(pointer)));
}

type FindDefinition = (pointer: string) => z.ZodType;

function build(form: NormalForm, find: FindDefinition): z.ZodType {
  const validator = buildShape(form, find);
  if (form.annotations === undefined) return validator;
  // A definition is one instance for all its references, so what stands beside one of them wraps it.
  const own = form.kind === 'reference' ? allValidator(undefined, [validator]) : validator;
  return describe(own, form.annotations);
}

/** Adds members to what the validator projects to; zod keeps them in a weak map. */
function describe(validator: z.ZodType, members: Readonly<Record<string, unknown>>): z.ZodType {
  const known = z.globalRegistry.get(validator);
  z.globalRegistry.add(validator, { ...known, ...members });
  return validator;
}

function buildShape(form: NormalForm, find: FindDefinition): z.ZodType {
  const inner = (child: NormalForm) => build(child, find);
  switch (form.kind) {
    case 'any':
      return z.any();
    case 'never':
      return z.never();
    case 'literals':
      return z.literal([...form.values]);
    case 'null':
      return z.null();
    case 'boolean':
      return z.boolean();
    case 'string':
      return buildString(form);
    case 'number':
      return buildNumber(form);
    case 'union':
      return z.union(form.options.map(inner));
    case 'exactly-one':
      return z.xor(form.options.map(inner));
    case 'all':
      return allValidator(form.base && inner(form.base), form.parts.map(inner));
    case 'not':
      return notValidator(inner(form.form));
    case 'if':
      return ifValidator(
        inner(form.condition),
        form.whenTrue.kind === 'any' ? undefined : inner(form.whenTrue),
        form.whenFalse.kind === 'any' ? undefined : inner(form.whenFalse),
      );
    case 'reference':
      return find(form.pointer);
    case 'object':
      return objectValidator({
        ...form,
        properties: new Map([...form.properties].map(([name, child]) => [name, inner(child)])),
        patterns: form.patterns.map(([pattern, child]) => [pattern, inner(child)]),
        additional: form.additional.kind === 'any' ? undefined : inner(form.additional),
        names: form.names && inner(form.names),
        dependents: new Map([...(form.dependents ?? [])].map(([name, child]) => [name, inner(child)])),
      });
    case 'array':
      return arrayValidator({
        ...form,
        prefix: form.prefix.map(inner),
        items: form.items.kind === 'any' ? undefined : inner(form.items),
        contains: form.contains && inner(form.contains),
      });
  }
}

function buildString(form: StringForm): z.ZodType {
  const { minLength, maxLength, pattern, format } = form;
  let type = z.string();
  if (minLength !== undefined) type = type.min(minLength);
  if (maxLength !== undefined) type = type.max(maxLength);
  if (pattern !== undefined) type = type.regex(pattern);
  const judge = findFormat(format);
  if (judge !== undefined) {
    type = type.check((payload) => {
      if (judge.test(payload.value)) return;
      payload.issues.push({
        code: 'custom',
        message: `Expected ${judge.name}`,
        input: payload.value,
        path: [],
      });
    });
  }
  return describe(type, known({ format }));
}

function buildNumber(form: NumberForm): z.ZodType {
  let type = z.number();
  if (form.minimum !== undefined) type = type.gte(form.minimum);
  if (form.maximum !== undefined) type = type.lte(form.maximum);
  if (form.exclusiveMinimum !== undefined) type = type.gt(form.exclusiveMinimum);
  if (form.exclusiveMaximum !== undefined) type = type.lt(form.exclusiveMaximum);
  const { multipleOf } = form;
  if (multipleOf !== undefined) {
    // zod divides doubles, with a tolerance that takes 2^53 - 1 for a multiple of 3.
    type = type.check((payload) => {
      if (isMultipleOf(payload.value, multipleOf)) return;
      payload.issues.push({ code: 'not_multiple_of', divisor: multipleOf, input: payload.value });
    });
  }
  if (form.integer) {
    // zod's own integers end at 2^53, JSON Schema's do not.
    type = type.check((payload) => {
      if (Number.isInteger(payload.value)) return;
      payload.issues.push({ code: 'invalid_type', expected: 'int', input: payload.value });
    });
  }
  const judge = findFormat(form.format);
  if (judge !== undefined) {
    type = type.check((payload) => {
      if (judge.test(payload.value)) return;
      payload.issues.push({
        code: 'custom',
        message: `Expected ${judge.name}`,
        input: payload.value,
        path: [],
      });
    });
  }
  return describe(type, {
    ...known({ format: form.format, multipleOf }),
    ...(form.integer && { type: 'integer' }),
  });
}

/** The members that have a value. */
function known(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
