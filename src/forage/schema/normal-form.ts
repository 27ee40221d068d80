import type { Json } from '../../model/entry.ts';

/**
 * What a schema says, in the few shapes that the validator is built from. Every shape but `all`, `union`,
 * `exactly-one`, `not`, `if`, `reference` and `any` admits values of one type only, so nothing depends on whether
 * a keyword stands beside its type.
 */
export type NormalForm = NormalShape & { readonly annotations?: Annotations };

export type NormalShape =
  | { readonly kind: 'any' }
  | { readonly kind: 'never' }
  | { readonly kind: 'literals'; readonly values: readonly Literal[] }
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean' }
  | StringForm
  | NumberForm
  | ObjectForm
  | ArrayForm
  | { readonly kind: 'union' | 'exactly-one'; readonly options: readonly NormalForm[] }
  | AllForm
  | { readonly kind: 'not'; readonly form: NormalForm }
  | IfForm
  | { readonly kind: 'reference'; readonly pointer: string };

/** Values that the base, which is of one type, and all parts admit. */
export interface AllForm {
  readonly kind: 'all';
  readonly base: NormalForm | undefined;
  readonly parts: readonly NormalForm[];
}

/** Values that meet the condition are judged by `whenTrue`, all others by `whenFalse`. */
export interface IfForm {
  readonly kind: 'if';
  readonly condition: NormalForm;
  readonly whenTrue: NormalForm;
  readonly whenFalse: NormalForm;
}

export type Literal = string | number | boolean | null;

/** Lengths are in code points, as JSON Schema counts them. */
export interface StringForm {
  readonly kind: 'string';
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  /** Compiled with the flag u after the check of `pattern-check.ts`. */
  readonly pattern?: RegExp | undefined;
  readonly format?: string | undefined;
}

export interface NumberForm {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly exclusiveMaximum?: number | undefined;
  readonly multipleOf?: number | undefined;
  readonly format?: string | undefined;
}

export interface ObjectForm {
  readonly kind: 'object';
  readonly properties: ReadonlyMap<string, NormalForm>;
  readonly required: ReadonlySet<string>;
  readonly patterns: readonly (readonly [RegExp, NormalForm])[];
  /** Members that neither `properties` nor a pattern names. */
  readonly additional: NormalForm;
  readonly names?: NormalForm | undefined;
  /** What the whole object has to be where it has a member of this name. */
  readonly dependents?: ReadonlyMap<string, NormalForm> | undefined;
  readonly minProperties?: number | undefined;
  readonly maxProperties?: number | undefined;
}

export interface ArrayForm {
  readonly kind: 'array';
  readonly prefix: readonly NormalForm[];
  /** Items behind the prefix. */
  readonly items: NormalForm;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly unique: boolean;
  readonly contains?: NormalForm | undefined;
  readonly minContains?: number | undefined;
  readonly maxContains?: number | undefined;
}

/** Members that say something about values and judge none; they are projected as they are. */
export type Annotations = Readonly<Record<string, Json>>;

/** The root and everything that a reference reaches, by JSON Pointer from the root. */
export interface NormalSchema {
  readonly root: NormalForm;
  readonly definitions: ReadonlyMap<string, NormalForm>;
}
