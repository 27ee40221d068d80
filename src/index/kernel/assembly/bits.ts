// Bit sets, 16 bytes a block.

export function clear(at: usize, bytes: usize): void {
  memory.fill(at, 0, bytes);
}

export function copy(to: usize, from: usize, bytes: usize): void {
  memory.copy(to, from, bytes);
}

export function and(to: usize, a: usize, b: usize, blocks: usize): void {
  const end = to + (blocks << 4);
  const endOfFours = to + ((blocks >> 2) << 6);
  for (; to < endOfFours; to += 64, a += 64, b += 64) {
    v128.store(to, v128.and(v128.load(a), v128.load(b)));
    v128.store(to, v128.and(v128.load(a, 16), v128.load(b, 16)), 16);
    v128.store(to, v128.and(v128.load(a, 32), v128.load(b, 32)), 32);
    v128.store(to, v128.and(v128.load(a, 48), v128.load(b, 48)), 48);
  }
  for (; to < end; to += 16, a += 16, b += 16) v128.store(to, v128.and(v128.load(a), v128.load(b)));
}

export function or(to: usize, a: usize, b: usize, blocks: usize): void {
  const end = to + (blocks << 4);
  const endOfFours = to + ((blocks >> 2) << 6);
  for (; to < endOfFours; to += 64, a += 64, b += 64) {
    v128.store(to, v128.or(v128.load(a), v128.load(b)));
    v128.store(to, v128.or(v128.load(a, 16), v128.load(b, 16)), 16);
    v128.store(to, v128.or(v128.load(a, 32), v128.load(b, 32)), 32);
    v128.store(to, v128.or(v128.load(a, 48), v128.load(b, 48)), 48);
  }
  for (; to < end; to += 16, a += 16, b += 16) v128.store(to, v128.or(v128.load(a), v128.load(b)));
}

export function andNot(to: usize, a: usize, b: usize, blocks: usize): void {
  const end = to + (blocks << 4);
  const endOfFours = to + ((blocks >> 2) << 6);
  for (; to < endOfFours; to += 64, a += 64, b += 64) {
    v128.store(to, v128.andnot(v128.load(a), v128.load(b)));
    v128.store(to, v128.andnot(v128.load(a, 16), v128.load(b, 16)), 16);
    v128.store(to, v128.andnot(v128.load(a, 32), v128.load(b, 32)), 32);
    v128.store(to, v128.andnot(v128.load(a, 48), v128.load(b, 48)), 48);
  }
  for (; to < end; to += 16, a += 16, b += 16) v128.store(to, v128.andnot(v128.load(a), v128.load(b)));
}

export function count(bits: usize, blocks: usize): u32 {
  return countAnd(bits, bits, blocks);
}

/** Bytes count bits up to here: 31 rounds add at most 8 to each. */
const ROUNDS: usize = 31;

/**
 * Carry-save adders (Harley and Seal) take eight blocks to one population count, which few processors have for
 * vectors.
 */
export function countAnd(a: usize, b: usize, blocks: usize): u32 {
  const end = a + (blocks << 4);
  const endOfEights = a + ((blocks >> 3) << 7);
  let ones = i8x16.splat(0);
  let twos = i8x16.splat(0);
  let fours = i8x16.splat(0);
  let eights = i32x4.splat(0);
  while (a < endOfEights) {
    const stop = min(endOfEights, a + (ROUNDS << 7));
    let bytes = i8x16.splat(0);
    for (; a < stop; a += 128, b += 128) {
      let x = v128.and(v128.load(a), v128.load(b));
      let y = v128.and(v128.load(a, 16), v128.load(b, 16));
      let firstTwos = carryOf(ones, x, y);
      ones = sumOf(ones, x, y);
      x = v128.and(v128.load(a, 32), v128.load(b, 32));
      y = v128.and(v128.load(a, 48), v128.load(b, 48));
      let secondTwos = carryOf(ones, x, y);
      ones = sumOf(ones, x, y);
      const firstFours = carryOf(twos, firstTwos, secondTwos);
      twos = sumOf(twos, firstTwos, secondTwos);
      x = v128.and(v128.load(a, 64), v128.load(b, 64));
      y = v128.and(v128.load(a, 80), v128.load(b, 80));
      firstTwos = carryOf(ones, x, y);
      ones = sumOf(ones, x, y);
      x = v128.and(v128.load(a, 96), v128.load(b, 96));
      y = v128.and(v128.load(a, 112), v128.load(b, 112));
      secondTwos = carryOf(ones, x, y);
      ones = sumOf(ones, x, y);
      const secondFours = carryOf(twos, firstTwos, secondTwos);
      twos = sumOf(twos, firstTwos, secondTwos);
      bytes = i8x16.add(bytes, i8x16.popcnt(carryOf(fours, firstFours, secondFours)));
      fours = sumOf(fours, firstFours, secondFours);
    }
    eights = i32x4.add(eights, widen(bytes));
  }
  // At most 8 × (1 + 2 + 4) for what the adders hold, and 8 for each of at most seven blocks that are left.
  let rest = i8x16.popcnt(ones);
  rest = i8x16.add(rest, i8x16.shl(i8x16.popcnt(twos), 1));
  rest = i8x16.add(rest, i8x16.shl(i8x16.popcnt(fours), 2));
  for (; a < end; a += 16, b += 16) {
    rest = i8x16.add(rest, i8x16.popcnt(v128.and(v128.load(a), v128.load(b))));
  }
  const sum = i32x4.add(i32x4.shl(eights, 3), widen(rest));
  return (
    i32x4.extract_lane(sum, 0) +
    i32x4.extract_lane(sum, 1) +
    i32x4.extract_lane(sum, 2) +
    i32x4.extract_lane(sum, 3)
  );
}

function sumOf(a: v128, b: v128, c: v128): v128 {
  return v128.xor(v128.xor(a, b), c);
}

function carryOf(a: v128, b: v128, c: v128): v128 {
  return v128.or(v128.and(a, b), v128.and(v128.xor(a, b), c));
}

function widen(bytes: v128): v128 {
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes));
}

export function sumSlices(bits: usize, slices: usize, sliceCount: u32, blocks: usize): f64 {
  let sum: u64 = 0;
  for (let slice: u32 = 0; slice < sliceCount; slice++) {
    sum += (<u64>countAnd(bits, slices, blocks)) << slice;
    slices += blocks << 4;
  }
  return <f64>sum;
}
