import { invalidArgument, LarderError } from '../../errors.ts';
import { exceedsDepth, MAX_DOCUMENT_DEPTH, utf8Length } from '../../model/bounds.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { findJsonFault } from '../../model/json-position.ts';
import { quote } from '../../model/quote.ts';
import { pointerTo } from '../manifest/pointer.ts';
import { MAX_LISTING_BYTES, MAX_PAGES, MAX_TOOLS } from './bounds.ts';

/** A tool as it was listed, with its place (RFC 6901) in what was read. */
export interface ListedTool {
  readonly tool: Json;
  readonly pointer: string;
}

export interface Listing {
  readonly tools: readonly ListedTool[];
  /** False when the last page names a next one, which is then missing. */
  readonly complete: boolean;
}

const BYTE_ORDER_MARK = '\uFEFF';
const SHAPES =
  'It is the result of tools/list, {"tools": [ ... ]}, the JSON-RPC answer that has it as `result`, or an array of such pages.';

/**
 * Reads the JSON of `tools/list` of any revision of the protocol: one page, an array of pages, or the JSON-RPC answers
 * that carry them; an array of the tools alone too.
 *
 * Errors: PAYLOAD_TOO_LARGE; INVALID_ARGUMENT for text that is none of these, nests too deep or has too many tools.
 */
export function readListing(text: string): Listing {
  if (utf8Length(text, MAX_LISTING_BYTES) === undefined) {
    throw new LarderError('PAYLOAD_TOO_LARGE', `The listing is larger than ${MAX_LISTING_BYTES} bytes.`);
  }
  if (exceedsDepth(text, MAX_DOCUMENT_DEPTH)) {
    throw invalidArgument(`The listing nests deeper than ${MAX_DOCUMENT_DEPTH} levels.`);
  }
  const document = parseJson(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  if (!Array.isArray(document)) return joinPages([readPage(document, '')]);
  if (document.some(isTool)) return { tools: toListed(document, ''), complete: true };
  if (document.length > MAX_PAGES) {
    throw invalidArgument(`The listing has ${document.length} pages; ${MAX_PAGES} are taken.`);
  }
  return joinPages(document.map((page: Json, at) => readPage(page, pointerTo('', at))));
}

interface Page {
  readonly tools: readonly ListedTool[];
  readonly last: boolean;
}

function readPage(value: Json, pointer: string): Page {
  const where = pointer === '' ? 'The listing' : `The page at ${pointer}`;
  if (!isJsonObject(value)) throw invalidArgument(`${where} is not an object. ${SHAPES}`);
  const error = member(value, 'error');
  if (error !== undefined && member(value, 'tools') === undefined) throw refused(where, error);
  const result = member(value, 'result');
  if (isJsonObject(result)) return readResult(result, pointerTo(pointer, 'result'), where);
  return readResult(value, pointer, where);
}

function readResult(result: JsonObject, pointer: string, where: string): Page {
  const tools = member(result, 'tools');
  if (!Array.isArray(tools)) throw invalidArgument(`${where} has no array of tools. ${SHAPES}`);
  const cursor = member(result, 'nextCursor');
  return { tools: toListed(tools, pointerTo(pointer, 'tools')), last: typeof cursor !== 'string' };
}

function joinPages(pages: readonly Page[]): Listing {
  const count = pages.reduce((sum, { tools }) => sum + tools.length, 0);
  if (count > MAX_TOOLS) throw tooManyTools(count);
  return { tools: pages.flatMap(({ tools }) => tools), complete: pages.at(-1)?.last ?? true };
}

function toListed(tools: readonly Json[], pointer: string): readonly ListedTool[] {
  if (tools.length > MAX_TOOLS) throw tooManyTools(tools.length);
  return tools.map((tool, at) => ({ tool, pointer: pointerTo(pointer, at) }));
}

function isTool(value: Json): boolean {
  return isJsonObject(value) && Object.hasOwn(value, 'name') && Object.hasOwn(value, 'inputSchema');
}

function refused(where: string, error: Json): LarderError {
  const message = isJsonObject(error) ? member(error, 'message') : undefined;
  const why = typeof message === 'string' ? `: ${quote(message)}` : '';
  return invalidArgument(`${where} is a server's refusal${why}; it has no tools.`);
}

/** The refusal of a listing that goes beyond the bound, wherever it is read. */
export function tooManyTools(count: number): LarderError {
  return invalidArgument(`The listing has ${count} tools; ${MAX_TOOLS} are taken.`);
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    const fault = findJsonFault(text);
    const place = fault === undefined ? '' : `: the fault is at line ${fault.line}, column ${fault.column}`;
    throw new LarderError('INVALID_ARGUMENT', `The listing is not JSON${place}. ${SHAPES}`, { cause });
  }
}
