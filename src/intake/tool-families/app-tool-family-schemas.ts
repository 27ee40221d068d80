import type { Effect } from '../../forage/operation.ts';
import { SchemaRefusal, type SchemaRefusalCode } from '../../forage/schema/refusal.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { printable, quote } from '../../model/quote.ts';
import { pointerTo } from '../manifest/pointer.ts';
import { MAX_NAME_LENGTH } from './bounds.ts';
import { readReply } from './read-reply.ts';
import { ToolFamilyError } from './refusal.ts';
import { createRowCompiler, type RowValidator } from './row-validator.ts';
import { parseToolFamilyApi, type RowMembers, type ToolFamilyApi } from './tool-family-api.ts';

/** The tools of an App as their schemas: deeply frozen, without a handler, a default or a permission. */
export interface ToolFamilySchemas {
  readonly family: string;
  /** The method that calls any of them. */
  readonly call: string;
  readonly effect: Effect;
  readonly requirements: readonly string[];
  readonly rows: readonly ToolFamilyRow[];
  /** The rows that are none: together with `rows`, every row of the listing once. */
  readonly unsupported: readonly UnsupportedRow[];
}

export interface ToolFamilyRow {
  readonly name: string;
  /** The App's text: data, never instructions. */
  readonly description?: string;
  /** What `input` accepts, as JSON Schema 2020-12. */
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly input: RowValidator;
  readonly output?: RowValidator;
  /** The other members of the row as the App gave them, for the call's owner to make the invocation of. */
  readonly selector: JsonObject;
}

export interface UnsupportedRow {
  /** Null where the row has no usable one. */
  readonly name: string | null;
  readonly code: RowRefusalCode;
  readonly reason: string;
  /** RFC 6901, into the reply. */
  readonly pointer: string;
}

export type RowRefusalCode = SchemaRefusalCode | 'row-shape' | 'schema-missing';

/**
 * Validates the reply to an App's listing through the output that its method declares, then compiles the input and
 * output of each row. Nothing is called, and what is given back is not what the host passed in, but a frozen copy.
 *
 * Errors: `ToolFamilyError` where the reply is refused whole, with the place; a row whose schema cannot be compiled
 * exactly is in `unsupported`. docs/tools.md has the rules.
 */
export function appToolFamilySchemas(api: ToolFamilyApi, reply: unknown): ToolFamilySchemas {
  const { family, listing, call } = parseToolFamilyApi(api);
  const found = readReply(listing, reply);
  const rows: ToolFamilyRow[] = [];
  const unsupported: UnsupportedRow[] = [];
  if (listing.row !== undefined) {
    assertDistinct(found, listing.row.name);
    const compile = createRowCompiler();
    for (const { row, pointer } of found) {
      const result = compileRow(row, pointer, listing.row, compile);
      if ('code' in result) unsupported.push(Object.freeze(result));
      else rows.push(Object.freeze(result));
    }
  }
  return Object.freeze({
    family,
    call: call.method,
    effect: call.effect,
    requirements: Object.freeze([...call.requirements]),
    rows: Object.freeze(rows),
    unsupported: Object.freeze(unsupported),
  });
}

interface FoundRow {
  readonly row: Json;
  readonly pointer: string;
}

/** A name that stands twice names no tool. Errors: `name-duplicate`. */
function assertDistinct(rows: readonly FoundRow[], name: string): void {
  const seen = new Map<Json, string>();
  for (const { row, pointer } of rows) {
    const value = isJsonObject(row) ? member(row, name) : undefined;
    if (typeof value !== 'string') continue;
    const first = seen.get(value);
    if (first !== undefined) {
      throw new ToolFamilyError(
        'name-duplicate',
        pointerTo(pointer, name),
        `The listing has the name ${quote(value)} twice, at ${first} and ${pointer}; names are unique.`,
      );
    }
    seen.set(value, pointer);
  }
}

function compileRow(
  row: Json,
  pointer: string,
  members: RowMembers,
  compile: ReturnType<typeof createRowCompiler>,
): ToolFamilyRow | UnsupportedRow {
  const refuse = (name: string | null, code: RowRefusalCode, reason: string, ...at: readonly string[]) => ({
    name,
    code,
    reason: printable(reason),
    pointer: pointerTo(pointer, ...at),
  });
  if (!isJsonObject(row)) return refuse(null, 'row-shape', 'The row is not an object');
  const name = member(row, members.name);
  if (typeof name !== 'string' || name.trim() === '' || name.length > MAX_NAME_LENGTH) {
    const reason = `The row has no name: a string that is not blank, of at most ${MAX_NAME_LENGTH} characters`;
    return refuse(null, 'row-shape', reason, members.name);
  }
  const description = find(row, members.description);
  if (description !== undefined && typeof description !== 'string') {
    return refuse(name, 'row-shape', 'The description is not a string', members.description ?? '');
  }
  const input = find(row, members.input);
  if (!isJsonObject(input)) {
    return refuse(name, 'schema-missing', 'The row has no schema of its input', members.input);
  }
  const output = find(row, members.output);
  if (output !== undefined && !isJsonObject(output)) {
    return refuse(name, 'schema-missing', 'The schema of the output is not an object', members.output ?? '');
  }
  let at = members.input;
  try {
    const compiledInput = compile(input);
    at = members.output ?? '';
    const compiledOutput = output === undefined ? undefined : compile(output);
    return {
      name,
      ...(description === undefined ? {} : { description }),
      inputSchema: compiledInput.projection,
      ...(compiledOutput === undefined ? {} : { outputSchema: compiledOutput.projection }),
      input: compiledInput.validator,
      ...(compiledOutput === undefined ? {} : { output: compiledOutput.validator }),
      selector: selectorOf(row, members),
    };
  } catch (error) {
    if (!(error instanceof SchemaRefusal)) throw error;
    return { ...refuse(name, error.code, error.message), pointer: pointerTo(pointer, at) + error.pointer };
  }
}

/** A member that is null says no more than one that is missing. */
function find(row: JsonObject, name: string | undefined): Json | undefined {
  return name === undefined ? undefined : (member(row, name) ?? undefined);
}

function selectorOf(row: JsonObject, members: RowMembers): JsonObject {
  const taken: ReadonlySet<string | undefined> = new Set(Object.values(members));
  return Object.freeze(Object.fromEntries(Object.entries(row).filter(([name]) => !taken.has(name))));
}
