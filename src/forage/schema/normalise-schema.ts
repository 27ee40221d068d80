import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { readAnnotations } from './annotations.ts';
import { ANY, conjoin, ofTypes, typesOf, uniteForms } from './forms.ts';
import { findKeywordFate } from './keywords.ts';
import type { Literal, NormalForm, NormalSchema } from './normal-form.ts';
import { normaliseTyped, type Scope } from './normalise-typed.ts';
import { malformed, pointerTo, type RawSchema, readSchemaList } from './read-keyword.ts';
import { assertRecursion } from './recursion.ts';
import { getReferenced, readReference } from './reference.ts';
import { SchemaRefusal } from './refusal.ts';
import { assertSchemaBounds } from './schema-bounds.ts';
import type { SchemaProfile } from './schema-profile.ts';
import { ALL_TYPES, commonTypes, hasType, readTypes, sameTypes, type ValueType } from './value-types.ts';

/** Reads a schema into its normal form, with everything that its references reach. */
export function normaliseSchema(schema: JsonObject, profile: SchemaProfile): NormalSchema {
  assertSchemaBounds(schema);
  const definitions = new Map<string, NormalForm>();
  const { form: root, references } = normalisePart(schema, '', profile);
  const referred = [...references];
  for (let next = referred.pop(); next !== undefined; next = referred.pop()) {
    const { pointer, at } = next;
    if (definitions.has(pointer)) continue;
    const part = normalisePart(getReferenced(schema, pointer, at), pointer, profile);
    definitions.set(pointer, part.form);
    referred.push(...part.references);
  }
  const normal = { root, definitions };
  assertRecursion(normal, profile);
  return normal;
}

/** One schema without what it refers to. */
export interface NormalPart {
  readonly form: NormalForm;
  /** Canonical pointers of what it refers to, and the pointers of the references. */
  readonly references: readonly { readonly pointer: string; readonly at: string }[];
}

/** Reads one schema by itself. `pointer` says where it stands, for refusals. */
export function normalisePart(schema: RawSchema, pointer: string, profile: SchemaProfile): NormalPart {
  const references: { pointer: string; at: string }[] = [];
  const scope: Scope = {
    profile,
    refer(reference, at) {
      const target = readReference(reference, at);
      references.push({ pointer: target, at });
      return target;
    },
    normalise: (child, at) => normalise(child, at, ALL_TYPES, scope),
  };
  return { form: normalise(schema, pointer, ALL_TYPES, scope), references };
}

/**
 * One schema, for values that are known to have one of the types `known`: what the schema around it asks for is
 * pushed down into `allOf`, `anyOf` and `oneOf`, whose branches often say nothing of types. The form asks for
 * the types itself only where it narrows them.
 */
function normalise(
  schema: RawSchema,
  pointer: string,
  known: readonly ValueType[],
  scope: Scope,
): NormalForm {
  if (typeof schema === 'boolean') return schema ? ANY : { kind: 'never' };
  const reference = member(schema, '$ref');
  if (reference !== undefined && scope.profile.dialect === 'openapi-3.0') {
    return { kind: 'reference', pointer: refer(reference, pointer, scope) };
  }
  assertKeywords(schema, pointer, scope.profile);
  if (isEmptySchema(member(schema, 'not'))) return { kind: 'never' };

  const own = readTypes(schema, pointer, scope.profile);
  const allowed = commonTypes(known, own);
  const enumerations = readEnumerations(schema, pointer, own, allowed);
  const types = enumerations.reduce((left, { types }) => commonTypes(left, types), allowed);
  if (types.length === 0) return { kind: 'never' };
  let left = types;
  const branches = (keyword: 'allOf' | 'anyOf' | 'oneOf') =>
    readSchemaList(schema, keyword, pointer).map((child, at) => {
      const form = normalise(child, pointerTo(pointer, keyword, at), left, scope);
      // A part that stands first may become the base, whose type then shows to those behind it.
      if (keyword === 'allOf') left = commonTypes(left, typesOf(form));
      return form;
    });

  const parts = enumerations.map(({ form }) => form);
  const typed = normaliseTyped(schema, pointer, types, scope);
  if (typed !== undefined) parts.unshift(typed);
  else if (parts.length === 0 && !sameTypes(types, known)) parts.push(ofTypes(types));
  if (reference !== undefined) parts.push({ kind: 'reference', pointer: refer(reference, pointer, scope) });
  parts.push(...branches('allOf'));
  const anyOf = branches('anyOf');
  if (anyOf.length > 0) parts.push(uniteForms('union', anyOf));
  const oneOf = branches('oneOf');
  if (oneOf.length > 0) parts.push(uniteForms('exactly-one', oneOf));
  return annotate(
    conjoin(parts.filter((part) => part.kind !== 'any')),
    readAnnotations(schema, scope.profile),
  );
}

