import { SchemaRefusal } from '../../forage/schema/refusal.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import type { Scissors } from './annotations.ts';
import type { SchemaSizes } from './describable.ts';
import type { Draft } from './draft.ts';
import { ALL_PLACES } from './operation.ts';
import { OperationRefusal } from './refusal.ts';

/** One side of a call, compiled. */
export interface SideSchema {
  readonly projection: JsonObject;
  /** Under the full profile. */
  readonly sizes: SchemaSizes | undefined;
}

/** Makes the schema of one side of a call out of schemas of the document. */
export interface SideCompiler {
  /** A schema of the document as it may stand inside the one that is compiled. */
  take(schema: Json): Json;
  /** Errors: `SchemaRefusal`, `OperationRefusal`. */
  compile(schema: JsonObject): SideSchema;
}

/** Compiles the schemas of a document's calls, by the rules of a profile. */
export interface CallCompilers {
  /**
   * @param alias what the types of this side are called
   * @param scissors cuts the annotations of the operation
   */
  open(alias: string, scissors: Scissors): SideCompiler;
}

/**
 * The schema of everything that a guest gives: `{path?, query?, header?, body?}`, so that one name may stand in
 * two places. Errors: `OperationRefusal`.
 */
export function compileInput(
  { exposed, body }: Draft,
  compiler: SideCompiler,
  scissors: Scissors,
): SideSchema {
  const members: [string, Json][] = [];
  const required: string[] = [];
  for (const place of ALL_PLACES) {
    const parameters = exposed.filter(({ call }) => call.in === place);
    if (parameters.length === 0) continue;
    const names = parameters.filter(({ call }) => call.required).map(({ call }) => call.name);
    const properties = parameters.map(
      ({ call, schema, object }) => [call.name, describe(object, compiler.take(schema), scissors)] as const,
    );
    members.push([place, closedObject(Object.fromEntries(properties), names)]);
    if (names.length > 0) required.push(place);
  }
  if (body !== undefined) {
    const annotations = body.description === undefined ? {} : { description: body.description };
    members.push(['body', describe(annotations, compiler.take(body.schema), scissors)]);
    if (body.call.required) required.push('body');
  }
  return compile(closedObject(Object.fromEntries(members), required), 'input', compiler);
}

/** The schema of an answer; undefined when it constrains nothing. Errors: `OperationRefusal`. */
export function compileOutput(schema: Json | undefined, compiler: SideCompiler): SideSchema | undefined {
  if (schema === undefined) return undefined;
  const output = compile({ allOf: [compiler.take(schema)] }, 'output', compiler);
  return constrains(output.projection) ? output : undefined;
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

function compile(schema: JsonObject, side: 'input' | 'output', compiler: SideCompiler): SideSchema {
  try {
    return compiler.compile(schema);
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
