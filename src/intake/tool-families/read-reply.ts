import { CopyRefusal, copyJson } from '../../forage/copy-json.ts';
import type { SchemaInput } from '../../forage/operation.ts';
import { isStandardSchema } from '../../forage/parse-operation.ts';
import { compileSchema } from '../../forage/schema/compile-schema.ts';
import { judgeValue } from '../../forage/schema/judge-value.ts';
import type { StandardSchema } from '../../forage/schema/project-standard.ts';
import { SchemaRefusal } from '../../forage/schema/refusal.ts';
import { FULL_2020_12 } from '../../forage/schema/schema-profile.ts';
import { isJsonObject, type Json, member } from '../../model/entry.ts';
import { printable, quote } from '../../model/quote.ts';
import { pointerTo } from '../manifest/pointer.ts';
import { MAX_REPLY_BYTES, MAX_ROWS } from './bounds.ts';
import { type FamilyRefusalCode, ToolFamilyError } from './refusal.ts';

/** What is read of a listing's description. */
interface Listing {
  readonly method: string;
  readonly output: SchemaInput;
  readonly rows?: string | undefined;
}

/**
 * The rows of a reply, each with its place, after the whole reply has passed the declared output; none for an
 * unindexed listing, whose reply has to pass too. The reply is copied before anything looks at it.
 *
 * Errors: `reply-not-json`, `reply-too-deep`, `reply-too-large`, `reply-refused`, `rows-missing`, `rows-too-many`;
 * `api-shape` where the declared output itself cannot be used.
 */
export function readReply(
  { method, output, rows }: Listing,
  reply: unknown,
): readonly { readonly row: Json; readonly pointer: string }[] {
  const copy = copyReply(method, reply);
  const fault = findFault(output, copy);
  if (fault !== undefined) {
    const where = fault.pointer === '' ? 'its root' : printable(fault.pointer);
    throw new ToolFamilyError(
      'reply-refused',
      fault.pointer,
      `The reply of ${quote(method)} is not what the method declares, at ${where}: ${fault.message}.`,
    );
  }
  if (rows === undefined) return [];
  const found = findAt(copy, rows);
  if (!Array.isArray(found)) {
    throw new ToolFamilyError(
      'rows-missing',
      rows,
      `The reply of ${quote(method)} has no array of rows at ${rows === '' ? 'its root' : quote(rows)}.`,
    );
  }
  if (found.length > MAX_ROWS) {
    throw new ToolFamilyError(
      'rows-too-many',
      rows,
      `The reply of ${quote(method)} has ${found.length} rows; ${MAX_ROWS} are taken.`,
    );
  }
  return found.map((row: Json, at) => ({ row, pointer: pointerTo(rows, at) }));
}

function copyReply(method: string, reply: unknown): Json {
  try {
    return copyJson(reply, MAX_REPLY_BYTES, 'as-written');
  } catch (cause) {
    if (!(cause instanceof CopyRefusal)) throw cause;
    const reason = `reply-${cause.kind}` satisfies FamilyRefusalCode;
    throw new ToolFamilyError(reason, '', `The reply of ${quote(method)} ${cause.message}.`, cause);
  }
}

interface Fault {
  readonly pointer: string;
  readonly message: string;
}

/** Longest piece of a validator's message that is repeated, in UTF-16 code units: it may quote the reply. */
const MAX_MESSAGE_LENGTH = 200;

function findFault(output: SchemaInput, reply: Json): Fault | undefined {
  const issue = isStandardSchema(output) ? findStandardIssue(output, reply) : findIssue(output, reply);
  if (issue === undefined) return undefined;
  const message = issue.message.slice(0, MAX_MESSAGE_LENGTH);
  return { pointer: pointerTo('', ...issue.path), message: printable(message) };
}

interface FoundIssue {
  readonly message: string;
  readonly path: readonly string[];
}

function findIssue(output: Exclude<SchemaInput, StandardSchema>, reply: Json): FoundIssue | undefined {
  try {
    const [issue] = judgeValue(compileSchema(output, FULL_2020_12).validator, reply);
    return issue && { message: issue.message, path: issue.path.map(String) };
  } catch (cause) {
    if (!(cause instanceof SchemaRefusal)) throw cause;
    throw unusable(`cannot be compiled: ${cause.message}`, cause);
  }
}

/** The host's own schema judges by itself: its JSON Schema would not say its refinements. */
function findStandardIssue(output: StandardSchema, reply: Json): FoundIssue | undefined {
  const standard: object = output['~standard'];
  const validate: unknown = 'validate' in standard ? standard.validate : undefined;
  if (typeof validate !== 'function') throw unusable('is a Standard Schema that validates nothing');
  const result: unknown = Reflect.apply(validate, standard, [reply]);
  if (typeof result !== 'object' || result === null || 'then' in result) {
    throw unusable('is a Standard Schema that does not judge at once');
  }
  if (!('issues' in result) || result.issues === undefined) return undefined;
  const issue: unknown = Array.isArray(result.issues) ? result.issues[0] : undefined;
  if (typeof issue !== 'object' || issue === null) return { message: 'it is refused', path: [] };
  const message = 'message' in issue && typeof issue.message === 'string' ? issue.message : 'it is refused';
  const path: readonly unknown[] = 'path' in issue && Array.isArray(issue.path) ? issue.path : [];
  return { message, path: path.map(stepOf) };
}

/** A step is a key, or an object that has one. */
function stepOf(step: unknown): string {
  return String(typeof step === 'object' && step !== null && 'key' in step ? step.key : step);
}

function unusable(why: string, cause?: unknown): ToolFamilyError {
  return new ToolFamilyError('api-shape', '/listing/output', `The output of the listing ${why}.`, cause);
}

function findAt(reply: Json, pointer: string): Json | undefined {
  const steps = pointer.split('/').slice(1);
  return steps.reduce<Json | undefined>((value, escaped) => {
    const step = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) return /^(?:0|[1-9][0-9]*)$/.test(step) ? value[Number(step)] : undefined;
    return isJsonObject(value) ? member(value, step) : undefined;
  }, reply);
}
