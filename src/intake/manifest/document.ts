import { invalidArgument, LarderError } from '../../errors.ts';
import {
  exceedsDepth,
  MAX_DOCUMENT_DEPTH,
  MAX_MANIFEST_BYTES,
  MAX_MANIFEST_ENTRIES,
  utf8Length,
} from '../../model/bounds.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { findJsonFault } from '../../model/json-position.ts';
import { describeArrays } from './found-arrays.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const SHAPE = 'A manifest is a JSON object with an `entries` array: {"entries": [ ... ]}.';

/**
 * The `entries` of a manifest document (`ard.json` or `ai-catalog.json`, v0.9 or v0.91: all other top-level
 * members are ignored, spec section 5.1).
 *
 * Errors: PAYLOAD_TOO_LARGE beyond 8 MiB; INVALID_ARGUMENT for text that is not JSON, nests too deep, has no
 * `entries` array, or has too many entries. The message says what was found instead.
 */
export function parseDocument(text: string): readonly Json[] {
  if (utf8Length(text, MAX_MANIFEST_BYTES) === undefined) {
    throw new LarderError('PAYLOAD_TOO_LARGE', `The manifest is larger than ${MAX_MANIFEST_BYTES} bytes.`);
  }
  if (exceedsDepth(text, MAX_DOCUMENT_DEPTH)) {
    throw invalidArgument(`The manifest nests deeper than ${MAX_DOCUMENT_DEPTH} levels.`);
  }
  const document = parseJson(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  if (Array.isArray(document)) throw invalidArgument(describeTopLevelArray(document));
  if (!isJsonObject(document)) throw invalidArgument(`The manifest is ${kindOfJson(document)}. ${SHAPE}`);

  const entries = member(document, 'entries');
  if (!Array.isArray(entries)) throw invalidArgument(describeMissing(document, entries));
  if (entries.length > MAX_MANIFEST_ENTRIES) throw tooManyEntries();
  return entries;
}

/** The refusal of a manifest that has, nested catalogs included, more entries than are taken. */
export function tooManyEntries(): LarderError {
  return invalidArgument(
    `The manifest has more than ${MAX_MANIFEST_ENTRIES} entries; split it into several sources.`,
  );
}

function parseJson(text: string): Json {
  if (text.trim() === '') throw invalidArgument(`The manifest is empty. ${SHAPE}`);
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw new LarderError('INVALID_ARGUMENT', describeFault(text), { cause });
  }
}

function describeFault(text: string): string {
  if (/^\s*</.test(text)) {
    return `The manifest is HTML or XML, not JSON: often a page that a server gives with status 200 in place of a missing file. ${SHAPE}`;
  }
  const fault = findJsonFault(text);
  if (fault === undefined) return `The manifest is not JSON. ${SHAPE}`;
  const where = `line ${fault.line}, column ${fault.column}`;
  return fault.atEnd
    ? `The manifest is not JSON: it ends too early, at ${where}.`
    : `The manifest is not JSON: the fault is at ${where}.`;
}

function describeTopLevelArray(items: readonly Json[]): string {
  return `The manifest is an array (${items.length} ${items.length === 1 ? 'item' : 'items'}) at the top level. ${SHAPE}`;
}

function describeMissing(document: JsonObject, entries: Json | undefined): string {
  const found = describeArrays(document);
  if (entries !== undefined) {
    return `The manifest's \`entries\` (/entries) is ${kindOfJson(entries)}, not an array. ${SHAPE} ${found}`;
  }
  if (Object.hasOwn(document, 'identifier') && Object.hasOwn(document, 'displayName')) {
    return 'The manifest has no `entries` array; it looks like a single entry. Wrap it: {"entries": [ ... ]}.';
  }
  return `The manifest has no \`entries\` array. ${SHAPE} ${found}`;
}

function kindOfJson(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
