import { isStandardSchema } from './parse-operation.ts';
import { compileSchema } from './schema/compile-schema.ts';
import { printSample } from './schema/print/print-sample.ts';
import { printTypes } from './schema/print/print-type.ts';
import { projectStandard } from './schema/project-standard.ts';
import { FULL_2020_12 } from './schema/schema-profile.ts';
import type { Workshop } from './workshop.ts';

/**
 * The workshop of catalogs. What a Standard Schema says of itself goes through the same compiler as JSON Schema, so
 * that a catalog which is stored and created anew has the same projections and the same stamp.
 */
export const SCHEMA_WORKSHOP: Workshop = {
  compile: (schema, side) =>
    compileSchema(isStandardSchema(schema) ? projectStandard(schema, side) : schema, FULL_2020_12).projection,
  printTypes,
  printSample,
};
