/** Uniform draws: an integer from 0 to `below` - 1, or a fraction from 0 up to 1. */
export interface Random {
  integer(below: number): number;
  fraction(): number;
}

/** xoroshiro64** (Blackman and Vigna), seeded by mixing the numbers: each tuple has a stream of its own. */
export function createRandom(...seeds: readonly number[]): Random {
  let low = 0x9e37_79b9;
  let high = 0x243f_6a88;
  for (const seed of seeds) {
    low = mix(low ^ seed);
    high = mix((high + low) | 0);
  }
  if (low === 0 && high === 0) high = 1;
  const fraction = (): number => {
    const result = Math.imul(rotate(Math.imul(low, 0x9e37_79bb), 5), 5);
    const crossed = high ^ low;
    low = rotate(low, 26) ^ crossed ^ (crossed << 9);
    high = rotate(crossed, 13);
    return (result >>> 0) / 4_294_967_296;
  };
  return { fraction, integer: (below) => Math.floor(fraction() * below) };
}

/** The finaliser of MurmurHash3. */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return hash ^ (hash >>> 16);
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}
