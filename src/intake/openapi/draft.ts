import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { createBodyFinder, type ReadBody } from './body.ts';
import { isHeaderName } from './header-names.ts';
import { createOutputFinder } from './media.ts';
import { createParameterReader, type KeyParameters, type ReadParameters } from './parameters.ts';
import { matchPath } from './path-parameters.ts';
import { readPathTemplate } from './path-template.ts';
import { DOCUMENT_BOUNDS, type IntakeProfile } from './profile.ts';
import type { References } from './references.ts';
import { OpenApiError, OperationRefusal } from './refusal.ts';

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

/**
 * Every operation of the document, in its order; what a referenced Path Item has is found as well.
 *
 * Errors: `document-operations`, as soon as there are too many: thousands of paths may refer to one Path Item.
 */
export function listFound(
  paths: JsonObject,
  references: References,
  profile: IntakeProfile,
): readonly FoundOperation[] {
  const most = DOCUMENT_BOUNDS[profile.rules].operations;
  const found: FoundOperation[] = [];
  for (const [path, item] of Object.entries(paths)) {
    if (path.startsWith('x-')) continue;
    for (const operation of listOperations(path, item, references, profile)) {
      found.push(operation);
      if (found.length <= most) continue;
      throw new OpenApiError(
        'document-operations',
        `The document has more than ${most} operations, those of a shared Path Item counted for each path.`,
      );
    }
  }
  return found;
}

function* listOperations(
  path: string,
  item: Json,
  references: References,
  { minor, rules }: IntakeProfile,
): Generator<FoundOperation> {
  const fields = minor >= 2 ? [...FIELDS, 'query'] : FIELDS;
  const merged = isJsonObject(item) ? merge(item, findTarget(item, references)) : {};
  const further = minor >= 2 ? member(merged, 'additionalOperations') : undefined;
  const whole = rules === 'full' && isJsonObject(item) ? merged : item;
  let empty = true;
  for (const field of fields) {
    if (!Object.hasOwn(merged, field)) continue;
    empty = false;
    const operation = member(merged, field);
    yield { method: field.toUpperCase(), path, operation, item: whole, misplaced: false };
  }
  for (const [method, operation] of Object.entries(isJsonObject(further) ? further : {})) {
    empty = false;
    yield { method, path, operation, item: whole, misplaced: fields.includes(method.toLowerCase()) };
  }
  const hides = !isJsonObject(item) || Object.hasOwn(item, '$ref');
  if (empty && hides) yield { method: '*', path, operation: undefined, item, misplaced: false };
}

/** The members of a Path Item that mean something here. */
const MEMBERS: readonly string[] = [
  ...FIELDS,
  ...['query', 'additionalOperations', 'parameters', 'servers', '$ref'],
];

/** A Path Item whose own members stand before those of the one that it refers to. */
function merge(item: JsonObject, target: JsonObject): JsonObject {
  const members = MEMBERS.flatMap((name) => {
    const value = Object.hasOwn(item, name) ? member(item, name) : member(target, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(members);
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

/**
 * Makes what looks at everything but the schemas of an operation. Errors of that: `OperationRefusal`, the first rule
 * that is broken.
 */
export function createDrafter(
  keys: KeyParameters,
  references: References,
  profile: IntakeProfile,
): (found: FoundOperation) => Draft {
  const { rules } = profile;
  const readers = {
    readParameters: createParameterReader(keys, references, rules),
    findBody: createBodyFinder(references, rules),
    findOutput: createOutputFinder(references),
  };
  return (found) => draftOperation(found, profile, readers);
}

interface Readers {
  readonly readParameters: ReturnType<typeof createParameterReader>;
  readonly findBody: ReturnType<typeof createBodyFinder>;
  readonly findOutput: ReturnType<typeof createOutputFinder>;
}

function draftOperation(
  found: FoundOperation,
  { rules }: IntakeProfile,
  { readParameters, findBody, findOutput }: Readers,
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
  const parameters = readParameters(member(item, 'parameters'), member(operation, 'parameters'));
  return {
    method,
    path,
    operation,
    servers: [operation, item].find((object) => hasServers(object)),
    exposed: matchPath(variables, parameters.exposed, rules),
    withheld: parameters.withheld,
    body: findBody(member(operation, 'requestBody'), method),
    output: findOutput(member(operation, 'responses')),
  };
}

function hasServers(object: JsonObject): boolean {
  const servers = member(object, 'servers');
  return Array.isArray(servers) && servers.length > 0;
}
