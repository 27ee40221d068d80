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

export function countAnd(a: usize, b: usize, blocks: usize): u32 {
  const end = a + (blocks << 4);
  let even: u64 = 0;
  let odd: u64 = 0;
  for (; a < end; a += 16, b += 16) {
    even += popcnt(load<u64>(a) & load<u64>(b));
    odd += popcnt(load<u64>(a, 8) & load<u64>(b, 8));
  }
  return <u32>(even + odd);
}

export function sumSlices(bits: usize, slices: usize, sliceCount: u32, blocks: usize): f64 {
  let sum: u64 = 0;
  for (let slice: u32 = 0; slice < sliceCount; slice++) {
    sum += (<u64>countAnd(bits, slices, blocks)) << slice;
    slices += blocks << 4;
  }
  return <f64>sum;
}
