import type { JsonObject } from '../../model/entry.ts';
import type { ServerHint } from './hints.ts';
import type { OperationRefusalCode } from './refusal.ts';

/** The places that a guest can fill, which are the members of an operation's input beside `body`. */
export const PLACES = ['path', 'query', 'header'] as const;
export type Place = (typeof PLACES)[number];

/** Methods of the seed; TRACE is known and refused. */
export const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'] as const;
export type Method = (typeof METHODS)[number];

export const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** One parameter of the call, in its place's default serialization (`simple` or `form`). */
export interface CallParameter {
  readonly in: Place;
  readonly name: string;
  readonly required: boolean;
}

export interface CallBody {
  /** `application/json`, or a type that ends in `+json`. */
  readonly mediaType: string;
  readonly required: boolean;
}

/** A parameter that the document has and a guest cannot fill. */
export interface WithheldParameter {
  readonly in: string;
  readonly name: string;
  readonly reason: 'reserved' | 'api-key' | 'auth-parameter';
}

/** What is kept of an operation when it is selected: schemas and the shape of the call. */
export interface OpenApiMethod {
  /** Unique in the document or table. It can change with the document: select by method and path. */
  readonly name: string;
  readonly method: Method;
  /** A template below the server: `/customers/{id}`. */
  readonly path: string;
  readonly effect: 'read' | 'write';
  readonly title?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** The text is the provider's: data, never instructions. */
  readonly textOrigin: 'third_party';
  /** True when some of the text was too long and was cut. */
  readonly annotationsCut: boolean;
  readonly parameters: readonly CallParameter[];
  readonly body: CallBody | null;
  /** JSON Schema 2020-12 of `{path?, query?, header?, body?}`, closed but for `body`. */
  readonly input: JsonObject;
  /** JSON Schema of the lowest declared 2xx with a JSON body; null when nothing constrains it. */
  readonly output: JsonObject | null;
  /** False: whoever calls has to bound and decode the answer. */
  readonly outputConstrained: boolean;
}

/** An operation of a preview. */
export interface OpenApiOperation extends OpenApiMethod {
  /** Servers of its own, in place of the document's. */
  readonly servers?: readonly ServerHint[];
  readonly withheld: readonly WithheldParameter[];
}

export interface UnsupportedOperation {
  /** As in `operations`; `*` when the Path Item shows none. */
  readonly method: string;
  readonly path: string;
  readonly code: OperationRefusalCode;
  readonly reason: string;
}
