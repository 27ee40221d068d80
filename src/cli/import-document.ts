import { invalidArgument } from '../errors.ts';
import { MAX_CATALOG_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from '../forage/bounds.ts';
import type { OperationInput } from '../forage/operation.ts';
import { operationsOfForgeSpec } from '../forge/publish/operations-of-spec.ts';
import { parseForgeSpec } from '../forge/spec/check-spec.ts';
import { operationsOfTools } from '../intake/mcp-tools/operations-of-tools.ts';
import { type ListedTool, readListing } from '../intake/mcp-tools/read-listing.ts';
import { type DocumentKind, recogniseDocument } from '../intake/recognise.ts';
import { exceedsDepth, MAX_DOCUMENT_DEPTH } from '../model/bounds.ts';
import { isJsonObject } from '../model/entry.ts';
import type { CatalogChoice } from './import-options.ts';

/** What an input is to the registry: a manifest, as it is, or the body of a publication. */
export type Document =
  | { readonly kind: 'manifest'; readonly text: string }
  | {
      readonly kind: Exclude<DocumentKind, 'manifest'>;
      readonly body: string;
      /** What was left out before anything was sent; of OpenAPI, the registry says it. */
      readonly unsupported: readonly Unsupported[];
      /** What whoever imports it should know. */
      readonly warning?: string;
    };

/** An operation of a document, or a tool, that is not taken. */
export interface Unsupported {
  /** `GET /customers`, or the name of a tool or, without one, its place. */
  readonly operation: string;
  readonly code: string;
  readonly reason: string;
}

/** What may say more about a catalog than its operations: the server that they are of. */
export interface About {
  readonly title: string | undefined;
  readonly description: string | undefined;
}

/**
 * Recognises a document by its content and prepares what is sent of it. What is nothing that is known is left to be
 * judged as a manifest, which says best what is there instead, unless it is no JSON.
 *
 * Errors: INVALID_ARGUMENT for flags that do not go with what it is, and for what can be seen to be wrong already.
 */
export function prepareDocument(text: string, choice: CatalogChoice): Document {
  const { kind, syntax, reason } = recogniseDocument(text);
  if (kind === undefined && syntax === 'yaml') {
    throw invalidArgument(`the file ${reason}; a manifest is JSON, an OpenAPI document JSON or YAML`);
  }
  if (kind !== 'openapi' && (choice.select !== undefined || choice.profile !== undefined)) {
    throw invalidArgument(`--select and --profile go with an OpenAPI document; the file ${reason}`);
  }
  switch (kind) {
    case undefined:
    case 'manifest':
      if (choice.catalog !== undefined || choice.revision !== undefined) {
        throw invalidArgument(
          `the file ${reason}; a manifest becomes a source, so --source names it and --catalog does not`,
        );
      }
      return { kind: 'manifest', text };
    case 'openapi':
      return { kind, body: selectOpenApi(text, choice), unsupported: [] };
    case 'forage-catalog':
      return { kind, body: renameCatalog(text, choice), unsupported: [] };
    case 'mcp-tools': {
      const { tools, complete } = readListing(text);
      const warning = 'the listing ends with a cursor: the pages after it are missing';
      return { ...prepareTools(tools, choice), ...(complete ? {} : { warning }) };
    }
    case 'forge-spec': {
      const spec = parseForgeSpec(text);
      const about = { title: spec.name, description: spec.instructions };
      return { kind, body: renderCatalog(operationsOfForgeSpec(spec), choice, about), unsupported: [] };
    }
  }
}

/** The tools of a server as a catalog. Errors: INVALID_ARGUMENT when there is none that can be taken. */
export function prepareTools(
  tools: readonly ListedTool[],
  choice: CatalogChoice,
  about: About = { title: undefined, description: undefined },
): Document & { readonly kind: 'mcp-tools' } {
  const { operations, unsupported } = operationsOfTools(tools);
  const refused = unsupported.map(({ name, pointer, code, reason }) => ({
    operation: name ?? pointer,
    code,
    reason,
  }));
  if (operations.length === 0) {
    const [first] = refused;
    throw invalidArgument(
      first === undefined
        ? 'the listing has no tools'
        : `none of the ${refused.length} tools can be taken; ${first.operation}: ${first.reason}`,
    );
  }
  return { kind: 'mcp-tools', body: renderCatalog(operations, choice, about), unsupported: refused };
}

function renderCatalog(operations: readonly OperationInput[], choice: CatalogChoice, about: About): string {
  return JSON.stringify({
    title: choice.title ?? cut(about.title, MAX_TITLE_LENGTH),
    description: cut(about.description, MAX_CATALOG_DESCRIPTION_LENGTH),
    publisher: choice.publisher,
    operations,
  });
}

function selectOpenApi(text: string, { profile, select, title, publisher }: CatalogChoice): string {
  return JSON.stringify({ openapi: text, profile: profile ?? 'full', select, title, publisher });
}

/** A catalog is sent as it is, but for what the flags say otherwise. */
function renameCatalog(text: string, { title, publisher }: CatalogChoice): string {
  if (title === undefined && publisher === undefined) return text;
  const catalog = exceedsDepth(text, MAX_DOCUMENT_DEPTH) ? undefined : parseJson(text);
  // What is wrong with it, the registry says.
  if (!isJsonObject(catalog)) return text;
  return JSON.stringify({
    ...catalog,
    ...(title === undefined ? {} : { title }),
    ...(publisher === undefined ? {} : { publisher }),
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** A stranger's text as far as a catalog takes it: whole characters, and not too many. */
function cut(text: string | undefined, length: number): string | undefined {
  const whole = text
    ?.trim()
    .slice(0, length)
    .replace(/\p{Cs}/gu, '');
  return whole === '' ? undefined : whole;
}
