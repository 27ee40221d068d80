import type { Json, JsonObject } from '../../model/entry.ts';

/** What a parameter may be, as the spec names it. */
export const PARAM_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;
export type ParamType = (typeof PARAM_TYPES)[number];

export const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type ForgeMethod = (typeof METHODS)[number];

/** One parameter of a tool: what the model fills in. */
export interface ForgeParam {
  readonly name: string;
  readonly type: ParamType;
  /** As written; a parameter with a default may be left out all the same. */
  readonly required: boolean;
  readonly description?: string;
  /** Taken when the argument is absent (null is not absent: it leaves the parameter out). */
  readonly default?: Json;
  /** JSON Schema 2020-12 that says more than `type` does; self-contained, its `type` is the parameter's. */
  readonly schema?: JsonObject;
}

/** The request of a REST tool. The maps go from the API's field names to parameter names. */
export interface ForgeRequest {
  readonly method: ForgeMethod;
  /** A template below `transport.url`: `/customers/{id}`; a constant query may follow after `?`. */
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  /** A map: a JSON object of those fields. A name: that parameter is the whole body. Absent: no body. */
  readonly body?: ReadonlyMap<string, string> | string;
  readonly headers: ReadonlyMap<string, string>;
  /** Media type of the body: JSON, in one of its names. */
  readonly contentType: string;
}

/** Hints of MCP that the spec sets itself. */
export interface ForgeAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** One operation that an agent may call. It has `request` (REST) or `query` with `variables` (GraphQL). */
export interface ForgeTool {
  readonly name: string;
  readonly description: string;
  readonly title?: string;
  readonly params: readonly ForgeParam[];
  /** As written; ask `isWrite` what it comes to. */
  readonly write?: boolean;
  /** Milliseconds; absent: the default of whoever sends. */
  readonly timeoutMs?: number;
  readonly annotations?: ForgeAnnotations;
  readonly request?: ForgeRequest;
  readonly query?: string;
  /** The GraphQL variables, which are names of parameters. */
  readonly variables?: readonly string[];
}

/** Where a credential comes from: names of environment variables, never values. */
export type ForgeAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly env: string }
  | { readonly kind: 'basic'; readonly env: string; readonly password?: string }
  | { readonly kind: 'header'; readonly header: string; readonly env: string };

export interface ForgeTransport {
  readonly kind: 'rest' | 'graphql';
  /** May have `${VARIABLE}` in host or path. */
  readonly url: string;
  readonly auth: ForgeAuth;
  /** Sent as they are with every request. */
  readonly headers: ReadonlyMap<string, string>;
}

/** A spec that passed every check, deeply frozen. Source: the Forge seed, "Writing a spec". */
export interface ForgeSpec {
  readonly name: string;
  readonly version?: string;
  readonly instructions?: string;
  readonly userAgent?: string;
  readonly transport: ForgeTransport;
  readonly tools: readonly ForgeTool[];
  /** SHA-256 of the canonical JSON of the file, in lower-case hex. */
  readonly digest: string;
}
