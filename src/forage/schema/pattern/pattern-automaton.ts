import { type CharSet, type PatternNode, PatternObstacle } from './pattern-tree.ts';

/**
 * The automaton of a pattern: one state for each character that it writes down, and which may follow which.
 * Repetitions are drawn as loops, counted ones too, so that it allows more words than the pattern, never
 * fewer.
 */
export interface Automaton {
  readonly sets: readonly CharSet[];
  readonly follow: readonly ReadonlySet<number>[];
  /** The states that can come first. */
  readonly first: ReadonlySet<number>;
  /** Steps that the pattern allows in two ways, as `(a+)+` lets one a follow another. */
  readonly doubled: readonly (readonly [from: number, to: number])[];
}

/** Characters written down in one pattern, exact repetitions counted out. The check is cubic in them. */
export const MAX_PATTERN_STATES = 256;
/** A repetition up to this is counted out; a longer one is drawn as a loop. */
export const MAX_COUNTED_OUT = 4;
/** The same where there is one way to read it: characters one after the other, so many times. */
const MAX_FIXED_COUNTED_OUT = 64;

interface Part {
  readonly first: ReadonlySet<number>;
  readonly last: ReadonlySet<number>;
  readonly empty: boolean;
}

/** Refuses repetitions of what can be empty: the engine then has many ways to read nothing. */
export function buildAutomaton(root: PatternNode): Automaton {
  const sets: CharSet[] = [];
  const follow: Set<number>[] = [];
  const doubled: [number, number][] = [];

  const connect = (from: ReadonlySet<number>, to: ReadonlySet<number>) => {
    for (const state of from) {
      for (const next of to) {
        if (follow[state]?.has(next)) doubled.push([state, next]);
        follow[state]?.add(next);
      }
    }
  };

  const build = (node: PatternNode): Part => {
    switch (node.kind) {
      case 'set': {
        if (sets.length >= MAX_PATTERN_STATES) {
          throw new PatternObstacle(`it writes down more than ${MAX_PATTERN_STATES} characters`);
        }
        sets.push(node.set);
        follow.push(new Set());
        const own = new Set([sets.length - 1]);
        return { first: own, last: own, empty: false };
      }
      case 'anchor':
        return EMPTY;
      case 'lookahead':
        // It is gone into wherever the pattern gets to it, and nothing follows from there.
        return { first: build(node.body).first, last: new Set(), empty: true };
      case 'sequence':
        return chain(node.items.map((item) => () => build(item)));
      case 'choice': {
        const parts = node.options.map(build);
        return {
          first: new Set(parts.flatMap((part) => [...part.first])),
          last: new Set(parts.flatMap((part) => [...part.last])),
          empty: parts.some((part) => part.empty),
        };
      }
      case 'repeat':
        return repeat(node);
    }
  };

  const chain = (builders: readonly (() => Part)[]): Part =>
    builders.reduce<Part>((before, make) => {
      const part = make();
      connect(before.last, part.first);
      return {
        first: before.empty ? new Set([...before.first, ...part.first]) : before.first,
        last: part.empty ? new Set([...before.last, ...part.last]) : part.last,
        empty: before.empty && part.empty,
      };
    }, EMPTY);

  const repeat = ({ item, min, max }: PatternNode & { readonly kind: 'repeat' }): Part => {
    if (max === 0) return EMPTY;
    if (max <= MAX_COUNTED_OUT || (min === max && max <= MAX_FIXED_COUNTED_OUT && isFixed(item))) {
      // From the inside: (item (item (item)?)?)?, so that there is one way to read fewer.
      let rest: Part = EMPTY;
      for (let copy = max; copy > 0; copy--) {
        const inner = rest;
        const whole = chain([() => build(item), () => inner]);
        rest = { ...whole, empty: whole.empty || copy > min };
      }
      return rest;
    }
    const part = build(item);
    if (part.empty) throw new PatternObstacle('it repeats what can be empty');
    connect(part.last, part.first);
    return { ...part, empty: min === 0 };
  };

  const { first } = build(root);
  return { sets, follow, first, doubled };
}

const EMPTY: Part = { first: new Set(), last: new Set(), empty: true };

/** True where there is one way to read the node: characters one after the other. */
function isFixed(node: PatternNode): boolean {
  if (node.kind === 'sequence') return node.items.every(isFixed);
  if (node.kind === 'repeat') return node.min === node.max && isFixed(node.item);
  return node.kind === 'set' || node.kind === 'anchor';
}
