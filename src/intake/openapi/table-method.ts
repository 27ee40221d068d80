import { z } from 'zod';
import { compileSchema } from '../../forage/schema/compile-schema.ts';
import { SchemaRefusal } from '../../forage/schema/refusal.ts';
import { STRICT_2020_12 } from '../../forage/schema/schema-profile.ts';
import { canonicalJson } from '../../model/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { Scissors } from './annotations.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_PARAMETER_NAME_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  MAX_TITLE_LENGTH,
} from './bounds.ts';
import { isHeaderName, isReservedHeader } from './header-names.ts';
import { isJsonType } from './media.ts';
import { isMethodName } from './method-name.ts';
import { METHODS, type OpenApiMethod, PLACES, READS } from './operation.ts';
import { keyOf } from './parameters.ts';
import { readPathTemplate } from './path-template.ts';
import { attempt, OpenApiError, OperationRefusal } from './refusal.ts';
import { assertScalar } from './scalar.ts';
import { PROTOTYPE_NAMES } from './schema-positions.ts';
import { SchemaCleaner } from './schemas.ts';

const parameter = z.strictObject({
  in: z.enum(PLACES),
  name: z
    .string()
    .min(1)
    .max(MAX_PARAMETER_NAME_LENGTH)
    .refine((name) => !PROTOTYPE_NAMES.has(name), 'is a name of the prototype'),
  required: z.boolean(),
});

const jsonObject = z.custom<JsonObject>(isJsonObject, 'is not an object');

/** A row of a preview. What a preview shows beside the method is known here, and left behind. */
const row = z.strictObject({
  name: z.string().refine(isMethodName, 'is no method name that intake gives'),
  method: z.enum(METHODS),
  path: z.string(),
  effect: z.enum(['read', 'write']),
  title: z.string().max(MAX_TITLE_LENGTH).optional(),
  description: z.string().max(MAX_DESCRIPTION_LENGTH).optional(),
  tags: z.array(z.string().max(MAX_TAG_LENGTH)).max(MAX_TAGS),
  deprecated: z.boolean(),
  textOrigin: z.literal('third_party'),
  annotationsCut: z.boolean(),
  parameters: z.array(parameter),
  body: z
    .strictObject({ mediaType: z.string().refine(isJsonType, 'is not JSON'), required: z.boolean() })
    .nullable(),
  input: jsonObject,
  output: jsonObject.nullable(),
  outputConstrained: z.boolean(),
  withheld: z.unknown().optional(),
  servers: z.unknown().optional(),
});

/**
 * Decodes one selected operation as if it came from a stranger: every rule of intake is looked at again, and the
 * schemas are compiled again.
 *
 * Errors: `table-shape`.
 */
export function parseTableMethod(value: Json, at: number): OpenApiMethod {
  const result = row.safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw wrong(at, `/${issue?.path.join('/') ?? ''}: ${issue?.message ?? 'it has another shape'}`);
  }
  const { withheld: _withheld, servers: _servers, title, description, ...method } = result.data;
  assertCall(method, at);
  const input = recompile(method.input, 'input', at);
  assertInput(input, method, at);
  refuseAs(at, () => {
    for (const each of method.parameters) assertScalar(each, input);
  });
  return {
    ...method,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    input,
    output: method.output === null ? null : recompile(method.output, 'output', at),
  };
}

type Call = Pick<
  OpenApiMethod,
  'method' | 'path' | 'effect' | 'parameters' | 'body' | 'output' | 'outputConstrained'
>;

function assertCall(call: Call, at: number): void {
  const { method, path, parameters } = call;
  if ((call.effect === 'read') !== READS.has(method)) throw wrong(at, `${method} has another effect`);
  if (call.outputConstrained !== (call.output !== null)) throw wrong(at, 'an output is constrained, or null');
  if (call.body !== null && (method === 'GET' || method === 'HEAD')) throw wrong(at, `${method} has no body`);
  if (new Set(parameters.map((each) => keyOf(each.in, each.name))).size < parameters.length) {
    throw wrong(at, 'a parameter stands twice');
  }
  for (const { in: place, name } of parameters) {
    if (place === 'header' && (!isHeaderName(name) || isReservedHeader(name))) {
      throw wrong(at, `the header ${quote(name)} is none that a guest may give`);
    }
  }
  const declared = parameters.filter((each) => each.in === 'path');
  const variables = refuseAs(at, () => readPathTemplate(path));
  const matches =
    declared.length === variables.length &&
    declared.every(({ name, required }) => required && variables.includes(name));
  if (!matches) throw wrong(at, 'the path parameters are not those of the path');
}

/** What `act` gives; the rule of intake that it breaks is one that the row breaks. */
function refuseAs<T>(at: number, act: () => T): T {
  const result = attempt(act);
  if (result instanceof OperationRefusal) throw wrong(at, result.message);
  return result;
}

function recompile(schema: JsonObject, side: 'input' | 'output', at: number): JsonObject {
  const projection = compile(schema, side, at);
  const { $defs, ...root } = projection;
  for (const part of [root, ...Object.values(isJsonObject($defs) ? $defs : {})]) {
    const kept = new SchemaCleaner(new Scissors(), true, (reference) => reference).rewrite(part);
    if (canonicalJson(kept) === canonicalJson(part)) continue;
    throw wrong(at, `${side}: it has examples, or texts that are longer than intake leaves them`);
  }
  return projection;
}

function compile(schema: JsonObject, side: 'input' | 'output', at: number): JsonObject {
  try {
    return compileSchema(schema, STRICT_2020_12).projection;
  } catch (error) {
    if (error instanceof SchemaRefusal) throw wrong(at, `${side}: ${error.message}`);
    throw error;
  }
}

/** The input must be the closed object that the call shape describes: nothing in it may have nowhere to go. */
function assertInput(input: JsonObject, { parameters, body }: Call, at: number): void {
  const places = PLACES.filter((place) => parameters.some((each) => each.in === place));
  const groups: string[] = body === null ? [...places] : [...places, 'body'];
  const required = [
    ...places.filter((place) => parameters.some((each) => each.in === place && each.required)),
    ...(body?.required === true ? ['body'] : []),
  ];
  assertClosed(input, groups, required, at);
  for (const place of places) {
    const own = parameters.filter((each) => each.in === place);
    const group = member(memberObject(input, 'properties'), place);
    assertClosed(
      isJsonObject(group) ? group : {},
      own.map(({ name }) => name),
      own.filter((each) => each.required).map(({ name }) => name),
      at,
    );
  }
}

function assertClosed(
  schema: JsonObject,
  names: readonly string[],
  required: readonly string[],
  at: number,
): void {
  const declared = member(schema, 'required') ?? [];
  const closed = member(schema, 'type') === 'object' && member(schema, 'additionalProperties') === false;
  if (
    closed &&
    sameNames(Object.keys(memberObject(schema, 'properties')), names) &&
    sameNames(Array.isArray(declared) ? declared : [], required)
  ) {
    return;
  }
  throw wrong(at, 'the input is not the closed object of the parameters and the body');
}

function sameNames(some: readonly Json[], others: readonly string[]): boolean {
  return some.length === others.length && others.every((name) => some.includes(name));
}

function memberObject(object: JsonObject, name: string): JsonObject {
  const value = member(object, name);
  return isJsonObject(value) ? value : {};
}

function wrong(at: number, what: string): OpenApiError {
  return new OpenApiError('table-shape', `The selected operation ${at} is none of a preview: ${what}.`);
}
