import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json, JsonObject } from '../../src/model/entry.ts';

/**
 * ajv's verdict over a schema of JSON Schema 2020-12: the judge of record. Undefined where ajv itself gives
 * way: endless recursion behind a branch that admits nothing, and variables that its code forgets to declare.
 */
export function judgeOf(schema: JsonObject): (value: Json) => boolean | undefined {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    // Without it a member counts as present when the prototype has one of its name.
    ownProperties: true,
    // ajv divides doubles; 19.99 is a multiple of .01 for everyone else.
    multipleOfPrecision: 9,
    inlineRefs: false,
    code: { regExp: Object.assign(readPattern, { code: 'new RegExp' }) },
  });
  addFormats.default(ajv, { mode: 'full' });
  const validate = ajv.compile(schema);
  return (value) => {
    try {
      return validate(value) === true;
    } catch (error) {
      if (error instanceof RangeError || error instanceof ReferenceError) return undefined;
      throw error;
    }
  };
}

/** As the flag u reads it; what is only wrong with the flag, such as an idle escape, as without. */
function readPattern(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}
