import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { readAnnotations } from './annotations.ts';
import { readConditions } from './conditions.ts';
import { readEnumerations } from './enumerations.ts';
import { ANY, conjoin, ofTypes, typesOf, uniteForms } from './forms.ts';
import { findKeywordFate } from './keywords.ts';
import type { NormalForm, NormalSchema } from './normal-form.ts';
import { normaliseTyped, type Scope } from './normalise-typed.ts';
import { malformed, pointerTo, type RawSchema, readSchemaList } from './read-keyword.ts';
import { assertRecursion } from './recursion.ts';
import { getReferenced, readReference } from './reference.ts';
import { SchemaRefusal } from './refusal.ts';
import { measureSchema } from './schema-bounds.ts';
import type { SchemaProfile } from './schema-profile.ts';
import { createSpeller } from './unevaluated.ts';
import { ALL_TYPES, commonTypes, readTypes, sameTypes, type ValueType } from './value-types.ts';

/** Reads a schema into its normal form, with everything that its references reach. */
export function normaliseSchema(
  schema: JsonObject,
  profile: SchemaProfile,
  compilePattern: Surroundings['compilePattern'],
): NormalSchema {
  measureSchema(schema);
  const definitions = new Map<string, NormalForm>();
  const surroundings: Surroundings = {
    profile,
    compilePattern,
    spellOut: createSpeller((reference, at) => getReferenced(schema, readReference(reference, at), at)),
  };
  const { form: root, references } = normalisePart(schema, '', surroundings);
  const referred = [...references];
  for (let next = referred.pop(); next !== undefined; next = referred.pop()) {
    const { pointer, at } = next;
    if (definitions.has(pointer)) continue;
    const part = normalisePart(getReferenced(schema, pointer, at), pointer, surroundings);
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

/** What a schema is read in: the profile, and what depends on more than one schema. */
export type Surroundings = Pick<Scope, 'profile' | 'compilePattern' | 'spellOut'>;

/**
 * Reads one schema by itself.
 *
 * @param pointer where it stands, for refusals
 */
export function normalisePart(schema: RawSchema, pointer: string, surroundings: Surroundings): NormalPart {
  const references: { pointer: string; at: string }[] = [];
  const scope: Scope = {
    ...surroundings,
    refer(reference, at) {
      const target = readReference(reference, at);
      references.push({ pointer: target, at });
      return target;
    },
    normalise: (child, at, known = ALL_TYPES) => normalise(child, at, known, scope),
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
  const unevaluated = scope.spellOut(schema, pointer);

  const own = readTypes(schema, pointer, scope.profile);
  const allowed = commonTypes(known, own);
  const enumerations = readEnumerations(schema, pointer, own, allowed, scope.profile);
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
  parts.push(...readConditions(schema, pointer, (child, at) => normalise(child, at, left, scope)));
  if (unevaluated !== undefined) parts.push(normalise(unevaluated, pointer, left, scope));
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
