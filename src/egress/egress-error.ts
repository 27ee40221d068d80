/** Everything that keeps a request from being answered: the closed table, code by code. */
export const EGRESS_ERRORS = {
  'invalid-request': 'The request itself is not one that may be sent: method, header, body or limit.',
  'invalid-url': 'The address is not an http or https address without user and password.',
  'address-refused': 'The host has no address that may be connected to.',
  'name-not-found': 'The name has no address.',
  'name-lookup-failed': 'The name could not be looked up.',
  busy: 'Too many requests to this host are waiting already.',
  'connect-failed': 'No connection to the host came about.',
  'tls-failed': 'The host could not prove that it is the one asked for, or speaks no TLS that is taken.',
  'timed-out': 'The answer was not there in time.',
  aborted: 'The caller gave up.',
  'connection-lost': 'The connection ended before the answer did.',
  'malformed-response': 'What came back is not HTTP.',
  'headers-too-large': 'The headers of the answer are larger than is taken.',
  'body-too-large': 'The body of the answer, decoded, is larger than is taken.',
  'encoding-refused': 'The body is compressed in a way that is not understood, or is damaged.',
  'wrong-type': 'The answer is of another media type than was asked for.',
  'too-many-redirects': 'The answer was one redirect too many.',
  'redirect-refused': 'The answer is a redirect that may not be followed.',
  closed: 'No more requests are sent: the program is closing.',
} as const satisfies Record<string, string>;

export type EgressErrorCode = keyof typeof EGRESS_ERRORS;

/**
 * A request that got no answer. `message` names host and path at most: no query string, no header, no body, so it may
 * be logged and shown.
 */
export class EgressError extends Error {
  readonly code: EgressErrorCode;
  /**
   * True when the request, or a part of it, may have reached the host: for a write, that it may have happened. False
   * is certain.
   */
  readonly sent: boolean;

  constructor(
    code: EgressErrorCode,
    message: string,
    options: { readonly sent?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'EgressError';
    this.code = code;
    this.sent = options.sent ?? false;
  }
}