function refer(reference: Json, pointer: string, scope: Scope): string {
  const at = pointerTo(pointer, '$ref');
  if (typeof reference !== 'string') throw malformed(at, 'a string');
  return scope.refer(reference, at);
}

/** The outer annotations win where a schema is nothing but the one inside it. */
function annotate(form: NormalForm, annotations: NormalForm['annotations']): NormalForm {
  if (annotations === undefined || form.kind === 'never') return form;
  return { ...form, annotations: { ...form.annotations, ...annotations } };
}

/** Refuses what the profile does not take; `not: {}` is admitted here and looked at by the caller. */
function assertKeywords(schema: JsonObject, pointer: string, profile: SchemaProfile): void {
  for (const name of Object.keys(schema)) {
    const at = pointerTo(pointer, name);
    const fate = findKeywordFate(name, profile);
    if (fate === undefined && profile.rules === 'strict') {
      throw new SchemaRefusal('unknown-keyword', at, `${quote(name)} is not a keyword that is known`);
    }
    if ((name === '$id' || name === 'id') && pointer !== '') {
      throw new SchemaRefusal(
        'unsupported-keyword',
        at,
        'A schema inside another cannot move the base of references',
      );
    }
    if (fate !== 'refused') continue;
    if (name === 'format')
      throw new SchemaRefusal('unsupported-format', at, 'The strict profile takes no format');
    if (name === 'pattern' || name === 'patternProperties') {
      throw new SchemaRefusal('unsupported-pattern', at, 'The strict profile takes no regular expression');
    }
    if (name === 'not' && isEmptySchema(schema.not)) continue;
    throw new SchemaRefusal('unsupported-keyword', at, `${quote(name)} cannot be preserved`);
  }
}

function isEmptySchema(value: Json | undefined): boolean {
  return value === true || (isJsonObject(value) && Object.keys(value).length === 0);
}

interface Enumeration {
  readonly form: NormalForm;
  /** The types of its values. */
  readonly types: readonly ValueType[];
}

/** `enum` and `const`: only values of the types that are allowed here are left. */
function readEnumerations(
  schema: JsonObject,
  pointer: string,
  own: readonly ValueType[],
  allowed: readonly ValueType[],
): Enumeration[] {
  const found: Enumeration[] = [];
  const values = member(schema, 'enum');
  if (values !== undefined) {
    if (!Array.isArray(values)) throw malformed(pointerTo(pointer, 'enum'), 'an array of values');
    found.push(enumerate(values, own, allowed, pointerTo(pointer, 'enum')));
  }
  const constant = member(schema, 'const');
  if (constant !== undefined) found.push(enumerate([constant], own, allowed, pointerTo(pointer, 'const')));
  return found;
}

/** Refuses an enumeration that its own `type` rules out: the author meant something else. */
function enumerate(
  values: readonly Json[],
  own: readonly ValueType[],
  types: readonly ValueType[],
  pointer: string,
): Enumeration {
  if (!values.some((value) => hasType(value, own))) {
    throw new SchemaRefusal('unsatisfiable', pointer, `None of the values is of type ${own.join(' or ')}`);
  }
  const allowed = values.filter((value) => hasType(value, types));
  const literals = [...new Set(allowed.filter(isLiteral))];
  const structures = allowed.filter((value) => !isLiteral(value)).map(onlyValue);
  const options: NormalForm[] = literals.length > 0 ? [{ kind: 'literals', values: literals }] : [];
  return {
    form: uniteForms('union', [...options, ...structures]),
    types: ALL_TYPES.filter((type) => allowed.some((value) => hasType(value, [type]))),
  };
}

function isLiteral(value: Json): value is Literal {
  return typeof value !== 'object' || value === null;
}

/** The form that admits this value alone: zod compares literals by identity, so objects are spelled out. */
function onlyValue(value: Json): NormalForm {
  if (isLiteral(value)) return { kind: 'literals', values: [value] };
  if (isJsonObject(value)) {
    return {
      kind: 'object',
      properties: new Map(Object.entries(value).map(([name, child]) => [name, onlyValue(child)])),
      required: new Set(Object.keys(value)),
      patterns: [],
      additional: { kind: 'never' },
    };
  }
  const prefix = value.map(onlyValue);
  const length = prefix.length;
  return {
    kind: 'array',
    prefix,
    items: { kind: 'never' },
    minItems: length || undefined,
    maxItems: length,
    unique: false,
  };
}
