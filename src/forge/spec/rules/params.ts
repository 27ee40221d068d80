import { SchemaRefusal } from '../../../forage/schema/refusal.ts';
import { isJsonObject, type Json, member } from '../../../model/entry.ts';
import { findArgumentFault } from '../../render/argument-values.ts';
import type { ForgeParam, ForgeTool } from '../forge-spec.ts';
import { validatorOf } from '../param-schema.ts';
import type { Problems } from '../problem.ts';
import { findRepeated } from './repeated.ts';

/** The parameters of one tool: names, defaults and schemas. */
export function checkParams(tool: ForgeTool, pointer: string, problems: Problems): void {
  for (const at of findRepeated(tool.params.map(({ name }) => name))) {
    const place = `${pointer}/params/${at}/name`;
    problems.error('duplicate-param', place, `Another parameter is called ${tool.params[at]?.name} already.`);
  }
  for (const [at, param] of tool.params.entries()) checkParam(param, `${pointer}/params/${at}`, problems);
}

function checkParam(param: ForgeParam, pointer: string, problems: Problems): void {
  const { name, description } = param;
  if (name === 'confirm') {
    problems.error(
      'param-reserved',
      `${pointer}/name`,
      '`confirm` is the name of the token; call the parameter otherwise.',
    );
  }
  if (description === undefined) {
    const why = 'a model that sees only a type guesses what belongs into it';
    problems.warn('description-missing', `${pointer}/description`, `${name} has no description: ${why}.`);
  }
  if (!checkSchema(param, pointer, problems) || param.default === undefined) return;
  const fault =
    param.default === null ? 'is null; leave the default out' : findArgumentFault(param, param.default);
  if (fault !== undefined)
    problems.error('default-wrong', `${pointer}/default`, `The default of ${name} ${fault}.`);
}

/** True when there is no schema, or one that compiles. */
function checkSchema(param: ForgeParam, pointer: string, problems: Problems): boolean {
  const { schema, type } = param;
  if (schema === undefined) return true;
  if (schema.type !== type) {
    const rule = `The type of the schema is that of the parameter, ${type}; leave it out or write it alike.`;
    problems.error('schema-type', `${pointer}/schema/type`, rule);
    return false;
  }
  try {
    validatorOf(param);
    return true;
  } catch (error) {
    if (!(error instanceof SchemaRefusal)) throw error;
    const at = resolves(schema, error.pointer) ? error.pointer : '';
    problems.error('schema-refused', `${pointer}/schema${at}`, `${error.reason}.`);
    return false;
  }
}

/** True when a JSON Pointer names something in a schema as it is written, and not in what was made of it. */
function resolves(schema: Json, pointer: string): boolean {
  let part: Json | undefined = schema;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(part)) part = part[Number(name)];
    else part = part !== undefined && isJsonObject(part) ? member(part, name) : undefined;
    // The type that the parameter lends its schema is written nowhere.
    if (part === undefined) return false;
  }
  return true;
}
