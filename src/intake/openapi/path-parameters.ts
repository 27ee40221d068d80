import { quote } from '../../model/quote.ts';
import type { ReadParameter } from './parameters.ts';
import type { IntakeRules } from './profile.ts';
import { OperationRefusal } from './refusal.ts';

/**
 * Holds the parameters of an operation against the variables of its path. The full profile describes what has to be
 * so anyhow: a path parameter is required, and a variable that is not declared is a text.
 *
 * Errors: `path-parameters`.
 */
export function matchPath(
  variables: readonly string[],
  exposed: readonly ReadParameter[],
  rules: IntakeRules,
): readonly ReadParameter[] {
  const declared = exposed.map(({ call }) => call).filter((call) => call.in === 'path');
  for (const { name, required } of declared) {
    if (!variables.includes(name)) throw refuse(`The path has no variable ${quote(name)}, which is declared`);
    if (!required && rules === 'strict') throw refuse(`The path parameter ${quote(name)} is not required`);
  }
  const undeclared = variables.filter((name) => !declared.some((parameter) => parameter.name === name));
  const [first] = undeclared;
  if (first !== undefined && rules === 'strict') {
    throw refuse(`The variable ${quote(first)} of the path is not declared`);
  }
  return [...exposed.map(demand), ...undeclared.map(imply)];
}

function demand(parameter: ReadParameter): ReadParameter {
  const { call } = parameter;
  return call.in === 'path' ? { ...parameter, call: { ...call, required: true } } : parameter;
}

function imply(name: string): ReadParameter {
  return {
    call: { in: 'path', name, required: true, style: 'simple', explode: false },
    schema: { type: 'string' },
    object: {},
  };
}

function refuse(reason: string): OperationRefusal {
  return new OperationRefusal('path-parameters', reason);
}
