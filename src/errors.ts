/**
 * The closed table of everything that can go wrong for a caller. HTTP, MCP and the command line all map
 * from it: a code is thrown once, by name, and each front door decides how it looks there.
 *
 * Source: ARD v0.91 appendix B, and the statuses an HTTP server owes its callers beside them.
 */
export const ERRORS = {
  INVALID_ARGUMENT: { status: 400, meaning: 'The request is malformed, or a value in it is not allowed.' },
  UNAUTHENTICATED: { status: 401, meaning: 'Credentials are missing or rejected.' },
  PERMISSION_DENIED: { status: 403, meaning: 'The credentials are known, but do not allow this.' },
  NOT_FOUND: { status: 404, meaning: 'There is no such resource.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The resource exists, but not with this method.' },
  NOT_ACCEPTABLE: { status: 406, meaning: 'The resource has no representation that the caller accepts.' },
  REQUEST_TIMEOUT: { status: 408, meaning: 'The request took too long to arrive.' },
  CONFLICT: { status: 409, meaning: 'The request contradicts what is stored.' },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The request body is larger than this route takes.' },
  URI_TOO_LONG: { status: 414, meaning: 'The request address is longer than the server takes.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'The request body is of a type this route does not read.' },
  RATE_LIMIT_EXCEEDED: { status: 429, meaning: 'Too many requests.' },
  HEADERS_TOO_LARGE: { status: 431, meaning: 'The request headers are larger than the server takes.' },
  INTERNAL_ERROR: { status: 500, meaning: 'Something failed inside the server.' },
  NOT_IMPLEMENTED: { status: 501, meaning: 'This server does not offer the operation.' },
  UNAVAILABLE: { status: 503, meaning: 'The server cannot do this right now.' },
} as const satisfies Record<string, { readonly status: number; readonly meaning: string }>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * An error meant for the caller. `message` says what is wrong, where, and what would be right; it may be
 * shown as it is, so it carries no secret and no stack. For INTERNAL_ERROR the front doors show a constant
 * text instead and log `cause`.
 */
export class LarderError extends Error {
  readonly code: ErrorCode;
  /** Seconds after which trying again makes sense (429 and 503). */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { readonly cause?: unknown; readonly retryAfterSeconds?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'LarderError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** The commonest error: a 400 that says what, where and what would be right. */
export function invalidArgument(message: string): LarderError {
  return new LarderError('INVALID_ARGUMENT', message);
}

/** The error that an error answer `{errorCode, message}` stands for; undefined for anything else. */
export function findErrorAnswer(answer: unknown): LarderError | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if (!('errorCode' in answer) || !('message' in answer) || typeof answer.message !== 'string')
    return undefined;
  const code = Object.keys(ERRORS).find((name): name is ErrorCode => name === answer.errorCode);
  return code === undefined ? undefined : new LarderError(code, answer.message);
}
