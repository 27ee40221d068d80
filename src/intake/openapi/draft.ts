import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { findBody, type ReadBody } from './body.ts';
import { isHeaderName } from './header-names.ts';
import { findOutput } from './media.ts';
import { type KeyParameters, type ReadParameters, readParameters } from './parameters.ts';
import { readPathTemplate } from './path-template.ts';
import type { IntakeProfile } from './profile.ts';
import type { References } from './references.ts';
import { OperationRefusal } from './refusal.ts';

/** One method of one Path Item, as it is found. */
export interface FoundOperation {
  /** In upper case; `*` for a Path Item that shows none. */
  readonly method: string;
  readonly path: string;
  readonly operation: Json | undefined;
  /** The Path Item; under the full profile together with the one that it refers to. */
  readonly item: Json;
}

/** An operation whose shape is supported; its schemas are still to be looked at. */
export interface Draft extends ReadParameters {
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
  readonly servers: JsonObject | undefined;
  readonly body: ReadBody | undefined;
  readonly output: Json | undefined;
}

/** The members of a Path Item that are operations. */
const FIELDS: readonly string[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Every operation of the document, in its order; what a referenced Path Item has is found as well. */
export function listFound(
  paths: JsonObject,
  references: References,
  profile: IntakeProfile,
): readonly FoundOperation[] {
  const fields = profile.minor >= 2 ? [...FIELDS, 'query'] : FIELDS;
  return Object.entries(paths)
    .filter(([path]) => !path.startsWith('x-'))
    .flatMap(([path, item]): FoundOperation[] => {
      const merged = isJsonObject(item) ? { ...findTarget(item, references), ...item } : {};
      const further = profile.minor >= 2 ? member(merged, 'additionalOperations') : undefined;
      const operations: [string, Json][] = [
        ...fields.flatMap((field): [string, Json][] => {
          const operation = member(merged, field);
          return operation === undefined ? [] : [[field.toUpperCase(), operation]];
        }),
        ...(isJsonObject(further) ? Object.entries(further) : []),
      ];
      const hides = !isJsonObject(item) || Object.hasOwn(item, '$ref');
      if (operations.length === 0 && hides) return [{ method: '*', path, operation: undefined, item }];
      const whole = profile.rules === 'full' && isJsonObject(item) ? merged : item;
      return operations.map(([method, operation]) => ({ method, path, operation, item: whole }));
    });
}

function findTarget(item: JsonObject, references: References): JsonObject {
  if (!Object.hasOwn(item, '$ref')) return {};
  try {
    const target = references.resolve(item);
    return isJsonObject(target) ? target : {};
  } catch (error) {
    if (error instanceof OperationRefusal) return {};
    throw error;
  }
}

/** Looks at everything but the schemas. Errors: `OperationRefusal`, the first rule that is broken. */
export function draftOperation(
  found: FoundOperation,
  keys: KeyParameters,
  references: References,
  { rules }: IntakeProfile,
): Draft {
  const { method, path, operation, item } = found;
  if (!isJsonObject(item))
    throw new OperationRefusal('malformed-path-item', 'The Path Item is not an object');
  if (Object.hasOwn(item, '$ref') && (rules === 'strict' || operation === undefined)) {
    throw new OperationRefusal('referenced-path-item', 'The Path Item is a reference; write it out');
  }
  if (method === 'TRACE') throw new OperationRefusal('trace', 'TRACE calls nothing');
  if (!isHeaderName(method)) {
    throw new OperationRefusal('malformed-operation', `${quote(method)} is not the name of a method`);
  }
  if (!isJsonObject(operation)) {
    throw new OperationRefusal('malformed-operation', 'The operation is not an object');
  }
  const variables = readPathTemplate(path, rules);
  const { exposed, withheld } = readParameters(
    member(item, 'parameters'),
    member(operation, 'parameters'),
    keys,
    references,
    rules,
  );
  assertPathParameters(variables, exposed);
  return {
    method,
    path,
    operation,
    servers: [operation, item].find((object) => hasServers(object)),
    exposed,
    withheld,
    body: findBody(member(operation, 'requestBody'), method, references, rules),
    output: findOutput(member(operation, 'responses'), references),
  };
}

function hasServers(object: JsonObject): boolean {
  const servers = member(object, 'servers');
  return Array.isArray(servers) && servers.length > 0;
}

function assertPathParameters(variables: readonly string[], exposed: ReadParameters['exposed']): void {
  const declared = exposed.map(({ call }) => call).filter((call) => call.in === 'path');
  for (const { name, required } of declared) {
    if (!required) {
      throw new OperationRefusal('path-parameters', `The path parameter ${quote(name)} is not required`);
    }
    if (!variables.includes(name)) {
      throw new OperationRefusal(
        'path-parameters',
        `The path has no variable ${quote(name)}, which is declared`,
      );
    }
  }
  for (const name of variables) {
    if (!declared.some((parameter) => parameter.name === name)) {
      throw new OperationRefusal(
        'path-parameters',
        `The variable ${quote(name)} of the path is not declared`,
      );
    }
  }
}
