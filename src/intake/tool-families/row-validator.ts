import { CopyRefusal, copyJson } from '../../forage/copy-json.ts';
import { type Compiled, compileSchema } from '../../forage/schema/compile-schema.ts';
import { judgeValue } from '../../forage/schema/judge-value.ts';
import { createPatterns } from '../../forage/schema/pattern/patterns.ts';
import { FULL_2020_12 } from '../../forage/schema/schema-profile.ts';
import type { Json, JsonObject } from '../../model/entry.ts';
import { MAX_ISSUES, MAX_VALUE_BYTES } from './bounds.ts';

/**
 * A validator that speaks Standard Schema and Standard JSON Schema, frozen, with nothing else to call. Tool SDKs
 * and catalogs take it as it is.
 */
export interface RowValidator {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'larder';
    /** Judges a JSON value at once. What is valid comes back as a frozen copy: nothing is coerced or filled in. */
    readonly validate: (value: unknown) => Judgement;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
      readonly output: (options: { readonly target: string }) => Record<string, unknown>;
    };
  };
}

export type Judgement =
  | { readonly value: Json; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

export interface Issue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

export interface CompiledRowSchema {
  /** JSON Schema 2020-12, projected from the validator; frozen. */
  readonly projection: JsonObject;
  readonly validator: RowValidator;
}

/**
 * Makes what compiles the JSON Schemas of one listing exactly, as catalogs do; they share what checking their patterns
 * may take. Errors of that: `SchemaRefusal`.
 */
export function createRowCompiler(): (schema: JsonObject) => CompiledRowSchema {
  const compilePattern = createPatterns();
  return (schema) => toRowSchema(compileSchema(schema, FULL_2020_12, compilePattern));
}

function toRowSchema({ validator, projection: compiled }: Compiled): CompiledRowSchema {
  const projection = freezeObject(compiled);
  const judge = (value: unknown): Judgement => {
    const copy = copyOrComplain(value);
    if (copy instanceof CopyRefusal) return { issues: [{ message: `The value ${copy.message}`, path: [] }] };
    const faults = judgeValue(validator, copy);
    return faults.length === 0 ? { value: copy } : { issues: faults.slice(0, MAX_ISSUES) };
  };
  const project = ({ target }: { readonly target: string }) => {
    if (target !== TARGET) throw new Error(`The schema converts to ${TARGET} only`);
    return structuredClone(projection);
  };
  return {
    projection,
    validator: Object.freeze({
      '~standard': Object.freeze({
        version: 1,
        vendor: 'larder',
        validate: judge,
        jsonSchema: Object.freeze({ input: project, output: project }),
      }),
    }),
  };
}

const TARGET = 'draft-2020-12';

/** What is judged can no longer change, and is JSON of a bounded depth. */
function copyOrComplain(value: unknown): Json | CopyRefusal {
  try {
    return copyJson(value, MAX_VALUE_BYTES, 'as-written');
  } catch (error) {
    if (error instanceof CopyRefusal) return error;
    throw error;
  }
}

function freezeObject(object: JsonObject): JsonObject {
  const pending: unknown[] = [object];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    Object.freeze(value);
    pending.push(...Object.values(value));
  }
  return object;
}
