import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isJsonObject, type Json, type JsonObject } from '../../model/entry.ts';

/** Where something differs from a document. */
export interface Difference {
  /** JSON Pointer into the document, then into the instance. */
  readonly pointer: string;
  readonly message: string;
}

/** A document, ready to judge requests and responses of its operations by. */
export interface Judge {
  /** Errors: throws for an operation that the document does not have. */
  judgeBody(method: string, path: string, body: unknown): readonly Difference[];
  judgeParameters(
    method: string,
    path: string,
    location: 'query' | 'path',
    values: object,
  ): readonly Difference[];
  /** True when the operation is there and names the status. */
  declares(method: string, path: string, status: number): boolean;
  /** `body` is the parsed body of a JSON answer, undefined for any other. */
  judgeResponse(
    method: string,
    path: string,
    answer: { readonly status: number; readonly mediaType: string | undefined; readonly body: unknown },
  ): readonly Difference[];
  /** An answer that belongs to no operation: unknown routes, and what is refused before there is a route. */
  judgeError(body: unknown): readonly Difference[];
}

/** Compiles a document (JSON Schema 2020-12) into a judge. Schemas compile when they are first needed. */
export function compileJudge(name: string, document: JsonObject): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  formats.default(ajv);
  const id = `urn:larder:${name}`;
  ajv.addSchema({ ...document, $id: id }, id);

  const validator = (pointer: string): ValidateFunction => {
    const validate = ajv.getSchema(`${id}#${pointer.split('/').map(encodeURIComponent).join('/')}`);
    if (validate === undefined) throw new Error(`${name} has no schema at ${pointer}`);
    return validate;
  };
  const judge = (pointer: string, value: unknown): readonly Difference[] => {
    const validate = validator(pointer);
    return validate(value) ? [] : (validate.errors ?? []).map((error) => describeError(name, pointer, error));
  };
  const operationPointer = (method: string, path: string) =>
    `/paths/${escapePointer(path)}/${method.toLowerCase()}`;

  return {
    judgeBody(method, path, body) {
      const pointer = `${operationPointer(method, path)}/requestBody/content`;
      const [type] = Object.keys(objectAt(document, pointer) ?? {});
      return type === undefined ? [] : judge(`${pointer}/${escapePointer(type)}/schema`, body);
    },
    judgeParameters(method, path, location, values) {
      const pointer = `${operationPointer(method, path)}/parameters`;
      const declared = valueAt(document, pointer);
      if (!Array.isArray(declared)) return [];
      return declared.flatMap((parameter: Json, position) => {
        if (!isJsonObject(parameter) || parameter.in !== location || typeof parameter.name !== 'string')
          return [];
        const value: unknown = Reflect.get(values, parameter.name);
        return value === undefined ? [] : judge(`${pointer}/${position}/schema`, value);
      });
    },
    declares: (method, path, status) =>
      objectAt(document, `${operationPointer(method, path)}/responses/${status}`) !== undefined,
    judgeResponse(method, path, { status, mediaType, body }) {
      const pointer = `${operationPointer(method, path)}/responses/${status}`;
      const declared = objectAt(document, pointer);
      if (declared === undefined) return [{ pointer, message: `status ${status} is not declared` }];
      const target = typeof declared.$ref === 'string' ? declared.$ref.slice(1) : pointer;
      const content = objectAt(document, `${target}/content`);
      if (content === undefined)
        return mediaType === undefined ? [] : [{ pointer, message: 'declares no content' }];
      if (mediaType === undefined || !Object.hasOwn(content, mediaType)) {
        return [
          { pointer: `${target}/content`, message: `content type ${mediaType ?? '(none)'} is not declared` },
        ];
      }
      return body === undefined ? [] : judge(`${target}/content/${escapePointer(mediaType)}/schema`, body);
    },
    judgeError: (body) => judge('/components/schemas/Error', body),
  };
}

function describeError(name: string, pointer: string, error: ErrorObject): Difference {
  return {
    pointer: `${name}#${pointer}`,
    message: `${error.instancePath || '/'} ${error.message ?? 'differs'}`,
  };
}

function escapePointer(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

function objectAt(document: JsonObject, pointer: string): JsonObject | undefined {
  const value = valueAt(document, pointer);
  return value !== undefined && isJsonObject(value) ? value : undefined;
}

function valueAt(document: JsonObject, pointer: string): Json | undefined {
  let value: Json | undefined = document;
  for (const segment of pointer.split('/').slice(1)) {
    if (value === undefined || !isJsonObject(value)) return undefined;
    const name: string = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}
