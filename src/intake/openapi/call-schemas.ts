import { compileSchema } from '../../forage/schema/compile-schema.ts';
import { SchemaRefusal } from '../../forage/schema/refusal.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import type { Scissors } from './annotations.ts';
import type { Draft } from './draft.ts';
import { ALL_PLACES } from './operation.ts';
import type { ReadParameter } from './parameters.ts';
import type { IntakeProfile } from './profile.ts';
import type { References } from './references.ts';
import { OperationRefusal } from './refusal.ts';
import { SchemaCollector } from './schemas.ts';

/**
 * The schema of everything that a guest gives: `{path?, query?, header?, body?}`, so that one name may stand in
 * two places. Errors: `OperationRefusal`.
 */
export function compileInput(
  { exposed, body }: Draft,
  references: References,
  scissors: Scissors,
  profile: IntakeProfile,
): JsonObject {
  const collector = new SchemaCollector(references, scissors, profile.minor > 0);
  const members: [string, Json][] = [];
  const required: string[] = [];
  for (const place of ALL_PLACES) {
    const parameters = exposed.filter(({ call }) => call.in === place);
    if (parameters.length === 0) continue;
    const names = parameters.filter(({ call }) => call.required).map(({ call }) => call.name);
    const properties = parameters.map(
      ({ call, schema, object }) =>
        [call.name, describe(object, collector.rewrite(schema), scissors)] as const,
    );
    members.push([place, closedObject(Object.fromEntries(properties), names)]);
    if (names.length > 0) required.push(place);
  }
  if (body !== undefined) {
    const annotations = body.description === undefined ? {} : { description: body.description };
    members.push(['body', describe(annotations, collector.rewrite(body.schema), scissors)]);
    if (body.call.required) required.push('body');
  }
  const schema = { ...closedObject(Object.fromEntries(members), required), $defs: collector.definitions() };
  const projection = compile(schema, 'input', profile);
  if (profile.rules === 'strict') for (const parameter of exposed) assertScalar(parameter, projection);
  return projection;
}

/** The schema of an answer; null when it constrains nothing. Errors: `OperationRefusal`. */
export function compileOutput(
  schema: Json | undefined,
  references: References,
  scissors: Scissors,
  profile: IntakeProfile,
): JsonObject | null {
  if (schema === undefined) return null;
  const collector = new SchemaCollector(references, scissors, profile.minor > 0);
  const rewritten = collector.rewrite(schema);
  const projection = compile({ allOf: [rewritten], $defs: collector.definitions() }, 'output', profile);
  return constrains(projection) ? projection : null;
}

function closedObject(properties: JsonObject, required: readonly string[]): JsonObject {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** What the parameter or body says of itself wins over what its schema says. */
function describe(object: JsonObject, schema: Json, scissors: Scissors): Json {
  const description = scissors.description(object);
  const deprecated = member(object, 'deprecated') === true;
  if (description === undefined && !deprecated) return schema;
  const annotations = {
    ...(description === undefined ? {} : { description }),
    ...(deprecated ? { deprecated } : {}),
  };
  if (!isJsonObject(schema) || Object.hasOwn(schema, '$ref')) return { allOf: [schema], ...annotations };
  return { ...schema, ...annotations };
}

function compile(schema: JsonObject, side: 'input' | 'output', profile: IntakeProfile): JsonObject {
  try {
    return compileSchema(schema, profile.schemas).projection;
  } catch (error) {
    if (!(error instanceof SchemaRefusal)) throw error;
    const at = error.pointer === '' ? '' : ` at ${quote(error.pointer)}`;
    throw new OperationRefusal(error.code, `${error.reason} (${side}${at})`);
  }
}

const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly'],
  ...['contentEncoding', 'contentMediaType', '$defs'],
]);

function constrains(projection: JsonObject): boolean {
  return Object.keys(projection).some((keyword) => !ANNOTATIONS.has(keyword));
}

const SCALAR_TYPES: ReadonlySet<Json> = new Set(['string', 'number', 'integer', 'boolean', 'null']);

function assertScalar({ call: { in: place, name } }: ReadParameter, projection: JsonObject): void {
  const group = memberObject(memberObject(projection, 'properties'), place);
  const schema = member(memberObject(group, 'properties'), name);
  if (isScalar(schema, memberObject(projection, '$defs'), new Set())) return;
  throw new OperationRefusal(
    'parameter-not-scalar',
    `The ${place} parameter ${quote(name)} takes more than a string, number, boolean or null`,
  );
}

function memberObject(object: JsonObject, name: string): JsonObject {
  const value = member(object, name);
  return isJsonObject(value) ? value : {};
}

/** True when a projection admits scalars only. A definition on its own trail admits what the rest of it does. */
function isScalar(schema: Json | undefined, definitions: JsonObject, trail: ReadonlySet<string>): boolean {
  if (!isJsonObject(schema)) return schema === false;
  const inner = (part: Json) => isScalar(part, definitions, trail);
  const type = member(schema, 'type');
  if (type !== undefined)
    return (Array.isArray(type) ? type : [type]).every((one: Json) => SCALAR_TYPES.has(one));
  const values = Object.hasOwn(schema, 'const') ? [member(schema, 'const') ?? null] : member(schema, 'enum');
  if (Array.isArray(values))
    return values.every((value: Json) => typeof value !== 'object' || value === null);
  const reference = member(schema, '$ref');
  if (typeof reference === 'string') {
    const name = reference.slice(reference.lastIndexOf('/') + 1);
    if (trail.has(name)) return true;
    if (isScalar(member(definitions, name), definitions, new Set([...trail, name]))) return true;
  }
  const [anyOf, oneOf, allOf] = ['anyOf', 'oneOf', 'allOf'].map((keyword) => member(schema, keyword));
  if (Array.isArray(anyOf) && anyOf.every(inner)) return true;
  if (Array.isArray(oneOf) && oneOf.every(inner)) return true;
  if (Array.isArray(allOf) && allOf.some(inner)) return true;
  return isJsonObject(member(schema, 'not')) && Object.keys(memberObject(schema, 'not')).length === 0;
}
