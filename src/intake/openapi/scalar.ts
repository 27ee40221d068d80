import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import type { CallParameter } from './operation.ts';
import { OperationRefusal } from './refusal.ts';

const SCALAR_TYPES: ReadonlySet<Json> = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/** Refuses a parameter that is more than a scalar by the projection of the input. Errors: `parameter-not-scalar`. */
export function assertScalar({ in: place, name }: CallParameter, projection: JsonObject): void {
  const group = memberObject(memberObject(projection, 'properties'), place);
  const schema = member(memberObject(group, 'properties'), name);
  if (isScalar(schema, memberObject(projection, '$defs'), new Map())) return;
  throw new OperationRefusal(
    'parameter-not-scalar',
    `The ${place} parameter ${quote(name)} takes more than a string, number, boolean or null`,
  );
}

function memberObject(object: JsonObject, name: string): JsonObject {
  const value = member(object, name);
  return isJsonObject(value) ? value : {};
}

/**
 * True when a projection admits scalars only.
 *
 * @param known of the definitions that were looked at; one that leads back to itself admits what the rest of it does
 */
function isScalar(schema: Json | undefined, definitions: JsonObject, known: Map<string, boolean>): boolean {
  if (!isJsonObject(schema)) return schema === false;
  const inner = (part: Json) => isScalar(part, definitions, known);
  const type = member(schema, 'type');
  if (type !== undefined)
    return (Array.isArray(type) ? type : [type]).every((one: Json) => SCALAR_TYPES.has(one));
  const values = Object.hasOwn(schema, 'const') ? [member(schema, 'const') ?? null] : member(schema, 'enum');
  if (Array.isArray(values))
    return values.every((value: Json) => typeof value !== 'object' || value === null);
  const reference = member(schema, '$ref');
  if (typeof reference === 'string') {
    const name = reference.slice(reference.lastIndexOf('/') + 1);
    if (!known.has(name)) {
      known.set(name, true);
      known.set(name, isScalar(member(definitions, name), definitions, known));
    }
    if (known.get(name) === true) return true;
  }
  const [anyOf, oneOf, allOf] = ['anyOf', 'oneOf', 'allOf'].map((keyword) => member(schema, keyword));
  if (Array.isArray(anyOf) && anyOf.every(inner)) return true;
  if (Array.isArray(oneOf) && oneOf.every(inner)) return true;
  if (Array.isArray(allOf) && allOf.some(inner)) return true;
  return isJsonObject(member(schema, 'not')) && Object.keys(memberObject(schema, 'not')).length === 0;
}
