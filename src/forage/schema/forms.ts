import type { NormalForm } from './normal-form.ts';
import { ALL_TYPES, simplifyTypes, type ValueType } from './value-types.ts';

export const ANY: NormalForm = { kind: 'any' };

/** Values of these types, without further conditions. */
export function ofTypes(types: readonly ValueType[]): NormalForm {
  if (ALL_TYPES.every((type) => types.includes(type))) return ANY;
  const options = types.map(ofType);
  const [only] = options;
  return only !== undefined && options.length === 1 ? only : { kind: 'union', options };
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
  if (kind === 'exactly-one') return { kind, options };
  if (options.some((option) => option.kind === 'any')) return ANY;
  // Bare types have an order of their own, so that the source's shows nowhere.
  const types = findBareTypes({ kind, options });
  return types === undefined ? { kind, options } : ofTypes(simplifyTypes(types));
}

/** The types of a form that admits every value of them and says nothing else. */
function findBareTypes(form: NormalForm): readonly ValueType[] | undefined {
  if (form.annotations !== undefined) return undefined;
  if (form.kind === 'union') {
    const types = form.options.map(findBareTypes);
    return types.includes(undefined) ? undefined : types.flatMap((each) => each ?? []);
  }
  return isFree(form) ? typesOf(form) : undefined;
}

/** The types that values of a form have at the most, as far as it says so at its top. */
export function typesOf(form: NormalForm): readonly ValueType[] {
  if (form.kind === 'all') return form.base === undefined ? ALL_TYPES : typesOf(form.base);
  if (form.kind === 'number') return [form.integer ? 'integer' : 'number'];
  const type = ALL_TYPES.find((each) => each === form.kind);
  return type === undefined ? ALL_TYPES : [type];
}

/** True when a form admits every value of its type: `minLength: 0` says nothing. */
export function isFree(form: NormalForm): boolean {
  switch (form.kind) {
    case 'null':
    case 'boolean':
      return true;
    case 'string':
      return noneOf(form.minLength, form.maxLength, form.pattern, form.format);
    case 'number': {
      const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = form;
      return noneOf(minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format);
    }
    case 'object':
      return (
        form.properties.size + form.required.size + form.patterns.length === 0 &&
        form.additional.kind === 'any' &&
        noneOf(form.names, form.dependents, form.minProperties, form.maxProperties)
      );
    case 'array':
      return (
        form.prefix.length === 0 &&
        form.items.kind === 'any' &&
        !form.unique &&
        noneOf(form.contains, form.minItems, form.maxItems)
      );
    default:
      return false;
  }
}

function noneOf(...limits: readonly unknown[]): boolean {
  return limits.every((limit) => limit === undefined);
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
