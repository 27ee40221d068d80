import { type DocumentNode, Kind, type OperationDefinitionNode, type VariableDefinitionNode } from 'graphql';
import { quote } from '../../../model/quote.ts';
import { findNearest } from '../../../text/nearest.ts';
import type { ForgeTool } from '../forge-spec.ts';
import type { Problems } from '../problem.ts';
import { findOperationFaults, readQuery } from '../query-document.ts';
import { findRepeated } from './repeated.ts';
import { findVariableFault } from './variable-type.ts';

/**
 * One operation; and the variables that it uses (in fragments as well), those that it declares, those that are
 * listed, and the parameters are the same set, of types that fit. True: it can be read.
 */
export function checkGraphqlTool(tool: ForgeTool, pointer: string, problems: Problems): boolean {
  const at = `${pointer}/query`;
  const document = readQuery(tool.query ?? '');
  if (typeof document === 'string') {
    problems.error('graphql-syntax', at, document);
    return false;
  }
  const operation = getOperation(document, at, problems);
  if (operation === undefined) return false;
  for (const fault of findOperationFaults(document)) problems.error('graphql-rule', at, fault);
  checkVariables(tool, operation, pointer, problems);
  return true;
}

function getOperation(
  document: DocumentNode,
  at: string,
  problems: Problems,
): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const foreign = document.definitions.find(
    (node) => node.kind !== Kind.OPERATION_DEFINITION && node.kind !== Kind.FRAGMENT_DEFINITION,
  );
  if (foreign !== undefined) {
    problems.error('graphql-operations', at, 'The query defines types; it has one operation, and fragments.');
    return undefined;
  }
  const [operation] = operations;
  if (operation === undefined || operations.length > 1) {
    const rule = `The query has ${operations.length} operations; a tool is exactly one.`;
    problems.error('graphql-operations', at, rule);
    return undefined;
  }
  if (operation.operation !== 'subscription') return operation;
  problems.error('graphql-operations', at, 'A subscription is no call with one answer; use a query.');
  return undefined;
}

function checkVariables(
  tool: ForgeTool,
  operation: OperationDefinitionNode,
  pointer: string,
  problems: Problems,
): void {
  const declared = new Map(
    (operation.variableDefinitions ?? []).map((each) => [each.variable.name.value, each]),
  );
  const params = tool.params.map(({ name }) => name);
  const listed = tool.variables;
  if (listed === undefined && declared.size > 0) {
    const rule = `\`variables\` is missing; the query has ${[...declared.keys()].join(', ')}.`;
    problems.error('graphql-variables', `${pointer}/variables`, rule);
  }
  for (const at of findRepeated(listed ?? [])) {
    problems.error(
      'graphql-variables',
      `${pointer}/variables/${at}`,
      `${quote(listed?.[at] ?? '')} is listed twice.`,
    );
  }
  for (const [at, name] of (listed ?? []).entries()) {
    const place = `${pointer}/variables/${at}`;
    if (!declared.has(name)) {
      problems.error(
        'graphql-variables',
        place,
        `The query has no variable $${name}; ${hint(name, [...declared.keys()])}`,
      );
    }
    if (!params.includes(name)) {
      problems.error(
        'param-unknown',
        place,
        `The tool has no parameter ${quote(name)}; ${hint(name, params)}`,
      );
    }
  }
  for (const name of declared.keys()) {
    if (listed === undefined || listed.includes(name)) continue;
    problems.error(
      'graphql-variables',
      `${pointer}/variables`,
      `The variable $${name} of the query is not listed.`,
    );
  }
  checkParamTypes(tool, declared, pointer, problems);
}

function checkParamTypes(
  tool: ForgeTool,
  declared: ReadonlyMap<string, VariableDefinitionNode>,
  pointer: string,
  problems: Problems,
): void {
  for (const [at, param] of tool.params.entries()) {
    const place = `${pointer}/params/${at}`;
    const definition = declared.get(param.name);
    if (definition === undefined) {
      if (tool.variables?.includes(param.name) || param.name === 'confirm') continue;
      problems.error('param-unused', place, `The query does not use ${quote(param.name)}.`);
      continue;
    }
    const fault = findVariableFault(param, definition);
    if (fault !== undefined) problems.error(fault.code, `${place}/${fault.member}`, fault.message);
  }
}

function hint(name: string, names: readonly string[]): string {
  const meant = findNearest(name, names);
  if (meant !== undefined) return `did you mean ${quote(meant)}?`;
  return names.length === 0 ? 'there are none.' : `there are ${names.join(', ')}.`;
}
