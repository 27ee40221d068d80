import { $RefParser } from '@apidevtools/json-schema-ref-parser';
import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import type { IntakeRules } from './profile.ts';
import { OpenApiError, OperationRefusal } from './refusal.ts';
import { oncePerPart } from './shared-parts.ts';

/** The local references of one document. */
export interface References {
  /**
   * The schema that a reference points at, the same object at every call. It can be a reference with something
   * beside it.
   */
  get(reference: string): Json;
  /** An object, or what the Reference Object in its place points at. */
  resolve(value: Json | undefined): Json | undefined;
}

/**
 * Resolves the references of a document by JSON Schema Ref Parser, which may neither open files nor sockets.
 * What it cannot resolve is an `OperationRefusal` where it is asked for. Under the full profile that goes for
 * references out of the document too.
 *
 * Errors: `external-reference` when, under the strict profile, any reference of the document leaves it.
 */
export async function createReferences(root: JsonObject, rules: IntakeRules): Promise<References> {
  if (rules === 'strict') assertLocal(root);
  const resolved = await $RefParser.resolve(root, {
    resolve: { external: false, file: false, http: false },
    mutateInputSchema: false,
  });
  const known = new Map<string, Json>();

  const find = (reference: string): Json => {
    if (!reference.startsWith('#')) {
      throw new OperationRefusal('external-reference', `${quote(reference)} lies outside the document`);
    }
    const value = findAt(root, reference) ?? findThrough(() => resolved.get(reference));
    if (typeof value === 'boolean' || isJsonObject(value)) return value;
    throw new OperationRefusal('unresolved-reference', `${quote(reference)} points at nothing`);
  };
  /** Follows references of references, `all` of them or only those that nothing stands beside. */
  const follow = (reference: string, all: boolean): Json => {
    let next = reference;
    for (let steps = 0; steps <= MAX_CHAIN; steps++) {
      const value = find(next);
      const further = isJsonObject(value) ? member(value, '$ref') : undefined;
      if (typeof further !== 'string' || (!all && Object.keys(Object(value)).length > 1)) return value;
      next = further;
    }
    throw new OperationRefusal(
      'unresolved-reference',
      `${quote(reference)} comes back to itself, or leads through more than ${MAX_CHAIN} references`,
    );
  };
  const resolveObject = oncePerPart((object: JsonObject) => follow(String(member(object, '$ref')), true));
  return {
    get(reference) {
      const value = known.get(reference) ?? follow(reference, false);
      known.set(reference, value);
      return value;
    },
    resolve(value) {
      const reference = isJsonObject(value) ? member(value, '$ref') : undefined;
      return isJsonObject(value) && typeof reference === 'string' ? resolveObject(value) : value;
    },
  };
}

/**
 * The value at a JSON Pointer as it is written. The library would give a reference with members beside it as one
 * object, in which those members replace what they should be joined with.
 */
function findAt(root: JsonObject, reference: string): Json | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let value: Json | undefined = root;
  for (const segment of readSegments(reference)) {
    if (Array.isArray(value) && /^(?:0|[1-9][0-9]*)$/.test(segment)) value = value[Number(segment)];
    else value = isJsonObject(value) ? member(value, segment) : undefined;
  }
  return value;
}

function readSegments(reference: string): readonly string[] {
  const pointer = reference.slice(1);
  let decoded = pointer;
  try {
    decoded = decodeURIComponent(pointer);
  } catch {
    // Not percent-encoded after all: as it is written.
  }
  return decoded
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A pointer that leads through other references; the library throws for what is missing. */
function findThrough(get: () => unknown): Json | undefined {
  let value: unknown;
  try {
    value = get();
  } catch {
    return undefined;
  }
  return typeof value === 'boolean' || isJsonObject(value) ? value : undefined;
}

/** References of references that are followed; people write two. */
const MAX_CHAIN = 32;

/** Members whose value is never a Reference Object, whatever it looks like. */
const LITERALS: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'example', 'value', 'mapping']);
/** Members whose own members are names, which mean nothing. */
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
  'schemas',
  'responses',
  'parameters',
  'examples',
  'requestBodies',
  'headers',
  'securitySchemes',
  'links',
  'callbacks',
  'pathItems',
  'paths',
  'webhooks',
  'content',
]);

/** Refuses a document one of whose references leaves it, before anything follows one. */
function assertLocal(root: JsonObject): void {
  const pending: (readonly [value: Json, named: boolean])[] = [[root, false]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, named] = next;
    if (Array.isArray(value)) for (const item of value) pending.push([item, false]);
    if (!isJsonObject(value)) continue;
    const reference = named ? undefined : member(value, '$ref');
    if (typeof reference === 'string' && !reference.startsWith('#')) {
      throw new OpenApiError(
        'external-reference',
        `The document refers to ${quote(reference)}, which lies outside it. Bundle it into one document.`,
      );
    }
    for (const [name, child] of Object.entries(value)) {
      if (!named && (LITERALS.has(name) || name.startsWith('x-'))) continue;
      // An array under `examples` has literals; an object has Example Objects.
      if (!named && name === 'examples' && Array.isArray(child)) continue;
      pending.push([child, !named && NAMED.has(name)]);
    }
  }
}
