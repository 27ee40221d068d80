import { isJsonObject, type JsonObject, member } from '../../model/entry.ts';
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

/** A schema for an object as a whole, and where it stands. */
interface Demand {
  readonly schema: RawSchema;
  readonly at: string;
}

/** What an object is asked to be as a whole where it has a member of a name; undefined when nothing. */
export function readDependents(
  schema: JsonObject,
  pointer: string,
  normalise: Normalise,
): ReadonlyMap<string, NormalForm> | undefined {
  const asked = new Map<string, Demand[]>();
  const ask = (name: string, demand: Demand): void => {
    const others = asked.get(name);
    if (others === undefined) asked.set(name, [demand]);
    else others.push(demand);
  };
  for (const [name, child] of readSchemaMap(schema, 'dependentSchemas', pointer)) {
    ask(name, { schema: child, at: pointerTo(pointer, 'dependentSchemas', name) });
  }
  const names = member(schema, 'dependentRequired') ?? {};
  const at = pointerTo(pointer, 'dependentRequired');
  if (!isJsonObject(names)) throw malformed(at, 'an object of lists of names');
  for (const name of Object.keys(names)) {
    ask(name, { schema: { required: [...readNames(names, name, at)] }, at: pointerTo(at, name) });
  }
  const dependents = new Map<string, NormalForm>();
  for (const [name, demands] of asked) {
    const [only] = demands;
    const form =
      demands.length === 1 && only !== undefined
        ? normalise(only.schema, only.at)
        : normalise({ allOf: demands.map((demand) => demand.schema) }, at);
    if (form.kind !== 'any') dependents.set(name, form);
  }
  return dependents.size === 0 ? undefined : dependents;
}
