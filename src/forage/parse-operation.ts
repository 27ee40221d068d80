import { canonicalJson } from '../model/canonical-json.ts';
import { isJsonObject, type JsonObject } from '../model/entry.ts';
import { quote } from '../model/quote.ts';
import { findNearest } from '../text/nearest.ts';
import { MAX_OPERATION_BYTES, MAX_TAG_LENGTH, MAX_TAGS } from './bounds.ts';
import { CopyRefusal, copyJson } from './copy-json.ts';
import { EFFECTS, TEXT_ORIGINS } from './operation.ts';
import { checkOperationPath } from './operation-path.ts';
import { ForageError, type ForageReason } from './refusal.ts';
import type { StandardSchema } from './schema/project-standard.ts';

/** A schema that was taken in: JSON Schema as a frozen copy, a Standard Schema as it is. */
export type TakenSchema = JsonObject | StandardSchema;

/** The annotations of an operation, frozen; absent members are absent. */
export interface Annotations {
  readonly path: string;
  readonly effect: (typeof EFFECTS)[number];
  readonly description?: string;
  readonly capabilityNotes?: string;
  readonly instructions?: string;
  readonly textOrigin: (typeof TEXT_ORIGINS)[number];
  readonly tags?: readonly string[];
}

export interface ParsedOperation {
  readonly annotations: Annotations;
  readonly inputSchema: TakenSchema;
  readonly outputSchema: TakenSchema | undefined;
  /** UTF-8 bytes of what was given, as canonical JSON; a Standard Schema counts nothing yet. */
  readonly bytes: number;
}

const MEMBERS = [
  'path',
  'effect',
  'description',
  'capabilityNotes',
  'instructions',
  'inputSchema',
  'outputSchema',
  'textOrigin',
  'tags',
] as const;

/**
 * Takes in one operation, whatever a host passes: every member is read once and copied. Nothing is compiled
 * here, so its size is known before anything is.
 *
 * @param position in the list of operations, for the message where there is no path yet
 */
export function parseOperation(value: unknown, position: number): ParsedOperation {
  const given = readMembers(value, position);
  const path = given.get('path');
  if (typeof path !== 'string') {
    throw new ForageError(
      'operation-shape',
      `operations[${position}] has no path; give it one, such as files.read.`,
    );
  }
  checkOperationPath(path);
  const texts = ['description', 'capabilityNotes', 'instructions'].flatMap((name) => {
    const text = given.get(name);
    if (text === undefined) return [];
    if (typeof text === 'string') return [[name, text] as const];
    throw wrongShape(path, `${name} is a string`);
  });
  const tags = readTags(given.get('tags'), path);
  const annotations: Annotations = Object.freeze({
    path,
    effect: readWord(given.get('effect'), EFFECTS, 'effect', path),
    ...Object.fromEntries(texts),
    textOrigin: readWord(given.get('textOrigin') ?? 'owner', TEXT_ORIGINS, 'textOrigin', path),
    ...(tags === undefined ? {} : { tags }),
  });

  const inputSchema = takeSchema(given.get('inputSchema'), 'inputSchema', path);
  const output = given.get('outputSchema');
  const outputSchema = output === undefined ? undefined : takeSchema(output, 'outputSchema', path);
  const bytes =
    measure({ ...annotations }) +
    measureSchema(inputSchema) +
    (outputSchema === undefined ? 0 : measureSchema(outputSchema));
  if (bytes > MAX_OPERATION_BYTES) throw tooLarge(path, bytes);
  return { annotations, inputSchema, outputSchema, bytes };
}

/** The refusal of an operation whose metadata is too large by itself. */
export function tooLarge(path: string, bytes: number): ForageError {
  return new ForageError(
    'operation-too-large',
    `The operation ${quote(path)} has ${bytes} bytes of metadata; ${MAX_OPERATION_BYTES} are taken.`,
    { path, figure: bytes, bound: MAX_OPERATION_BYTES },
  );
}

/** Copies the JSON of one operation's schema. Errors: `schema-not-json`, `schema-too-deep`, `operation-too-large`. */
export function copySchema(value: unknown, name: string, path: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw noSchema(name, path);
  try {
    const copy = copyJson(value, MAX_OPERATION_BYTES);
    if (isJsonObject(copy)) return copy;
  } catch (cause) {
    if (!(cause instanceof CopyRefusal)) throw cause;
    throw new ForageError(COPY_REASONS[cause.kind], `${name} of ${quote(path)} ${cause.message}.`, {
      path,
      cause,
    });
  }
  throw noSchema(name, path);
}

const COPY_REASONS: Readonly<Record<CopyRefusal['kind'], ForageReason>> = {
  'not-json': 'schema-not-json',
  'too-deep': 'schema-too-deep',
  'too-large': 'operation-too-large',
};

function readMembers(value: unknown, position: number): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ForageError('operation-shape', `operations[${position}] is not an object.`);
  }
  const members = new Map<string, unknown>(Object.entries(value));
  for (const name of members.keys()) {
    if (MEMBERS.some((known) => known === name)) continue;
    const meant = findNearest(name, MEMBERS);
    throw new ForageError(
      'operation-shape',
      `operations[${position}] has the unknown member ${quote(name)}; ${meant === undefined ? `an operation has ${MEMBERS.join(', ')}` : `did you mean ${meant}?`}`,
    );
  }
  return members;
}

function readWord<T extends string>(value: unknown, words: readonly T[], name: string, path: string): T {
  const word = words.find((known) => known === value);
  if (word === undefined) throw wrongShape(path, `${name} is ${words.join(' or ')}`);
  return word;
}

function readTags(value: unknown, path: string): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const tags: unknown[] = Array.isArray(value) && value.length <= MAX_TAGS ? Array.from(value) : [undefined];
  const isTag = (tag: unknown): tag is string => typeof tag === 'string' && tag.length <= MAX_TAG_LENGTH;
  if (tags.every(isTag)) return Object.freeze(tags);
  throw wrongShape(
    path,
    `tags is an array of up to ${MAX_TAGS} strings of up to ${MAX_TAG_LENGTH} characters`,
  );
}

function takeSchema(value: unknown, name: string, path: string): TakenSchema {
  return isStandardSchema(value) ? value : copySchema(value, name, path);
}

/** Some are functions, so both are looked into. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return false;
  return '~standard' in value && typeof value['~standard'] === 'object' && value['~standard'] !== null;
}

function measureSchema(schema: TakenSchema): number {
  return isStandardSchema(schema) ? 0 : measure(schema);
}

function measure(value: JsonObject): number {
  return new TextEncoder().encode(canonicalJson(value)).length;
}

function noSchema(name: string, path: string): ForageError {
  return wrongShape(path, `${name} is a JSON Schema object or a Standard Schema`);
}

function wrongShape(path: string, rule: string): ForageError {
  return new ForageError('operation-shape', `In the operation ${quote(path)}, ${rule}.`, { path });
}
