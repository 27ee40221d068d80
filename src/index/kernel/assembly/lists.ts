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
  const endOfFours = list + ((length >> 2) << 4);
  let even: u32 = 0;
  let odd: u32 = 0;
  for (; list < endOfFours; list += 16) {
    even += bitOf(bits, load<u32>(list));
    odd += bitOf(bits, load<u32>(list, 4));
    even += bitOf(bits, load<u32>(list, 8));
    odd += bitOf(bits, load<u32>(list, 12));
  }
  for (; list < end; list += 4) even += bitOf(bits, load<u32>(list));
  return even + odd;
}

/** Shifts are by the entry modulo 32, as the instruction takes them. */
function bitOf(bits: usize, entry: u32): u32 {
  return (load<u32>(bits + ((entry >> 5) << 2)) >> entry) & 1;
}

export function toList(to: usize, bits: usize, blocks: usize): u32 {
  const start = to;
  const end = bits + (blocks << 4);
  for (let first: u32 = 0; bits < end; bits += 16, first += 128) {
    if (!v128.any_true(v128.load(bits))) continue;
    for (let word = load<u64>(bits); word !== 0; word &= word - 1, to += 4) {
      store<u32>(to, first + <u32>ctz(word));
    }
    for (let word = load<u64>(bits, 8); word !== 0; word &= word - 1, to += 4) {
      store<u32>(to, first + 64 + <u32>ctz(word));
    }
  }
  return <u32>((to - start) >> 2);
}
