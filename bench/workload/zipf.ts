import type { Random } from './random.ts';

/** Draws ranks from 0 to `size` - 1, rank r with a probability proportional to 1 / (r + 1). */
export type DrawRank = (random: Random) => number;

/** Prepares draws by Walker's alias method: two numbers a draw, whatever the size. */
export function compileZipf(size: number): DrawRank {
  const weights = Float64Array.from({ length: size }, (_, rank) => 1 / (rank + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const keep = weights.map((weight) => (weight * size) / sum);
  const alias = Uint32Array.from(keep.keys());
  const small: number[] = [];
  const large: number[] = [];
  for (const [rank, share] of keep.entries()) (share < 1 ? small : large).push(rank);
  while (small.length > 0 && large.length > 0) {
    const poor = small.pop()!;
    const rich = large.at(-1)!;
    alias[poor] = rich;
    keep[rich]! -= 1 - keep[poor]!;
    if (keep[rich]! < 1) small.push(large.pop()!);
  }
  // What rounding has left over is full.
  for (const rank of [...small, ...large]) keep[rank] = 1;
  return (random) => {
    const slot = random.integer(size);
    return random.fraction() < keep[slot]! ? slot : alias[slot]!;
  };
}
