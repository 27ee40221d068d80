import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { uniteForms } from './forms.ts';
import type { Literal, NormalForm } from './normal-form.ts';
import { malformed, pointerTo } from './read-keyword.ts';
import { SchemaRefusal } from './refusal.ts';
import type { SchemaProfile } from './schema-profile.ts';
import { ALL_TYPES, hasType, type ValueType } from './value-types.ts';

export interface Enumeration {
  readonly form: NormalForm;
  /** The types of its values. */
  readonly types: readonly ValueType[];
}

/** `enum` and `const`: only values of the types that are allowed here are left. */
export function readEnumerations(
  schema: JsonObject,
  pointer: string,
  own: readonly ValueType[],
  allowed: readonly ValueType[],
  profile: SchemaProfile,
): Enumeration[] {
  const found: Enumeration[] = [];
  const values = member(schema, 'enum');
  if (values !== undefined) {
    if (!Array.isArray(values)) throw malformed(pointerTo(pointer, 'enum'), 'an array of values');
    if (profile.rules === 'strict') assertMeant(values, own, pointerTo(pointer, 'enum'));
    found.push(enumerate(values, allowed));
  }
  const constant = member(schema, 'const');
  if (constant !== undefined) {
    if (profile.rules === 'strict') assertMeant([constant], own, pointerTo(pointer, 'const'));
    found.push(enumerate([constant], allowed));
  }
  return found;
}

/** Under the strict profile, refuses an enumeration that its own `type` rules out: the author meant something else. */
function assertMeant(values: readonly Json[], own: readonly ValueType[], pointer: string): void {
  if (values.some((value) => hasType(value, own))) return;
  throw new SchemaRefusal('unsatisfiable', pointer, `None of the values is of type ${own.join(' or ')}`);
}

function enumerate(values: readonly Json[], types: readonly ValueType[]): Enumeration {
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
