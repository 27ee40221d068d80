import type { Effect, OperationInput } from '../../forage/operation.ts';
import { parseOperation } from '../../forage/parse-operation.ts';
import { prepareOperation } from '../../forage/prepare-operation.ts';
import { ForageError, type ForageReason } from '../../forage/refusal.ts';
import { SchemaRefusal, type SchemaRefusalCode } from '../../forage/schema/refusal.ts';
import { createSchemaWorkshop } from '../../forage/schema-workshop.ts';
import type { Workshop } from '../../forage/workshop.ts';
import { isJsonObject, type JsonObject, member } from '../../model/entry.ts';
import { printable } from '../../model/quote.ts';
import { MAX_TOOL_NAME_LENGTH } from './bounds.ts';
import { assignPaths } from './operation-paths.ts';
import type { ListedTool } from './read-listing.ts';

/** What becomes of a listing: every tool is in exactly one of the two lists, in the listing's order. */
export interface ToolOperations {
  readonly operations: readonly OperationInput[];
  readonly unsupported: readonly UnsupportedTool[];
}

export interface UnsupportedTool {
  /** Null where the tool has no usable one. */
  readonly name: string | null;
  /** RFC 6901, into what was read. */
  readonly pointer: string;
  readonly code: ToolRefusalCode;
  readonly reason: string;
}

export type ToolRefusalCode =
  | 'tool-shape'
  | 'name-invalid'
  | 'name-duplicate'
  | 'schema-missing'
  | SchemaRefusalCode
  | ForageReason;

/**
 * The tools of an MCP server as operations of a catalog. Each is compiled and printed as a catalog would, so that one
 * which a catalog refuses is left out with the reason and never stops the others. Their text is a third party's.
 */
export function operationsOfTools(tools: readonly ListedTool[]): ToolOperations {
  const found = nameTools(tools);
  const pathOf = assignPaths(found.flatMap((each) => ('code' in each ? [] : [each.name])));
  const workshop = createSchemaWorkshop();
  const operations: OperationInput[] = [];
  const unsupported: UnsupportedTool[] = [];
  for (const each of found) {
    const result = 'code' in each ? each : toOperation(each.tool, each.name, pathOf(each.name), workshop);
    if ('path' in result) operations.push(result);
    else unsupported.push({ name: each.name, pointer: each.pointer, ...result });
  }
  return { operations, unsupported };
}

interface NamedTool {
  readonly name: string;
  readonly tool: JsonObject;
  readonly pointer: string;
}

/** The tools whose names are usable and their own; the refusals of all others in their places. */
function nameTools(tools: readonly ListedTool[]): readonly (NamedTool | UnsupportedTool)[] {
  const seen = new Map<string, string>();
  return tools.map(({ tool, pointer }) => {
    if (!isJsonObject(tool)) {
      return { name: null, pointer, code: 'tool-shape', reason: 'The tool is not an object' };
    }
    const name = member(tool, 'name');
    if (typeof name !== 'string' || name.trim() === '' || name.length > MAX_TOOL_NAME_LENGTH) {
      const reason = `The tool has no name: a string that is not blank, of at most ${MAX_TOOL_NAME_LENGTH} characters`;
      return { name: null, pointer, code: 'name-invalid', reason };
    }
    const first = seen.get(name);
    if (first !== undefined) {
      return { name, pointer, code: 'name-duplicate', reason: `The tool at ${first} has this name already` };
    }
    seen.set(name, pointer);
    return { name, tool, pointer };
  });
}

type Refusal = Pick<UnsupportedTool, 'code' | 'reason'>;

function toOperation(
  tool: JsonObject,
  name: string,
  path: string,
  workshop: Workshop,
): OperationInput | Refusal {
  const inputSchema = member(tool, 'inputSchema');
  if (!isJsonObject(inputSchema)) {
    return { code: 'schema-missing', reason: 'The inputSchema is missing, or no object' };
  }
  const outputSchema = member(tool, 'outputSchema') ?? undefined;
  if (outputSchema !== undefined && !isJsonObject(outputSchema)) {
    return { code: 'schema-missing', reason: 'The outputSchema is no object' };
  }
  const description = describe(tool, name);
  try {
    const { prepared } = prepareOperation(
      parseOperation(
        {
          path,
          effect: effectOf(tool),
          textOrigin: 'third_party',
          description,
          // The tool is called by its name, whatever a path makes of it.
          instructions: path === name ? undefined : `MCP tool ${name}`,
          inputSchema,
          outputSchema,
        } satisfies OperationInput,
        0,
      ),
      workshop,
    );
    return prepared.operation;
  } catch (error) {
    if (!(error instanceof ForageError)) throw error;
    return toRefusal(error);
  }
}

function toRefusal(error: ForageError): Refusal {
  if (!(error.cause instanceof SchemaRefusal))
    return { code: error.reason, reason: printable(error.message) };
  const { code, reason } = error.cause;
  return { code, reason: printable(`${reason} (at ${error.pointer ?? 'the root'})`) };
}

/** Only a server that says so reads: everything that is not known to be harmless is a write. */
function effectOf(tool: JsonObject): Effect {
  const annotations = member(tool, 'annotations');
  return isJsonObject(annotations) && member(annotations, 'readOnlyHint') === true ? 'read' : 'write';
}

/** The description, below the title where that says anything which name and description do not. */
function describe(tool: JsonObject, name: string): string | undefined {
  const annotations = member(tool, 'annotations');
  const title =
    readText(tool, 'title') ?? (isJsonObject(annotations) ? readText(annotations, 'title') : undefined);
  const description = readText(tool, 'description');
  if (title === undefined || description === undefined) return description ?? title;
  const repeated = bare(name).includes(bare(title)) || bare(description).includes(bare(title));
  return repeated ? description : `${title}\n\n${description}`;
}

function readText(object: JsonObject, name: string): string | undefined {
  const text = member(object, name);
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** Letters and digits alone. */
function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
