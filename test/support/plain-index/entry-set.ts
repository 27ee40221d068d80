/** A set of the entries of one segment: one bit each. */
export type Bits = Uint32Array;

export function emptyBits(size: number): Bits {
  return new Uint32Array((size + 31) >>> 5);
}

export function fullBits(size: number): Bits {
  const bits = emptyBits(size).fill(0xffffffff);
  const rest = size & 31;
  if (rest !== 0) bits[bits.length - 1] = (1 << rest) - 1;
  return bits;
}

export function hasBit(bits: Bits, number: number): boolean {
  return ((bits[number >>> 5]! >>> (number & 31)) & 1) === 1;
}

export function setBit(bits: Bits, number: number): void {
  bits[number >>> 5]! |= 1 << (number & 31);
}

export function clearBit(bits: Bits, number: number): void {
  bits[number >>> 5]! &= ~(1 << (number & 31));
}

export function intersectBits(a: Bits, b: Bits): Bits {
  const both = new Uint32Array(a.length);
  for (let i = 0; i < a.length; i++) both[i] = a[i]! & b[i]!;
  return both;
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let word of bits) {
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  }
  return count;
}

/** The numbers in the set from `start` on, ascending. */
export function* eachBit(bits: Bits, start = 0): Generator<number> {
  for (let i = start >>> 5; i < bits.length; i++) {
    let word = bits[i]!;
    if (i === start >>> 5) word = (word >>> (start & 31)) << (start & 31);
    while (word !== 0) {
      const lowest = word & -word;
      yield (i << 5) + 31 - Math.clz32(lowest);
      word ^= lowest;
    }
  }
}
