import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { findBody, type ReadBody } from './body.ts';
import { isHeaderName } from './header-names.ts';
import { findOutput } from './media.ts';
import { type KeyParameters, type ReadParameters, readParameters } from './parameters.ts';
import { matchPath } from './path-parameters.ts';
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
  /** True for one of `additionalOperations` whose method has a member of its own in the Path Item. */
  readonly misplaced: boolean;
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
      const hides = !isJsonObject(item) || Object.hasOwn(item, '$ref');
      const whole = profile.rules === 'full' && isJsonObject(item) ? merged : item;
      const own = fields.filter((field) => Object.hasOwn(merged, field));
      const operations: FoundOperation[] = [
        ...own.map((field) => ({
          method: field.toUpperCase(),
          path,
          operation: member(merged, field),
          item: whole,
          misplaced: false,
        })),
        ...Object.entries(isJsonObject(further) ? further : {}).map(([method, operation]) => ({
          method,
          path,
          operation,
          item: whole,
          misplaced: fields.includes(method.toLowerCase()),
        })),
      ];
      if (operations.length > 0 || !hides) return operations;
      return [{ method: '*', path, operation: undefined, item, misplaced: false }];
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
  if (!isHeaderName(method) || found.misplaced) {
    throw new OperationRefusal(
      'malformed-operation',
      `${quote(method)} is no method of \`additionalOperations\``,
    );
  }
  if (!isJsonObject(operation)) {
    throw new OperationRefusal('malformed-operation', 'The operation is not an object');
  }
  const variables = readPathTemplate(path, rules);
  const parameters = readParameters(
    member(item, 'parameters'),
    member(operation, 'parameters'),
    keys,
    references,
    rules,
  );
  return {
    method,
    path,
    operation,
    servers: [operation, item].find((object) => hasServers(object)),
    exposed: matchPath(variables, parameters.exposed, rules),
    withheld: parameters.withheld,
    body: findBody(member(operation, 'requestBody'), method, references, rules),
    output: findOutput(member(operation, 'responses'), references),
  };
}

function hasServers(object: JsonObject): boolean {
  const servers = member(object, 'servers');
  return Array.isArray(servers) && servers.length > 0;
}
