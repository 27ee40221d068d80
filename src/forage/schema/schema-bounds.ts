import { isJsonObject, type Json } from '../../model/entry.ts';
import { SchemaRefusal } from './refusal.ts';

/** Nesting of a schema, examples and defaults included. The deepest of the known API documents has 30. */
export const MAX_SCHEMA_DEPTH = 64;
/** Objects, arrays and scalars of one schema; the budget of a whole document is the same. */
export const MAX_SCHEMA_NODES = 50_000;

/**
 * Refuses a schema beyond the bounds, iteratively: it runs before anything that recurses.
 *
 * Errors: `too-large`, `too-deep`, those of `charge`.
 *
 * @param charge called with the nodes that were looked at, also where the schema is then refused
 */
export function measureSchema(schema: Json, charge: (nodes: number) => void = () => {}): void {
  const { nodes, refusal } = measure(schema);
  charge(nodes);
  if (refusal !== undefined) throw refusal;
}

function measure(schema: Json): { readonly nodes: number; readonly refusal?: SchemaRefusal } {
  const pending: (readonly [value: Json, depth: number])[] = [[schema, 1]];
  let nodes = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, depth] = next;
    nodes += 1;
    if (nodes > MAX_SCHEMA_NODES) {
      const reason = `The schema has more than ${MAX_SCHEMA_NODES} nodes`;
      return { nodes, refusal: new SchemaRefusal('too-large', '', reason) };
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_SCHEMA_DEPTH) {
      const reason = `The schema nests deeper than ${MAX_SCHEMA_DEPTH} levels`;
      return { nodes, refusal: new SchemaRefusal('too-deep', '', reason) };
    }
    const children: readonly Json[] = isJsonObject(value) ? Object.values(value) : value;
    for (const child of children) pending.push([child, depth + 1]);
  }
  return { nodes };
}
