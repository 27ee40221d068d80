import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json, JsonObject } from '../../src/model/entry.ts';

/** ajv's verdict over a schema of JSON Schema 2020-12: the judge of record. */
export function judgeOf(schema: JsonObject): (value: Json) => boolean {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    // Without it a member counts as present when the prototype has one of its name.
    ownProperties: true,
    // ajv divides doubles; 19.99 is a multiple of .01 for everyone else.
    multipleOfPrecision: 9,
    inlineRefs: false,
  });
  addFormats.default(ajv, { mode: 'full' });
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema, spellOutFalse)));
  return (value) => validate(value) === true;
}

/** ajv 8.20 passes over `contains` where `prefixItems` has the schema false; spelled as `{not: {}}` it does not. */
function spellOutFalse(name: string, value: unknown): unknown {
  if (name !== 'prefixItems' || !Array.isArray(value)) return value;
  return value.map((item: unknown) => (item === false ? { not: {} } : item));
}
