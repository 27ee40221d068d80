// Lists of entry numbers, strictly ascending u32, and bit sets.

export function setList(bits: usize, list: usize, length: usize): void {
  const end = list + (length << 2);
  for (; list < end; list += 4) {
    const entry = load<u32>(list);
    const at = bits + (entry >> 3);
    store<u8>(at, <u8>(<u32>load<u8>(at) | (1 << (entry & 7))));
  }
}

export function countList(bits: usize, list: usize, length: usize): u32 {
  const end = list + (length << 2);
  const endOfTwos = list + ((length >> 1) << 3);
  let even: u32 = 0;
  let odd: u32 = 0;
  for (; list < endOfTwos; list += 8) {
    const one = load<u32>(list);
    const other = load<u32>(list, 4);
    even += (load<u32>(bits + ((one >> 5) << 2)) >> (one & 31)) & 1;
    odd += (load<u32>(bits + ((other >> 5) << 2)) >> (other & 31)) & 1;
  }
  if (list < end) {
    const one = load<u32>(list);
    even += (load<u32>(bits + ((one >> 5) << 2)) >> (one & 31)) & 1;
  }
  return even + odd;
}

export function toList(to: usize, bits: usize, blocks: usize): u32 {
  const start = to;
  const end = bits + (blocks << 4);
  for (let first: u32 = 0; bits < end; bits += 8, first += 64) {
    for (let word = load<u64>(bits); word !== 0; word &= word - 1) {
      store<u32>(to, first + <u32>ctz(word));
      to += 4;
    }
  }
  return <u32>((to - start) >> 2);
}
