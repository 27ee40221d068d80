import type { z } from 'zod';
import type { JsonObject } from '../../model/entry.ts';
import { buildValidator } from './build-validator.ts';
import { normaliseSchema } from './normalise-schema.ts';
import { createPatterns } from './pattern/patterns.ts';
import { projectSchema } from './project-schema.ts';
import type { SchemaProfile } from './schema-profile.ts';

/** A schema that is ready to judge values and to be shown. */
export interface Compiled {
  /** Judges JSON values and gives them back untouched: nothing is coerced, stripped or filled in. */
  readonly validator: z.ZodType;
  /** JSON Schema 2020-12 without `$schema`, projected from the validator; recursion and sharing in `$defs`. */
  readonly projection: JsonObject;
}

/**
 * Compiles a self-contained JSON Schema. It accepts exactly the values that the schema accepts; what cannot
 * be preserved throws a `SchemaRefusal`. References (`#`, `#/$defs/…`, any JSON Pointer within the document)
 * are kept as references: nothing is inlined.
 *
 * @param compilePattern where the work of checking patterns is that of more than one schema
 */
export function compileSchema(
  schema: JsonObject,
  profile: SchemaProfile,
  compilePattern = createPatterns(),
): Compiled {
  const { root, definitions } = buildValidator(normaliseSchema(schema, profile, compilePattern));
  const parts = [...definitions].map(([name, part]) => [name, projectSchema(part)] as const);
  const projection = projectSchema(root);
  return {
    validator: root,
    projection: parts.length === 0 ? projection : { ...projection, $defs: Object.fromEntries(parts) },
  };
}
