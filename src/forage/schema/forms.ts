import type { NormalForm } from './normal-form.ts';
import { ALL_TYPES, type ValueType } from './value-types.ts';

export const ANY: NormalForm = { kind: 'any' };

/** Values of these types, without further conditions. */
export function ofTypes(types: readonly ValueType[]): NormalForm {
  if (types === ALL_TYPES) return { kind: 'any' };
  return uniteForms('union', types.map(ofType));
}

function ofType(type: ValueType): NormalForm {
  switch (type) {
    case 'object':
      return { kind: 'object', properties: new Map(), required: new Set(), patterns: [], additional: ANY };
    case 'array':
      return { kind: 'array', prefix: [], items: ANY, unique: false };
    case 'number':
    case 'integer':
      return { kind: 'number', integer: type === 'integer' };
    default:
      return { kind: type };
  }
}

/** Values that some option admits, or exactly one. */
export function uniteForms(kind: 'union' | 'exactly-one', options: readonly NormalForm[]): NormalForm {
  const [only] = options;
  if (only !== undefined && options.length === 1) return only;
  if (kind === 'union' && options.some((option) => option.kind === 'any')) return ANY;
  return { kind, options };
}

/** Values that every part admits. */
export function conjoin(parts: readonly NormalForm[]): NormalForm {
  const [first, ...rest] = parts;
  if (first === undefined) return ANY;
  if (rest.length === 0) return first;
  const isBase = OF_ONE_TYPE.has(first.kind) && first.annotations === undefined;
  return isBase ? { kind: 'all', base: first, parts: rest } : { kind: 'all', base: undefined, parts };
}

const OF_ONE_TYPE: ReadonlySet<string> = new Set(['object', 'array', 'string', 'number', 'boolean', 'null']);
