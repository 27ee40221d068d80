import type { z } from 'zod';
import { type Compiled, compileSchema } from '../../forage/schema/compile-schema.ts';
import { FULL_2020_12 } from '../../forage/schema/schema-profile.ts';
import { isJsonObject, type JsonObject } from '../../model/entry.ts';
import type { ForgeParam } from './forge-spec.ts';
import { standAlone } from './stand-alone.ts';

/** Compiled once a parameter, which never changes. */
const COMPILED = new WeakMap<ForgeParam, Compiled>();

/** Judges what `type` alone does not; undefined for parameters without a schema. Errors: `SchemaRefusal`. */
export function validatorOf(param: ForgeParam): z.ZodType | undefined {
  return compiledOf(param)?.validator;
}

/** The schema as a client sees it; undefined for parameters without one. Errors: `SchemaRefusal`. */
export function projectionOf(param: ForgeParam): JsonObject | undefined {
  return compiledOf(param)?.projection;
}

function compiledOf(param: ForgeParam): Compiled | undefined {
  if (param.schema === undefined) return undefined;
  let compiled = COMPILED.get(param);
  if (compiled === undefined) {
    const { validator, projection } = compileSchema(param.schema, FULL_2020_12);
    const { $defs = {}, ...schema } = projection;
    compiled = { validator, projection: standAlone(schema, isJsonObject($defs) ? $defs : {}) };
    COMPILED.set(param, compiled);
  }
  return compiled;
}
