import { isJsonObject, type Json, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { MAX_DEPTH, MAX_NODES } from './bounds.ts';
import { tooManyNodes } from './read-yaml.ts';
import type { References } from './references.ts';
import { OperationRefusal } from './refusal.ts';
import { isLeftOut, PROTOTYPE_NAMES, SCHEMA_POSITIONS } from './schema-positions.ts';

type Kind = 'schema' | 'list' | 'map' | 'literal';

/** What one occurrence of a reference costs, known after the first. */
interface Charge {
  readonly nodes: number;
  /** Levels of objects and arrays. */
  readonly height: number;
  readonly refusal: OperationRefusal | undefined;
}

/** The nodes that the schemas of one document may still have. */
export interface Budget {
  left: number;
  readonly charges: Map<string, Charge>;
}

export function createBudget(): Budget {
  return { left: MAX_NODES, charges: new Map() };
}

/** A reference that is being walked through, or the schema itself. */
interface Frame {
  readonly reference: string | undefined;
  readonly leftBefore: number;
  readonly depth: number;
  deepest: number;
  refusal: OperationRefusal | undefined;
}

/**
 * Walks a schema as if every reference were written out, and charges each node at each occurrence; what a
 * reference points at is walked once and charged again by its sum. It decodes nothing, keeps a stack of its own,
 * and ends with the budget at the latest. Gives the refusal of what can be seen on the way: recursion, depth,
 * names of the prototype.
 *
 * Errors: `document-nodes` when the budget is used up.
 */
export function chargeSchema(
  schema: Json,
  references: References,
  budget: Budget,
  siblingsCount: boolean,
): OperationRefusal | undefined {
  const root: Frame = createFrame(undefined, budget.left, 1);
  const frames = [root];
  const open = new Set<string>();
  const pending: (readonly [value: Json, kind: Kind, depth: number] | 'close')[] = [[schema, 'schema', 1]];
  const inner = () => frames.at(-1) ?? root;
  const refuse = (refusal: OperationRefusal) => {
    inner().refusal ??= refusal;
  };
  const spend = (nodes: number, deepest: number) => {
    budget.left -= nodes;
    if (budget.left < 0) throw tooManyNodes(MAX_NODES);
    const frame = inner();
    frame.deepest = Math.max(frame.deepest, deepest);
  };

  const follow = (reference: string, depth: number) => {
    const known = budget.charges.get(reference);
    if (known !== undefined) {
      spend(known.nodes, depth + known.height - 1);
      if (known.refusal !== undefined) refuse(known.refusal);
    } else if (open.has(reference)) {
      refuse(new OperationRefusal('recursive', `${quote(reference)} comes back to itself`));
    } else {
      open.add(reference);
      frames.push(createFrame(reference, budget.left, depth));
      pending.push('close');
      try {
        pending.push([references.get(reference), 'schema', depth]);
      } catch (error) {
        if (!(error instanceof OperationRefusal)) throw error;
        refuse(error);
      }
    }
  };
  const close = () => {
    const frame = frames.pop();
    if (frame?.reference === undefined) return;
    const { reference, leftBefore, depth, deepest, refusal } = frame;
    open.delete(reference);
    budget.charges.set(reference, { nodes: leftBefore - budget.left, height: deepest - depth + 1, refusal });
    spend(0, deepest);
    if (refusal !== undefined) refuse(refusal);
  };

  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === 'close') {
      close();
      continue;
    }
    const [value, kind, depth] = next;
    const isContainer = typeof value === 'object' && value !== null;
    spend(1, isContainer ? depth : 0);
    if (!isContainer) continue;
    if (Array.isArray(value)) {
      const inside = kind === 'list' ? 'schema' : 'literal';
      for (const item of value) pending.push([item, inside, depth + 1]);
    }
    if (!isJsonObject(value)) continue;
    const reference = kind === 'schema' ? member(value, '$ref') : undefined;
    if (typeof reference !== 'string' || siblingsCount) {
      for (const [name, child] of Object.entries(value)) {
        if (PROTOTYPE_NAMES.has(name)) {
          refuse(new OperationRefusal('prototype-name', `A schema has the name ${quote(name)}`));
        }
        const isReference = name === '$ref' && typeof reference === 'string';
        if (isReference || (kind === 'schema' && isLeftOut(name))) continue;
        pending.push([child, kindOf(kind, name), depth + 1]);
      }
    }
    if (typeof reference === 'string') follow(reference, depth);
  }
  if (root.refusal === undefined && root.deepest > MAX_DEPTH) {
    const message = `A schema nests deeper than ${MAX_DEPTH} levels with its references followed`;
    return new OperationRefusal('too-deep', message);
  }
  return root.refusal;
}

function createFrame(reference: string | undefined, leftBefore: number, depth: number): Frame {
  return { reference, leftBefore, depth, deepest: 0, refusal: undefined };
}

function kindOf(parent: Kind, name: string): Kind {
  if (parent === 'map') return 'schema';
  if (parent !== 'schema') return 'literal';
  const position = SCHEMA_POSITIONS.get(name);
  return position === 'one' ? 'schema' : (position ?? 'literal');
}
