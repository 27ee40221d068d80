import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { PARAM_TYPES, type ParamType } from '../spec/forge-spec.ts';
import { referenceOf } from '../spec/stand-alone.ts';

/**
 * The one type of the values that a schema takes, null aside; undefined where there are several, or none is said.
 */
export function typeOfSchema(schema: Json | undefined, definitions: JsonObject): ParamType | undefined {
  const types = typesOf(schema, definitions, new Map());
  const [type, ...others] = [...(types ?? [])].filter((each) => each !== 'null');
  return others.length === 0 ? PARAM_TYPES.find((known) => known === type) : undefined;
}

/** True for schemas that say of null that they take it. */
export function takesNull(schema: Json, definitions: JsonObject): boolean {
  return typesOf(schema, definitions, new Map())?.has('null') === true;
}

/** A schema that takes no null, where the first step into it can tell: a parameter is left out instead. */
export function withoutNull(schema: JsonObject): JsonObject {
  const type = member(schema, 'type');
  const values = member(schema, 'enum');
  const rest = Array.isArray(type) ? type.filter((one) => one !== 'null') : undefined;
  const narrowed: JsonObject = {
    ...schema,
    ...(rest === undefined ? {} : { type: rest.length === 1 ? (rest[0] ?? null) : rest }),
    ...(Array.isArray(values) ? { enum: values.filter((value: Json) => value !== null) } : {}),
  };
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = member(narrowed, keyword);
    if (!Array.isArray(branches)) continue;
    const kept: readonly Json[] = branches.filter((branch: Json) => !isNull(branch));
    const { [keyword]: _, ...others } = narrowed;
    const [only] = kept;
    // Two descriptions of one value: what stands outside is about this place.
    if (kept.length === 1 && only !== undefined && isJsonObject(only))
      return withoutNull({ ...only, ...others });
    if (kept.length < branches.length) return { ...narrowed, [keyword]: kept };
  }
  return narrowed;
}

function isNull(schema: Json): boolean {
  return isJsonObject(schema) && (member(schema, 'type') === 'null' || member(schema, 'const') === null);
}

type Types = ReadonlySet<string> | undefined;

/** @param known the types of definitions that were looked at; nothing is said of one that leads back to itself */
function typesOf(schema: Json | undefined, definitions: JsonObject, known: Map<string, Types>): Types {
  if (schema === undefined || !isJsonObject(schema)) return undefined;
  const type = member(schema, 'type');
  if (typeof type === 'string') return new Set([type]);
  if (Array.isArray(type)) return new Set(type.filter((one): one is string => typeof one === 'string'));
  const values = Object.hasOwn(schema, 'const') ? [member(schema, 'const') ?? null] : member(schema, 'enum');
  if (Array.isArray(values)) return new Set(values.map(typeOfValue));
  const name = referenceOf(schema);
  if (name !== undefined) {
    if (!known.has(name)) {
      known.set(name, undefined);
      known.set(name, typesOf(member(definitions, name), definitions, known));
    }
    const found = known.get(name);
    if (found !== undefined) return found;
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = member(schema, keyword);
    if (!Array.isArray(branches)) continue;
    const found = branches.map((branch: Json) => typesOf(branch, definitions, known));
    if (found.every((one) => one !== undefined)) return new Set(found.flatMap((one) => [...one]));
  }
  const parts = member(schema, 'allOf');
  if (!Array.isArray(parts)) return undefined;
  return parts.map((part: Json) => typesOf(part, definitions, known)).find((one) => one !== undefined);
}

function typeOfValue(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}
