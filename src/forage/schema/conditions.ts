import { type Json, type JsonObject, member } from '../../model/entry.ts';
import { ANY } from './forms.ts';
import type { NormalForm } from './normal-form.ts';
import {
  findSchema,
  malformed,
  pointerTo,
  type RawSchema,
  readNames,
  readSchemaMap,
} from './read-keyword.ts';

/** Normalises a schema for the same value. */
type Normalise = (schema: RawSchema, pointer: string) => NormalForm;

const NEVER: NormalForm = { kind: 'never' };

/** What `not` and `if` ask of a value; those that say nothing are left out. */
export function readConditions(schema: JsonObject, pointer: string, normalise: Normalise): NormalForm[] {
  const find = (keyword: string): NormalForm | undefined => {
    const found = findSchema(schema, keyword, pointer);
    return found === undefined ? undefined : normalise(found, pointerTo(pointer, keyword));
  };
  const not = find('not');
  const condition = find('if');
  const [whenTrue, whenFalse] = [find('then') ?? ANY, find('else') ?? ANY];
  return [
    ...(not === undefined ? [] : [negate(not)]),
    ...(condition === undefined ? [] : [decide(condition, whenTrue, whenFalse)]),
  ];
}

function negate(form: NormalForm): NormalForm {
  if (form.kind === 'any') return NEVER;
  return form.kind === 'never' ? ANY : { kind: 'not', form };
}

function decide(condition: NormalForm, whenTrue: NormalForm, whenFalse: NormalForm): NormalForm {
  if (whenTrue.kind === 'any' && whenFalse.kind === 'any') return ANY;
  if (condition.kind === 'any') return whenTrue;
  return condition.kind === 'never' ? whenFalse : { kind: 'if', condition, whenTrue, whenFalse };
}

/** What an object is asked to be as a whole where it has a member of a name; undefined when nothing. */
export function readDependents(
  schema: JsonObject,
  pointer: string,
  normalise: Normalise,
): ReadonlyMap<string, NormalForm> | undefined {
  const schemas = readSchemaMap(schema, 'dependentSchemas', pointer).map(
    ([name, child]) => [name, child, pointerTo(pointer, 'dependentSchemas', name)] as const,
  );
  const names = member(schema, 'dependentRequired') ?? {};
  if (typeof names !== 'object' || names === null || Array.isArray(names)) {
    throw malformed(pointerTo(pointer, 'dependentRequired'), 'an object of lists of names');
  }
  const at = pointerTo(pointer, 'dependentRequired');
  const required = Object.entries(names as JsonObject).map(([name]) => {
    const list: Json = [...readNames(names as JsonObject, name, at)];
    return [name, { required: list }, pointerTo(at, name)] as const;
  });
  const dependents = new Map<string, NormalForm>();
  for (const name of new Set([...schemas, ...required].map(([each]) => each))) {
    const parts = [...schemas, ...required].filter(([each]) => each === name);
    const [only] = parts;
    const form =
      parts.length === 1 && only !== undefined
        ? normalise(only[1], only[2])
        : normalise({ allOf: parts.map(([, child]) => child) }, at);
    if (form.kind !== 'any') dependents.set(name, form);
  }
  return dependents.size === 0 ? undefined : dependents;
}
