import { createHash } from 'node:crypto';
import { CopyRefusal, copyJson } from '../../forage/copy-json.ts';
import { canonicalJson } from '../../model/canonical-json.ts';
import type { Json } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { MAX_TABLE_BYTES, MAX_TABLE_METHODS } from './bounds.ts';
import type { NormalizedOpenApi } from './normalize-openapi.ts';
import type { OpenApiMethod, OpenApiOperation } from './operation.ts';
import { OpenApiError } from './refusal.ts';
import { parseTableMethod } from './table-method.ts';

/** Selected methods, fit to be stored: schemas and call shapes, no specification, server or credential. */
export interface OpenApiTable {
  /** By name, in UTF-16 code unit order. */
  readonly methods: readonly OpenApiMethod[];
  /** SHA-256 of the canonical JSON of `methods`, in lower-case hex: the same however they were selected. */
  readonly digest: string;
  /** UTF-8 bytes of that JSON. */
  readonly bytes: number;
}

/** What the caller of an operation is known by: never a name, which can change with the document. */
export interface Selection {
  readonly method: string;
  readonly path: string;
}

/**
 * The operations of a preview that a selection names, in its order.
 *
 * Errors: `selection-unknown`; `selection-unsupported`, with the reason.
 */
export function selectOperations(
  preview: NormalizedOpenApi,
  selection: readonly Selection[],
): readonly OpenApiOperation[] {
  const keyed = <T extends Selection>(rows: readonly T[]) =>
    new Map(rows.map((each) => [`${each.method} ${each.path}`, each]));
  const supported = keyed(preview.operations);
  const unsupported = keyed(preview.unsupported);
  return selection.map(({ method, path }) => {
    const key = `${method.toUpperCase()} ${path}`;
    // Methods that a document of OpenAPI 3.2 adds are told apart by case.
    const exact = `${method} ${path}`;
    const operation = supported.get(exact) ?? supported.get(key);
    if (operation !== undefined) return operation;
    const refusal = unsupported.get(exact) ?? unsupported.get(key);
    if (refusal === undefined) {
      throw new OpenApiError('selection-unknown', `The document has no operation ${quote(key)}.`);
    }
    throw new OpenApiError('selection-unsupported', `${quote(key)} is unsupported: ${refusal.reason}.`);
  });
}

/**
 * Decodes 1-64 operations that were selected from a preview by method and path, before they are stored. It grants
 * no permission to execute them and admits no server.
 *
 * Errors: `table-methods`, `table-shape`, `table-duplicate`, `table-bytes`.
 */
export function parseOpenApiTable(selectedOperations: unknown): OpenApiTable {
  const rows = copyRows(selectedOperations);
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > MAX_TABLE_METHODS) {
    throw new OpenApiError('table-methods', `A table has 1 to ${MAX_TABLE_METHODS} operations in an array.`);
  }
  const methods = rows.map((row: Json, at) => parseTableMethod(row, at));
  const names = new Set<string>();
  const calls = new Set<string>();
  for (const { name, method, path } of methods) {
    if (names.has(name)) throw duplicate(`name ${quote(name)}`);
    if (calls.has(`${method} ${path}`)) throw duplicate(`operation ${quote(`${method} ${path}`)}`);
    names.add(name);
    calls.add(`${method} ${path}`);
  }
  methods.sort((a, b) => (a.name < b.name ? -1 : 1));
  const copy = copyRows(methods);
  const json = canonicalJson(copy);
  const bytes = Buffer.byteLength(json);
  if (bytes > MAX_TABLE_BYTES) throw tooLarge();
  return { methods, digest: createHash('sha256').update(json).digest('hex'), bytes };
}

/** A preview shows more of an operation than a table keeps, so the rows may be larger than the table. */
const ROWS_PER_TABLE = 2;

function copyRows(value: unknown): Json {
  try {
    return copyJson(value, ROWS_PER_TABLE * MAX_TABLE_BYTES);
  } catch (error) {
    if (!(error instanceof CopyRefusal)) throw error;
    if (error.kind === 'too-large') throw tooLarge();
    throw new OpenApiError(
      'table-shape',
      `The selected operations are no JSON of a preview: it ${error.message}.`,
    );
  }
}

function tooLarge(): OpenApiError {
  return new OpenApiError('table-bytes', `The table is larger than ${MAX_TABLE_BYTES} bytes. Select fewer.`);
}

function duplicate(what: string): OpenApiError {
  return new OpenApiError('table-duplicate', `The table has the ${what} twice.`);
}
