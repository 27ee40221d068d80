import { invalidArgument, LarderError } from '../../errors.ts';
import type { OperationInput } from '../../forage/operation.ts';
import { normalizeOpenApi } from '../../intake/openapi/normalize-openapi.ts';
import type { OpenApiMethod } from '../../intake/openapi/operation.ts';
import { OpenApiError } from '../../intake/openapi/refusal.ts';
import { parseOpenApiTable, type Selection, selectOperations } from '../../intake/openapi/table.ts';
import type { OpenApiPreview, UnsupportedOperation } from '../catalogs.ts';

/** The operations of a document that a catalog is to have. */
export interface TakenOperations {
  /** Of the document; empty where it has none. */
  readonly title: string;
  readonly operations: readonly OperationInput[];
  /** The call of each operation, by path in the catalog. */
  readonly calls: ReadonlyMap<string, Selection>;
  readonly unsupported: readonly UnsupportedOperation[];
  /** Of the table that a strict selection makes. */
  readonly tableDigest: string | undefined;
}

/** JSON of what intake makes of a document. Errors: as `Catalogs.previewOpenApi`. */
export async function previewOpenApi(question: OpenApiPreview): Promise<string> {
  return JSON.stringify(await normalize(question));
}

/**
 * The operations of a document that are selected by method and path, or all that are supported. What a guest calls is
 * the server's own reading of the document, never anything that a client supplies beside its text.
 *
 * Errors: those of intake; INVALID_ARGUMENT when nothing of the document is supported.
 */
export async function takeOperations(
  question: OpenApiPreview,
  select: readonly Selection[] | undefined,
): Promise<TakenOperations> {
  const preview = await normalize(question);
  if (select === undefined) {
    const { title, operations, unsupported } = preview;
    if (operations.length === 0) throw nothingTaken(unsupported);
    return { title, ...toInputs(operations), unsupported, tableDigest: undefined };
  }
  return namingReason(() => {
    const selected = selectOperations(preview, select);
    const table = question.profile === 'strict' ? parseOpenApiTable(selected) : undefined;
    const inputs = toInputs(table?.methods ?? selected);
    return { title: preview.title, ...inputs, unsupported: [], tableDigest: table?.digest };
  });
}

export function nothingTaken(unsupported: readonly UnsupportedOperation[]): LarderError {
  const [first] = unsupported;
  return invalidArgument(
    first === undefined
      ? 'The document has no operations.'
      : `None of the ${unsupported.length} operations of the document is supported; ${first.method} ${first.path}: ${first.reason}`,
  );
}

async function normalize({ text, profile, authParameter }: OpenApiPreview) {
  const options = { profile, ...(authParameter === undefined ? {} : { authParameter }) };
  try {
    return await normalizeOpenApi(text, options);
  } catch (error) {
    throw withReason(error);
  }
}

function toInputs(methods: readonly OpenApiMethod[]): Pick<TakenOperations, 'operations' | 'calls'> {
  return {
    operations: methods.map(toInput),
    calls: new Map(methods.map(({ name, method, path }) => [name, { method, path }])),
  };
}

function toInput(operation: OpenApiMethod): OperationInput {
  const { name, effect, title, description, tags, textOrigin, input, output } = operation;
  const texts = [title, description].filter((text) => text !== undefined && text.trim() !== '');
  return {
    path: name,
    effect,
    ...(texts.length === 0 ? {} : { description: texts.join('\n\n') }),
    instructions: describeCall(operation),
    inputSchema: input,
    ...(output === null ? {} : { outputSchema: output }),
    ...(tags.length === 0 ? {} : { tags }),
    textOrigin,
  };
}

/** Which call of the API it is: names can change with the document, method and path are what it is known by. */
function describeCall({ method, path, body, deprecated }: OpenApiMethod): string {
  const sends = body === null ? '' : ` with a body of ${body.mediaType}`;
  return `${method} ${path}${sends}${deprecated ? '; deprecated' : ''}`;
}

function namingReason<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw withReason(error);
  }
}

/** The rule that was broken, which callers may branch on, goes into the message: errors have no member for it. */
function withReason(error: unknown): unknown {
  if (!(error instanceof OpenApiError)) return error;
  return new LarderError(error.code, `${error.message} (${error.reason})`, { cause: error });
}
