import type { Automaton } from './pattern-automaton.ts';
import { type CharSet, PatternObstacle } from './pattern-tree.ts';
import { assertFewWays } from './pattern-ways.ts';

/**
 * Loops that the same text can be shared out between, one behind the other. Two make matching quadratic in
 * the length of the text, which one search through a text without `^` is anyhow; three are refused.
 */
const MAX_SHARED_LOOPS = 2;
/** Steps of the search for shared text; a pattern that needs more is refused as too complex. */
const MAX_STEPS = 400_000;

/**
 * Refuses a pattern that backtracking can make exponential or worse than quadratic. Exponential: from some
 * state two different ways lead back to it over the same text. Polynomial: text can end in an earlier loop or
 * in a later one. (Weideman et al., "Analyzing Matching Time Behavior of Backtracking Regular Expression
 * Matchers", 2016.)
 */
export function assertCost(automaton: Automaton): void {
  const overlap = overlapsOf(automaton.sets);
  const { follow } = automaton;
  const reach = follow.map((next) => reachable([...next], (state) => follow[state] ?? [], { steps: 0 }));
  assertFewWays(automaton, reach, overlap);
  assertOneWayAround(automaton, reach, overlap);
  assertFewSharedLoops(automaton, reach, overlap);
}

type Overlap = (a: number, b: number) => boolean;
/** The states that can come after each, at any distance. */
type Reach = readonly ReadonlySet<number>[];

/** Worked out once for each two different sets, of which a pattern that counts its repetitions out has few. */
function overlapsOf(sets: readonly CharSet[]): Overlap {
  const different = [...new Map(sets.map((set) => [set.source, set])).values()];
  const points = new Set([0, ...different.flatMap((set) => set.edges)]);
  // Between two edges membership does not change, so the edges stand for all characters.
  const characters = [...points]
    .filter((point) => point <= 0x10ffff)
    .map((point) => String.fromCodePoint(point));
  const members = different.map((set) => {
    const expression = new RegExp(`^(?:${set.source})$`, 'u');
    return characters.map((character) => expression.test(character));
  });
  const known = different.map((set, a) =>
    different.map((other, b) => {
      if (set.property || other.property) return true;
      return members[a]?.some((inside, at) => inside && members[b]?.[at] === true) ?? true;
    }),
  );
  const places = new Map(different.map((set, at) => [set.source, at]));
  const placeOf = sets.map((set) => places.get(set.source) ?? 0);
  return (a, b) => known[placeOf[a] ?? 0]?.[placeOf[b] ?? 0] ?? true;
}

/** Follows pairs of states over the same text: a pair that parts and comes together again is a second way. */
function assertOneWayAround({ follow, sets, doubled }: Automaton, reach: Reach, overlap: Overlap): void {
  const count = sets.length;
  if (doubled.some(([from, to]) => reach[to]?.has(from))) throw new PatternObstacle(TWO_WAYS);
  const budget = { steps: 0 };
  const next = (pair: number): number[] => {
    const found: number[] = [];
    for (const a of follow[Math.floor(pair / count)] ?? []) {
      for (const b of follow[pair % count] ?? []) if (overlap(a, b)) found.push(a * count + b);
    }
    return found;
  };
  for (let state = 0; state < count; state++) {
    if (reach[state]?.has(state) !== true) continue;
    const start = state * count + state;
    const parted = [...reachable([start], next, budget)].filter(
      (pair) => Math.floor(pair / count) !== pair % count,
    );
    // Back from the pairs that part: one search over all of them together.
    if (parted.length > 0 && reachable(parted, next, budget).has(start)) {
      throw new PatternObstacle(TWO_WAYS);
    }
  }
}

const TWO_WAYS = 'there are two ways through one of its repetitions';

function reachable(
  from: readonly number[],
  next: (state: number) => Iterable<number>,
  budget: { steps: number },
): Set<number> {
  const seen = new Set(from);
  const pending = [...from];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    for (const other of next(state)) {
      budget.steps += 1;
      if (budget.steps > MAX_STEPS) throw new PatternObstacle('it is too complex to be checked');
      if (seen.has(other)) continue;
      seen.add(other);
      pending.push(other);
    }
  }
  return seen;
}

/** Counts, along each way, the loops that the same text can be shared out between. */
function assertFewSharedLoops({ follow, sets }: Automaton, reach: Reach, overlap: Overlap): void {
  const count = sets.length;
  const isBefore = (a: number, b: number) => reach[a]?.has(b) === true;
  const loops = sets.map((_, state) => state).filter((state) => isBefore(state, state));
  const budget = { steps: 0 };
  const shares = new Map<number, number[]>();
  for (const a of loops) {
    const later = loops.filter((b) => b !== a && isBefore(a, b) && !isBefore(b, a));
    if (later.length === 0) continue;
    // Three walkers over one text: round a, from a to b, round b.
    const next = (triple: number): number[] => {
      const [x, y, z] = [Math.floor(triple / count ** 2), Math.floor(triple / count) % count, triple % count];
      const found: number[] = [];
      for (const one of follow[x] ?? []) {
        for (const two of follow[y] ?? []) {
          if (!overlap(one, two)) continue;
          for (const three of follow[z] ?? []) {
            if (overlap(one, three) && overlap(two, three)) found.push((one * count + two) * count + three);
          }
        }
      }
      return found;
    };
    shares.set(
      a,
      later.filter((b) =>
        reachable([(a * count + a) * count + b], next, budget).has((a * count + b) * count + b),
      ),
    );
  }
  const depth = new Map<number, number>();
  const longest = (state: number): number => {
    const known = depth.get(state);
    if (known !== undefined) return known;
    const length = 1 + Math.max(0, ...(shares.get(state) ?? []).map(longest));
    depth.set(state, length);
    return length;
  };
  if (loops.some((state) => longest(state) > MAX_SHARED_LOOPS)) {
    throw new PatternObstacle(`more than ${MAX_SHARED_LOOPS} of its repetitions can share out the same text`);
  }
}
