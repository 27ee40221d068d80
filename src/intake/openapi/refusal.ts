import { type ErrorCode, LarderError } from '../../errors.ts';
import { SCHEMA_REFUSALS, type SchemaRefusalCode } from '../../forage/schema/refusal.ts';

/** The closed table of everything for which a whole document, or a selected table, is refused. */
export const DOCUMENT_REFUSALS = {
  'document-bytes': 'PAYLOAD_TOO_LARGE',
  'document-depth': 'INVALID_ARGUMENT',
  'document-nodes': 'INVALID_ARGUMENT',
  'document-operations': 'INVALID_ARGUMENT',
  'document-syntax': 'INVALID_ARGUMENT',
  'document-shape': 'INVALID_ARGUMENT',
  'yaml-alias': 'INVALID_ARGUMENT',
  'external-reference': 'INVALID_ARGUMENT',
  'swagger-2': 'INVALID_ARGUMENT',
  'version-unsupported': 'INVALID_ARGUMENT',
  'dialect-unsupported': 'INVALID_ARGUMENT',
  'option-invalid': 'INVALID_ARGUMENT',
  'selection-unknown': 'NOT_FOUND',
  'selection-unsupported': 'INVALID_ARGUMENT',
  'table-shape': 'INVALID_ARGUMENT',
  'table-methods': 'INVALID_ARGUMENT',
  'table-duplicate': 'INVALID_ARGUMENT',
  'table-bytes': 'PAYLOAD_TOO_LARGE',
} as const satisfies Record<string, ErrorCode>;

export type DocumentRefusalCode = keyof typeof DOCUMENT_REFUSALS;

/** A document or a table that is refused whole; `reason` says which rule it breaks. */
export class OpenApiError extends LarderError {
  readonly reason: DocumentRefusalCode;

  constructor(reason: DocumentRefusalCode, message: string, cause?: unknown) {
    super(DOCUMENT_REFUSALS[reason], message, cause === undefined ? {} : { cause });
    this.name = 'OpenApiError';
    this.reason = reason;
  }
}

/** The closed table of reasons for which one operation is unsupported; those of schemas are taken over. */
export const OPERATION_REFUSALS = {
  ...SCHEMA_REFUSALS,
  trace: 'TRACE is not a method that calls anything.',
  'referenced-path-item': 'The Path Item is a reference.',
  'malformed-path-item': 'The Path Item is not an object.',
  'malformed-operation':
    'The operation, or an object that it is made of, has not the shape that OpenAPI wants.',
  'path-syntax': 'The path is not a template of plain segments below the server.',
  'path-origin': 'The path could change the origin.',
  'path-traversal': 'The path has dot segments.',
  'path-query': 'The path has query or fragment syntax.',
  'path-encoded-separator': 'The path has an encoded separator.',
  'path-parameters': 'The required path parameters are not those of the path.',
  'parameter-duplicate': 'Two parameters have the same place and name.',
  'parameter-name': 'The name of a parameter is empty or too long.',
  'header-name': 'The name of a header parameter is not a token.',
  'parameter-style': 'A parameter is serialized in a way that is not taken in its place.',
  'parameter-not-scalar': 'A parameter takes more than a string, number, boolean or null.',
  'parameter-withheld': 'A required parameter is reserved for the transport.',
  'body-media': 'The body is offered in no media type that is taken.',
  'body-on-read': 'GET and HEAD carry no body.',
  'description-too-large': 'The operation, with all that its schemas refer to, does not fit one description.',
} as const satisfies Record<string, string>;

export type OperationRefusalCode = SchemaRefusalCode | keyof typeof OPERATION_REFUSALS;

/** One operation that is unsupported. Caught where the operations of a document are gone through. */
export class OperationRefusal extends Error {
  readonly code: OperationRefusalCode;

  constructor(code: OperationRefusalCode, reason: string) {
    super(reason);
    this.name = 'OperationRefusal';
    this.code = code;
  }
}

/** What an act gives, or the refusal of the operation that it throws. */
export function attempt<T>(act: () => T): T | OperationRefusal {
  try {
    return act();
  } catch (error) {
    if (error instanceof OperationRefusal) return error;
    throw error;
  }
}
