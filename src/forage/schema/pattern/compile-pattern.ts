import { quote } from '../../../model/quote.ts';
import { SchemaRefusal } from '../refusal.ts';
import { buildAutomaton, MAX_COUNTED_OUT } from './pattern-automaton.ts';
import { assertCost } from './pattern-cost.ts';
import { type PatternNode, PatternObstacle, parsePattern } from './pattern-tree.ts';

/** Code units of one pattern: a check of its structure stays cheap. The longest known one has 1,150. */
export const MAX_PATTERN_LENGTH = 2_048;

/**
 * Compiles a pattern as JSON Schema means it (flag u, found anywhere in the text), after a check that
 * matching stays at most quadratic in the length of the text. Together with `pattern-cost.ts`, which asks the
 * engine for single characters, the only place at which foreign text becomes an expression.
 *
 * @param charge called with the work of the check, before it is done; it may throw. Some 20 µs for each unit at the worst
 */
export function compilePattern(
  pattern: string,
  pointer: string,
  charge: (work: number) => void = () => {},
): RegExp {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw new SchemaRefusal(
      'unsafe-pattern',
      pointer,
      `The pattern has ${pattern.length} characters; ${MAX_PATTERN_LENGTH} are taken`,
    );
  }
  charge(pattern.length);
  const compiled = findExpression(pattern) ?? findExpression(withoutIdleEscapes(pattern));
  if (compiled === undefined) {
    throw new SchemaRefusal(
      'invalid-pattern',
      pointer,
      `${quote(pattern)} is no regular expression of ECMAScript with the flag u`,
    );
  }
  try {
    assertTractable(parsePattern(compiled.source), charge);
  } catch (error) {
    if (!(error instanceof PatternObstacle)) throw error;
    throw new SchemaRefusal(
      'unsafe-pattern',
      pointer,
      `The pattern ${quote(pattern)} is not taken: ${error.message}`,
    );
  }
  return compiled;
}

function findExpression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

/**
 * Escapes that the flag u forbids and that mean the character itself without it, as in `\_` and `\:`. A
 * backslash that is itself escaped is passed over with the character behind it.
 */
function withoutIdleEscapes(pattern: string): string {
  return pattern.replace(/\\([\s\S])/gu, (escaped, character: string) =>
    '_:!"\'@#%&=<>~`;, '.includes(character) ? character : escaped,
  );
}

/** The check looks at pairs of states; a short pattern has many where it counts its repetitions. */
const STATE_PAIRS_PER_UNIT = 16;

function assertTractable(root: PatternNode, charge: (work: number) => void): void {
  // A search that is not tied to the start tries every start: as if anything could stand before.
  const searched: PatternNode = startsAnchored(root)
    ? root
    : { kind: 'sequence', items: [{ kind: 'repeat', item: ANYTHING, min: 0, max: Infinity }, root] };
  const automaton = buildAutomaton(searched);
  charge(Math.ceil(automaton.sets.length ** 2 / STATE_PAIRS_PER_UNIT));
  assertCost(automaton);
  for (const body of lookaheadsIn(root)) assertTractable(body, charge);
}

const ANYTHING: PatternNode = { kind: 'set', set: { source: '[^]', edges: [0], property: false } };

function startsAnchored(node: PatternNode): boolean {
  if (node.kind === 'anchor') return node.start;
  if (node.kind === 'choice') return node.options.every(startsAnchored);
  return node.kind === 'sequence' && node.items[0] !== undefined && startsAnchored(node.items[0]);
}

/** The bodies of the outermost lookaheads; under a repetition each runs once a turn. */
function lookaheadsIn(node: PatternNode, repeated = false): readonly PatternNode[] {
  switch (node.kind) {
    case 'lookahead':
      if (repeated && hasLoop(node.body)) throw new PatternObstacle('it looks far ahead inside a repetition');
      return [node.body];
    case 'sequence':
      return node.items.flatMap((item) => lookaheadsIn(item, repeated));
    case 'choice':
      return node.options.flatMap((option) => lookaheadsIn(option, repeated));
    case 'repeat':
      return lookaheadsIn(node.item, repeated || node.max > 1);
    default:
      return [];
  }
}

function hasLoop(node: PatternNode): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.items.some(hasLoop);
    case 'choice':
      return node.options.some(hasLoop);
    case 'repeat':
      return node.max > MAX_COUNTED_OUT || hasLoop(node.item);
    case 'lookahead':
      return hasLoop(node.body);
    default:
      return false;
  }
}
