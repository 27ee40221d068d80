import type { Automaton } from './pattern-automaton.ts';
import { PatternObstacle } from './pattern-tree.ts';

/** Ways that one character leaves open, multiplied along the pattern: what the engine may try in vain. */
const MAX_OPEN_WAYS = 4_096;

/**
 * Refuses a pattern with too many places at which the next character does not say which way to go: without
 * any loop, `a?a?a?…` takes 2^n tries. What loops do to each other is not for here; each counts once.
 */
export function assertFewWays(
  { follow, first, sets }: Automaton,
  reach: readonly ReadonlySet<number>[],
  overlap: (a: number, b: number) => boolean,
): void {
  const waysFrom = (next: ReadonlySet<number>): number => {
    const open = [...next].filter((a) => [...next].some((b) => b !== a && overlap(a, b)));
    return Math.max(1, open.length);
  };
  const isLoop = (a: number, b: number) => reach[a]?.has(b) === true && reach[b]?.has(a) === true;
  const known = new Map<number, number>();
  /** The product over the whole loop that the state is in, and over the widest way behind it. */
  const waysBehind = (state: number): number => {
    const found = known.get(state);
    if (found !== undefined) return found;
    const loop = sets.map((_, other) => other).filter((other) => other === state || isLoop(state, other));
    let own = 1;
    let behind = 1;
    for (const inside of loop) {
      const next = follow[inside] ?? new Set();
      own *= waysFrom(next);
      for (const other of next) if (!loop.includes(other)) behind = Math.max(behind, waysBehind(other));
    }
    for (const inside of loop) known.set(inside, own * behind);
    return own * behind;
  };
  const most = waysFrom(first) * Math.max(1, ...[...first].map(waysBehind));
  if (most > MAX_OPEN_WAYS) throw new PatternObstacle('too many of its alternatives start alike');
}
