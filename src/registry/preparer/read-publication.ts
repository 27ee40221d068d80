import { z } from 'zod';
import { invalidArgument, LarderError } from '../../errors.ts';
import { exceedsDepth, MAX_DOCUMENT_DEPTH, utf8Length } from '../../model/bounds.ts';
import { isJsonObject, type JsonObject, member } from '../../model/entry.ts';
import { findJsonFault } from '../../model/json-position.ts';

/** UTF-8 bytes of a publication: an OpenAPI document of 32 MiB as a JSON string, or the metadata of a full catalog. */
export const MAX_PUBLICATION_BYTES = 40 * 1024 * 1024;
/** Operations that one selection can name: as many as a document has at most. */
const MAX_SELECTION = 5_000;

const SHAPE =
  'A revision is a catalog, {"operations": [ ... ]}, or a selection of an OpenAPI document, {"openapi": "<its text>"}.';

const selection = z.strictObject({
  openapi: z.string(),
  profile: z.enum(['strict', 'full']).optional(),
  authParameter: z
    .strictObject({ in: z.enum(['query', 'header', 'cookie']), name: z.string().min(1) })
    .optional(),
  select: z
    .array(z.strictObject({ method: z.string(), path: z.string() }))
    .min(1)
    .max(MAX_SELECTION)
    .optional(),
  revision: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  publisher: z.string().optional(),
});

/** What is published: operations as they are given, or some of an OpenAPI document. */
export type ReadPublication =
  | { readonly kind: 'catalog'; readonly input: JsonObject }
  | { readonly kind: 'openapi'; readonly selection: z.infer<typeof selection> };

/** Errors: PAYLOAD_TOO_LARGE; INVALID_ARGUMENT for text that is no JSON, nests too deep or is neither of the two. */
export function readPublication(text: string): ReadPublication {
  if (utf8Length(text, MAX_PUBLICATION_BYTES) === undefined) {
    throw new LarderError('PAYLOAD_TOO_LARGE', `The revision is larger than ${MAX_PUBLICATION_BYTES} bytes.`);
  }
  if (exceedsDepth(text, MAX_DOCUMENT_DEPTH)) {
    throw invalidArgument(`The revision nests deeper than ${MAX_DOCUMENT_DEPTH} levels.`);
  }
  const value = parseJson(text);
  if (!isJsonObject(value)) throw invalidArgument(`The revision is no JSON object. ${SHAPE}`);
  if (member(value, 'operations') !== undefined) return { kind: 'catalog', input: value };
  if (member(value, 'openapi') === undefined) {
    throw invalidArgument(`The revision has neither \`operations\` nor \`openapi\`. ${SHAPE}`);
  }
  const parsed = selection.safeParse(value);
  if (parsed.success) return { kind: 'openapi', selection: parsed.data };
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : `/${issue.path.join('/')}: `;
  throw invalidArgument(`The selection of an OpenAPI document is malformed: ${where}${issue?.message}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (cause) {
    const fault = findJsonFault(text);
    const where = fault === undefined ? '' : ` The fault is at line ${fault.line}, column ${fault.column}.`;
    throw new LarderError('INVALID_ARGUMENT', `The revision is not JSON.${where} ${SHAPE}`, { cause });
  }
}
