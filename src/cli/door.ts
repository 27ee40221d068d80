/** One question to a registry, as HTTP puts it. */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query, encoded, beginning with a slash. */
  readonly path: string;
  /** A JSON body. */
  readonly body?: unknown;
  /** A body that is JSON text already, sent as it is. */
  readonly text?: string;
}

/**
 * A way to a registry's front door: over the network, or to an app built in this process over a database. The
 * answer is the parsed JSON body; an error answer is thrown as the LarderError it stands for.
 */
export interface Door {
  request(ask: Ask): Promise<unknown>;
  close(): Promise<void>;
}
