import { Kind, print, type TypeNode, type VariableDefinitionNode } from 'graphql';
import type { ForgeParam, ParamType } from '../forge-spec.ts';

/** What a built-in scalar takes from JSON (GraphQL specification, section 3.5). Other names say nothing by themselves. */
const SCALARS: ReadonlyMap<string, readonly ParamType[]> = new Map([
  ['Int', ['integer']],
  ['Float', ['number', 'integer']],
  ['String', ['string']],
  ['ID', ['string', 'integer']],
  ['Boolean', ['boolean']],
]);

export interface VariableFault {
  readonly code: 'graphql-type' | 'graphql-required';
  /** Of the parameter: what would have to change. */
  readonly member: 'type' | 'required';
  readonly message: string;
}

/** Where a parameter and the variable that it fills disagree; undefined when they fit. */
export function findVariableFault(
  param: ForgeParam,
  { type, defaultValue }: VariableDefinitionNode,
): VariableFault | undefined {
  const needed = type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;
  if (needed && !param.required && param.default === undefined) {
    return {
      code: 'graphql-required',
      member: 'required',
      message: `The query requires $${param.name} (${print(type)}), and the parameter may be left out.`,
    };
  }
  const taken = takenTypes(type);
  if (taken === undefined || taken.includes(param.type)) return undefined;
  return {
    code: 'graphql-type',
    member: 'type',
    message: `$${param.name} is ${print(type)}, which takes ${taken.join(' or ')}; the parameter is ${param.type}.`,
  };
}

function takenTypes(type: TypeNode): readonly ParamType[] | undefined {
  if (type.kind === Kind.NON_NULL_TYPE) return takenTypes(type.type);
  return type.kind === Kind.LIST_TYPE ? ['array'] : SCALARS.get(type.name.value);
}
