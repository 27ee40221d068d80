import { isStandardSchema } from './parse-operation.ts';
import { compileSchema } from './schema/compile-schema.ts';
import { createPatterns } from './schema/pattern/patterns.ts';
import { printSample } from './schema/print/print-sample.ts';
import { printTypes } from './schema/print/print-type.ts';
import { projectStandard } from './schema/project-standard.ts';
import { FULL_2020_12 } from './schema/schema-profile.ts';
import type { Workshop } from './workshop.ts';

/**
 * The workshop of one catalog, whose schemas share what checking their patterns may take. What a Standard Schema says of itself goes through the same compiler as JSON Schema, so
 * that a catalog which is stored and created anew has the same projections and the same stamp.
 */
export function createSchemaWorkshop(): Workshop {
  const compilePattern = createPatterns();
  return {
    compile(schema, side) {
      const json = isStandardSchema(schema) ? projectStandard(schema, side) : schema;
      return compileSchema(json, FULL_2020_12, compilePattern).projection;
    },
    printTypes,
    printSample,
  };
}
