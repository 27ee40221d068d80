import { invalidArgument } from '../../errors.ts';
import type { AuthenticationHint, ServerHint } from '../../intake/openapi/hints.ts';
import { normalizeOpenApi } from '../../intake/openapi/normalize-openapi.ts';
import type { OpenApiOperation, WithheldParameter } from '../../intake/openapi/operation.ts';
import { type Selection, selectOperations } from '../../intake/openapi/table.ts';
import type { JsonObject } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { MAX_NAME_LENGTH } from '../spec/bounds.ts';
import { checkForgeSpec } from '../spec/check-spec.ts';
import type { Problem } from '../spec/problem.ts';
import { toolOfOperation } from './tool-of-operation.ts';
import { UnfitOperation } from './unfit.ts';

/** What the operator decides: never the document, whose hints choose no destination for a credential. */
export interface SpecChoice {
  /** By method and path; empty: nothing is chosen, and the refusal says what there is. */
  readonly selection: readonly Selection[];
  readonly url: string;
  /** `transport.auth` of the spec. */
  readonly auth: JsonObject;
  /** Undefined: made from the document's title. */
  readonly name: string | undefined;
}

export interface SpecOfDocument {
  readonly spec: JsonObject;
  /** Warnings of the check: variables that are unset, parameters that the document says nothing of. */
  readonly warnings: readonly Problem[];
  readonly servers: readonly ServerHint[];
  readonly authentication: readonly AuthenticationHint[];
  /** Parameters of the chosen operations that no model may fill in. */
  readonly withheld: readonly (WithheldParameter & { readonly operation: string })[];
}

/** Operations that a refusal lists where nothing was chosen. */
const MAX_LISTED = 20;

/**
 * A spec file of chosen operations of an OpenAPI document, which passes its check.
 *
 * Errors: INVALID_ARGUMENT for operations that Forge does not call, with the reason, and for a URL or a credential
 * that no spec takes; `OpenApiError` for the document and the selection.
 */
export async function specOfDocument(
  text: string,
  choice: SpecChoice,
  hasVariable: (name: string) => boolean,
): Promise<SpecOfDocument> {
  const preview = await normalizeOpenApi(text, { profile: 'full' });
  if (choice.selection.length === 0) throw nothingChosen(preview.operations);
  const unique = new Map(choice.selection.map((one) => [`${one.method.toUpperCase()} ${one.path}`, one]));
  const operations = selectOperations(preview, [...unique.values()]);
  const spec = {
    name: choice.name ?? nameOf(preview.title),
    transport: { kind: 'rest', url: choice.url, auth: choice.auth },
    tools: operations.map(toTool),
  };
  const { problems } = checkForgeSpec(JSON.stringify(spec), { hasVariable });
  const [error] = problems.filter(({ level }) => level === 'error');
  if (error !== undefined) throw invalidArgument(`No spec came of it: ${error.pointer}: ${error.message}`);
  return {
    spec,
    warnings: problems,
    servers: preview.servers,
    authentication: preview.authentication,
    withheld: operations.flatMap((operation) =>
      operation.withheld.map((each) => ({ ...each, operation: `${operation.method} ${operation.path}` })),
    ),
  };
}

function toTool(operation: OpenApiOperation): JsonObject {
  try {
    return toolOfOperation(operation);
  } catch (error) {
    if (!(error instanceof UnfitOperation)) throw error;
    const key = `${operation.method} ${operation.path}`;
    throw invalidArgument(`${quote(key)} cannot be a tool: ${error.message}.`);
  }
}

function nothingChosen(operations: readonly OpenApiOperation[]) {
  const listed = operations.slice(0, MAX_LISTED).map(({ method, path }) => `${method} ${path}`);
  const more = operations.length > MAX_LISTED ? ` and ${operations.length - MAX_LISTED} more` : '';
  return invalidArgument(
    `Choose operations with --select "METHOD /path"; the document has ${listed.join(', ')}${more}.`,
  );
}

function nameOf(title: string): string {
  const name = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_NAME_LENGTH);
  return name === '' ? 'api' : name;
}
