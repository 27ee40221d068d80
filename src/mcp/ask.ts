/** One question to the registry, as HTTP puts it. */
export interface Ask {
  readonly method: 'GET' | 'POST';
  /** Path and query, encoded, beginning with a slash. */
  readonly path: string;
  /** A JSON body. */
  readonly body?: unknown;
}

/**
 * Puts a question to a registry and gives its parsed answer. Who may ask, the bounds and the errors are those of the HTTP
 * routes, because it is they that answer. Errors: LarderError.
 */
export type PutQuestion = (ask: Ask) => Promise<unknown>;
