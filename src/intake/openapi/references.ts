import { $RefParser } from '@apidevtools/json-schema-ref-parser';
import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { OpenApiError, OperationRefusal } from './refusal.ts';

/** The local references of one document. */
export interface References {
  /** What a reference points at, through references of references; the same object at every call. */
  get(reference: string): Json;
  /** An object, or what the Reference Object in its place points at. */
  resolve(value: Json | undefined): Json | undefined;
}

/**
 * Resolves the references of a document by JSON Schema Ref Parser, which may neither open files nor sockets.
 * What it cannot resolve is an `OperationRefusal` where it is asked for.
 *
 * Errors: `external-reference` when any reference of the document leaves it.
 */
export async function createReferences(root: JsonObject): Promise<References> {
  assertLocal(root);
  const resolved = await $RefParser.resolve(root, {
    resolve: { external: false, file: false, http: false },
    mutateInputSchema: false,
  });
  const known = new Map<string, Json>();

  const get = (reference: string): Json => {
    const cached = known.get(reference);
    if (cached !== undefined) return cached;
    const value = findTarget(() => resolved.get(reference));
    if (value === undefined) {
      throw new OperationRefusal('unresolved-reference', `${quote(reference)} points at nothing`);
    }
    known.set(reference, value);
    return value;
  };
  return {
    get,
    resolve(value) {
      const reference = isJsonObject(value) ? member(value, '$ref') : undefined;
      return typeof reference === 'string' ? get(reference) : value;
    },
  };
}

/** The library throws for what is missing, and answers chains that never end with the last reference of them. */
function findTarget(get: () => unknown): Json | undefined {
  let value: unknown;
  try {
    value = get();
  } catch {
    return undefined;
  }
  if (typeof value === 'boolean') return value;
  if (!isJsonObject(value) || typeof member(value, '$ref') === 'string') return undefined;
  return value;
}

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
