import { MAX_COUNTED_OUT } from './pattern-automaton.ts';
import { type PatternNode, PatternObstacle } from './pattern-tree.ts';

/**
 * Optional items and alternatives outside loops, multiplied: without any loop `a?a?a?…` takes 2^n tries. The
 * known patterns have up to 12 such places, nearly all told apart by their first character.
 */
const MAX_CHOICE_PLACES = 24;

/** Refuses a pattern with too many places at which the engine can go one way and come back for another. */
export function assertFewChoices(root: PatternNode): void {
  if (countPlaces(root) > MAX_CHOICE_PLACES) {
    throw new PatternObstacle(`it has more than ${MAX_CHOICE_PLACES} optional parts and alternatives`);
  }
}

function countPlaces(node: PatternNode): number {
  switch (node.kind) {
    case 'sequence':
      return node.items.reduce((sum, item) => sum + countPlaces(item), 0);
    case 'choice':
      return 1 + Math.max(...node.options.map(countPlaces));
    case 'repeat':
      return countRepeated(node);
    case 'lookahead':
      return countPlaces(node.body);
    default:
      return 0;
  }
}

/** A repetition that is counted out has its places as often, and one more for each time that it may end. */
function countRepeated({ item, min, max }: PatternNode & { readonly kind: 'repeat' }): number {
  const inner = countPlaces(item);
  return max > MAX_COUNTED_OUT ? inner : max - min + inner * max;
}
