import { exceedsDepth, utf8Length } from '../../model/bounds.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { findJsonFault } from '../../model/json-position.ts';
import { quote } from '../../model/quote.ts';
import { DOCUMENT_BOUNDS, type DocumentBounds, type IntakeRules } from './profile.ts';
import { readYaml, tooDeep, tooManyNodes } from './read-yaml.ts';
import { OpenApiError } from './refusal.ts';

export interface OpenApiDocument {
  /** Deeply frozen: nothing that works on it can change it. */
  readonly root: JsonObject;
  /** The `openapi` member: `3.1.0`. */
  readonly openapi: string;
  /** The x of OpenAPI 3.x. */
  readonly minor: number;
}

const BYTE_ORDER_MARK = '\uFEFF';
const VERSION = /^3\.([0-9]+)\.[0-9]+(?:-[0-9A-Za-z.-]+)?$/;
/** JSON Schema 2020-12, and what OpenAPI calls it; the dialects of OpenAPI 3.2 are dated. */
const DIALECT =
  /^https:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.[12]\/dialect\/[0-9a-z-]+)#?$/;

/**
 * Parses the text of an OpenAPI 3 document, JSON or YAML, within the bounds of the rules.
 *
 * Errors: `OpenApiError` for text that is neither, breaks a bound, or is another version.
 */
export function readDocument(text: string, rules: IntakeRules): OpenApiDocument {
  const bounds = DOCUMENT_BOUNDS[rules];
  if (utf8Length(text, bounds.bytes) === undefined) {
    throw new OpenApiError('document-bytes', `The document is larger than ${bounds.bytes} bytes.`);
  }
  const root = parseText(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text, bounds);
  freeze(root, bounds.nodes);
  if (!isJsonObject(root)) {
    throw new OpenApiError('document-shape', 'The document is not an object with a member `openapi`.');
  }
  const { openapi, minor } = getVersion(root, bounds.minors);
  const declared = member(root, 'jsonSchemaDialect');
  const known = declared === undefined || (typeof declared === 'string' && DIALECT.test(declared));
  if (minor > 0 && !known) {
    throw new OpenApiError(
      'dialect-unsupported',
      'The document has another `jsonSchemaDialect` than the one of its OpenAPI version, or JSON Schema 2020-12.',
    );
  }
  return { root, openapi, minor };
}

function parseText(text: string, { yaml, depth, nodes }: DocumentBounds): Json {
  if (!/^\s*[{[]/.test(text)) {
    if (utf8Length(text, yaml.bytes) !== undefined) return readYaml(text, { depth, nodes: yaml.nodes });
    throw new OpenApiError(
      'document-bytes',
      `The document is YAML of more than ${yaml.bytes} bytes. Give it as JSON, for which the bound is higher.`,
    );
  }
  if (exceedsDepth(text, depth)) throw tooDeep(depth);
  if (countPlaces(text) > 2 * nodes + 1) throw tooManyNodes(nodes);
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

/**
 * Places for values in JSON text, counted before there is memory for them. A value is the first of its container or
 * comes after a comma, so there are no more values than places, and no more than twice as many places as values.
 */
function countPlaces(text: string): number {
  let places = 1;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') inString = !inString;
    else if (inString && character === '\\') at++;
    else if (!inString && (character === ',' || character === '[' || character === '{')) places++;
  }
  return places;
}

/** Freezes and counts; iterative, because the depth of foreign values is not trusted twice. */
function freeze(root: Json, most: number): void {
  const pending: Json[] = [root];
  let nodes = 0;
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (++nodes > most) throw tooManyNodes(most);
    if (typeof value !== 'object' || value === null) continue;
    Object.freeze(value);
    for (const child of Object.values(value)) pending.push(child);
  }
}

function getVersion(
  root: JsonObject,
  minors: ReadonlySet<number>,
): Pick<OpenApiDocument, 'openapi' | 'minor'> {
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
  const found = typeof openapi === 'string' ? VERSION.exec(openapi) : null;
  const minor = Number(found?.[1] ?? Number.NaN);
  if (typeof openapi !== 'string' || !minors.has(minor)) {
    const taken = [...minors].map((each) => `3.${each}`).join(', ');
    throw new OpenApiError(
      'version-unsupported',
      `The document is of OpenAPI ${quote(String(openapi))}; ${taken} are taken, written as "3.1.0".`,
    );
  }
  return { openapi, minor };
}
