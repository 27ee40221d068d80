import type { JsonObject } from '../../model/entry.ts';
import type { ServerHint } from './hints.ts';
import type { OperationRefusalCode } from './refusal.ts';

/** The places that a guest can fill, which are the members of an operation's input beside `body`. */
export const PLACES = ['path', 'query', 'header'] as const;
/** `querystring`, of OpenAPI 3.2, is the whole query as one value; only the full profile takes it. */
export const ALL_PLACES = [...PLACES, 'querystring'] as const;
export type Place = (typeof ALL_PLACES)[number];

/** Methods of the strict profile; TRACE is known and refused. */
export const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'] as const;

export const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY']);

/** One parameter of the call. Under the strict profile always in its place's default serialization. */
export interface CallParameter extends Serialization {
  readonly in: Place;
  readonly name: string;
  readonly required: boolean;
}

/** How a value becomes text, as OpenAPI has it. Full profile only; nothing here means the place's default. */
export interface Serialization {
  /** `simple`, `label`, `matrix`, `form`, `spaceDelimited`, `pipeDelimited` or `deepObject`. */
  readonly style?: string;
  readonly explode?: boolean;
  /** True where reserved characters go out as they are. */
  readonly allowReserved?: boolean;
  /** In place of a style: the value is written in this media type. */
  readonly mediaType?: string;
}

export interface CallBody {
  /** In lower case and without parameters. Under the strict profile `application/json`, or one that ends in `+json`. */
  readonly mediaType: string;
  readonly required: boolean;
  /** Full profile only: how the value is written. */
  readonly kind?: BodyKind;
  /** Full profile only: what the document says of how parts of a form are written. */
  readonly parts?: readonly BodyPart[];
}

/** `form` is `application/x-www-form-urlencoded`; `binary` is everything else that is no text. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'text' | 'binary';

/** How one member of a form is written where it is not the default. */
export interface BodyPart extends Serialization {
  readonly name: string;
}

/** A parameter that the document has and a guest cannot fill. */
export interface WithheldParameter {
  readonly in: string;
  readonly name: string;
  readonly reason: 'reserved' | 'api-key' | 'auth-parameter';
  /** True where the operation needs it: whoever sends the request has to give it. Full profile only. */
  readonly required?: true;
}

/** What is kept of an operation when it is selected: schemas and the shape of the call. */
export interface OpenApiMethod {
  /** Unique in the document or table. It can change with the document: select by method and path. */
  readonly name: string;
  /** One of `METHODS`; under the full profile also QUERY, and further ones that an OpenAPI 3.2 document names. */
  readonly method: string;
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
