import type { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../model/entry.ts';

/** Anything that gives its JSON Schema the standard way; zod's types do. */
export interface WithJsonSchema {
  readonly '~standard': {
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
    };
  };
}

/** What a validator accepts, as JSON Schema 2020-12 without `$schema`. */
export function projectSchema(validator: z.ZodType & WithJsonSchema): JsonObject {
  const { $schema: _, ...projection } = validator['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  const json: unknown = JSON.parse(JSON.stringify(projection));
  if (!isJsonObject(json)) throw new Error('zod projects to something that is no object');
  return json;
}
