/** A request as it is sent and as it is approved: nothing is added to it but what the connection needs. */
export interface RenderedRequest {
  readonly method: string;
  /** Complete, and in the form in which a URL parser leaves it. */
  readonly url: string;
  /** In code unit order of their names. Host, Content-Length and Connection are the client's. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON, UTF-8 when sent; undefined: the request has no body. */
  readonly body: string | undefined;
  /** Names of the headers that carry a credential: they go to no other origin. Their values are shown nowhere. */
  readonly secretHeaders: readonly string[];
}

/** The value of an environment variable, undefined when it is unset or empty. */
export type Variables = (name: string) => string | undefined;
