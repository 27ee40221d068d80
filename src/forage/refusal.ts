import { type ErrorCode, LarderError } from '../errors.ts';

/**
 * The closed table of everything that a catalog refuses: each reason belongs to one code of `errors.ts` and says
 * more exactly what was wrong. Callers may branch on it; messages may change.
 */
export const REASONS = {
  'catalog-shape': 'INVALID_ARGUMENT',
  'revision-invalid': 'INVALID_ARGUMENT',
  'operation-shape': 'INVALID_ARGUMENT',
  'path-invalid': 'INVALID_ARGUMENT',
  'path-reserved': 'INVALID_ARGUMENT',
  'path-too-long': 'INVALID_ARGUMENT',
  'path-too-deep': 'INVALID_ARGUMENT',
  'path-duplicate': 'INVALID_ARGUMENT',
  'too-many-operations': 'INVALID_ARGUMENT',
  'operation-too-large': 'INVALID_ARGUMENT',
  'schema-too-deep': 'INVALID_ARGUMENT',
  'schema-not-json': 'INVALID_ARGUMENT',
  'schema-refused': 'INVALID_ARGUMENT',
  'metadata-too-large': 'INVALID_ARGUMENT',
  'description-too-large': 'INVALID_ARGUMENT',
  'question-shape': 'INVALID_ARGUMENT',
  'limit-invalid': 'INVALID_ARGUMENT',
  'namespace-invalid': 'INVALID_ARGUMENT',
  'query-blank': 'INVALID_ARGUMENT',
  'query-too-long': 'INVALID_ARGUMENT',
  'cursor-malformed': 'INVALID_ARGUMENT',
  'cursor-of-another-stamp': 'INVALID_ARGUMENT',
  'cursor-of-another-namespace': 'INVALID_ARGUMENT',
  'cursor-of-other-operations': 'INVALID_ARGUMENT',
  'operation-unknown': 'NOT_FOUND',
  'namespace-unknown': 'NOT_FOUND',
  'method-unknown': 'NOT_FOUND',
} as const satisfies Record<string, ErrorCode>;

export type ForageReason = keyof typeof REASONS;

export interface ForageErrorDetails {
  /** The operation that it is about. */
  readonly path?: string;
  /** What was measured and what is allowed, in the unit of the bound (bytes, operations, segments ...). */
  readonly figure?: number;
  readonly bound?: number;
  /** JSON Pointer into the schema, where a schema was refused. */
  readonly pointer?: string;
  /** The names that were perhaps meant, nearest first. */
  readonly nearest?: readonly string[];
  readonly cause?: unknown;
}

/** What a catalog throws: a `LarderError` with a finer reason, and the figures where a bound was broken. */
export class ForageError extends LarderError {
  readonly reason: ForageReason;
  readonly path: string | undefined;
  readonly figure: number | undefined;
  readonly bound: number | undefined;
  readonly pointer: string | undefined;
  readonly nearest: readonly string[];

  constructor(reason: ForageReason, message: string, details: ForageErrorDetails = {}) {
    super(REASONS[reason], message, details.cause === undefined ? {} : { cause: details.cause });
    this.name = 'ForageError';
    this.reason = reason;
    this.path = details.path;
    this.figure = details.figure;
    this.bound = details.bound;
    this.pointer = details.pointer;
    this.nearest = Object.freeze([...(details.nearest ?? [])]);
  }
}
