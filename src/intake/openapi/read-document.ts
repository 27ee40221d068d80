import { exceedsDepth, utf8Length } from '../../model/bounds.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { findJsonFault } from '../../model/json-position.ts';
import { quote } from '../../model/quote.ts';
import { MAX_DEPTH, MAX_DOCUMENT_BYTES, MAX_NODES } from './bounds.ts';
import { readYaml, tooDeep, tooManyNodes } from './read-yaml.ts';
import { OpenApiError } from './refusal.ts';

export interface OpenApiDocument {
  /** Deeply frozen: nothing that works on it can change it. */
  readonly root: JsonObject;
  /** The `openapi` member: `3.1.0`. */
  readonly openapi: string;
  readonly dialect: 'openapi-3.0' | 'json-schema-2020-12';
}

const BYTE_ORDER_MARK = '\uFEFF';
const VERSION = /^3\.([0-9]+)\.[0-9]+(?:-[0-9A-Za-z.-]+)?$/;
const DIALECTS: ReadonlySet<Json | undefined> = new Set([
  undefined,
  'https://json-schema.org/draft/2020-12/schema',
  'https://spec.openapis.org/oas/3.1/dialect/base',
]);

/**
 * Parses the text of an OpenAPI 3.0 or 3.1 document, JSON or YAML, within the bounds.
 *
 * Errors: `OpenApiError` for text that is neither, breaks a bound, or is another version.
 */
export function readDocument(text: string): OpenApiDocument {
  if (utf8Length(text, MAX_DOCUMENT_BYTES) === undefined) {
    throw new OpenApiError('document-bytes', `The document is larger than ${MAX_DOCUMENT_BYTES} bytes.`);
  }
  const root = parseText(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  freeze(root);
  if (!isJsonObject(root)) {
    throw new OpenApiError('document-shape', 'The document is not an object with a member `openapi`.');
  }
  const openapi = getVersion(root);
  const dialect = openapi.startsWith('3.0.') ? 'openapi-3.0' : 'json-schema-2020-12';
  const declared = member(root, 'jsonSchemaDialect');
  if (dialect === 'json-schema-2020-12' && !DIALECTS.has(declared)) {
    throw new OpenApiError(
      'dialect-unsupported',
      'The document has another `jsonSchemaDialect` than the one of OpenAPI 3.1, or JSON Schema 2020-12.',
    );
  }
  return { root, openapi, dialect };
}

function parseText(text: string): Json {
  if (!/^\s*[{[]/.test(text)) return readYaml(text, { depth: MAX_DEPTH, nodes: MAX_NODES });
  if (exceedsDepth(text, MAX_DEPTH)) throw tooDeep(MAX_DEPTH);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (cause) {
    const fault = findJsonFault(text);
    const where = fault === undefined ? '' : ` The fault is at line ${fault.line}, column ${fault.column}.`;
    throw new OpenApiError('document-syntax', `The document starts like JSON and is none.${where}`, cause);
  }
  return value;
}

/** Freezes and counts; iterative, because the depth of foreign values is not trusted twice. */
function freeze(root: Json): void {
  const pending: Json[] = [root];
  let nodes = 0;
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (++nodes > MAX_NODES) throw tooManyNodes(MAX_NODES);
    if (typeof value !== 'object' || value === null) continue;
    Object.freeze(value);
    for (const child of Object.values(value)) pending.push(child);
  }
}

function getVersion(root: JsonObject): string {
  const swagger = member(root, 'swagger');
  if (swagger !== undefined) {
    throw new OpenApiError(
      'swagger-2',
      'The document is Swagger 2. Convert it to OpenAPI 3.0 or 3.1 first, for example with swagger2openapi.',
    );
  }
  const openapi = member(root, 'openapi');
  if (openapi === undefined) {
    throw new OpenApiError('document-shape', 'The document has no member `openapi`, such as "3.1.0".');
  }
  const minor = typeof openapi === 'string' ? VERSION.exec(openapi)?.[1] : undefined;
  if (typeof openapi !== 'string' || (minor !== '0' && minor !== '1')) {
    throw new OpenApiError(
      'version-unsupported',
      `The document is of OpenAPI ${quote(String(openapi))}; 3.0 and 3.1 are taken, written as "3.1.0".`,
    );
  }
  return openapi;
}
