import { isJsonObject, type Json, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { MAX_DEPTH, MAX_NODES } from './bounds.ts';
import { tooManyNodes } from './read-yaml.ts';
import type { References } from './references.ts';
import { OperationRefusal } from './refusal.ts';
import { isLeftOut, PROTOTYPE_NAMES, SCHEMA_POSITIONS } from './schema-positions.ts';

type Kind = 'schema' | 'list' | 'map' | 'literal';

/** The nodes that the schemas of one document may still have. */
export interface Budget {
  left: number;
}

export function createBudget(): Budget {
  return { left: MAX_NODES };
}

/**
 * Walks a schema as if every reference were written out, and charges each node at each occurrence. It decodes
 * nothing, keeps a stack of its own, and ends with the budget at the latest. Gives the refusal of what can be
 * seen on the way: recursion, depth, names of the prototype.
 *
 * Errors: `document-nodes` when the budget is used up.
 */
export function chargeSchema(
  schema: Json,
  references: References,
  budget: Budget,
  siblingsCount: boolean,
): OperationRefusal | undefined {
  let refusal: OperationRefusal | undefined;
  const refuse = (code: OperationRefusal['code'], reason: string) => {
    refusal ??= new OperationRefusal(code, reason);
  };
  const open = new Set<string>();
  const pending: (readonly [value: Json, kind: Kind, depth: number] | { readonly close: string })[] = [
    [schema, 'schema', 1],
  ];
  const follow = (reference: string, depth: number) => {
    if (open.has(reference)) return refuse('recursive', `${quote(reference)} comes back to itself`);
    open.add(reference);
    pending.push({ close: reference });
    try {
      pending.push([references.get(reference), 'schema', depth]);
    } catch (error) {
      if (!(error instanceof OperationRefusal)) throw error;
      refusal ??= error;
    }
  };

  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('close' in next) {
      open.delete(next.close);
      continue;
    }
    const [value, kind, depth] = next;
    budget.left -= 1;
    if (budget.left < 0) throw tooManyNodes(MAX_NODES);
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DEPTH) {
      refuse('too-deep', `A schema nests deeper than ${MAX_DEPTH} levels with its references followed`);
    }
    if (Array.isArray(value)) {
      const inside = kind === 'list' ? 'schema' : 'literal';
      for (const item of value) pending.push([item, inside, depth + 1]);
    }
    if (!isJsonObject(value)) continue;
    const reference = kind === 'schema' ? member(value, '$ref') : undefined;
    if (typeof reference === 'string' && !siblingsCount) {
      follow(reference, depth);
      continue;
    }
    for (const [name, child] of Object.entries(value)) {
      if (PROTOTYPE_NAMES.has(name)) refuse('prototype-name', `A schema has the name ${quote(name)}`);
      if (kind === 'schema' && isLeftOut(name)) continue;
      if (name === '$ref' && kind === 'schema' && typeof child === 'string') continue;
      pending.push([child, kindOf(kind, name), depth + 1]);
    }
    if (typeof reference === 'string') follow(reference, depth);
  }
  return refusal;
}

function kindOf(parent: Kind, name: string): Kind {
  if (parent === 'map') return 'schema';
  if (parent !== 'schema') return 'literal';
  const position = SCHEMA_POSITIONS.get(name);
  return position === 'one' ? 'schema' : (position ?? 'literal');
}
