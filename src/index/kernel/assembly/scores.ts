// Scores: one u16 an entry.

export function addScores(scores: usize, list: usize, impacts: usize, length: usize, weight: u32): void {
  const end = list + (length << 2);
  const endOfFours = list + ((length >> 2) << 4);
  for (; list < endOfFours; list += 16, impacts += 4) {
    addScore(scores, load<u32>(list), weight * <u32>load<u8>(impacts));
    addScore(scores, load<u32>(list, 4), weight * <u32>load<u8>(impacts, 1));
    addScore(scores, load<u32>(list, 8), weight * <u32>load<u8>(impacts, 2));
    addScore(scores, load<u32>(list, 12), weight * <u32>load<u8>(impacts, 3));
  }
  for (; list < end; list += 4, impacts++) {
    addScore(scores, load<u32>(list), weight * <u32>load<u8>(impacts));
  }
}

function addScore(scores: usize, entry: u32, weighted: u32): void {
  const at = scores + (entry << 1);
  store<u16>(at, <u16>(<u32>load<u16>(at) + (weighted >> 4)));
}

export function combinePassages(
  scores: usize,
  passageScores: usize,
  owners: usize,
  passages: usize,
  share: u32,
): void {
  const zero = i16x8.splat(0);
  const endOfBlocks = passageScores + ((passages >> 5) << 6);
  for (; passageScores < endOfBlocks; passageScores += 64, owners += 128) {
    // Few passages hold a word of the query.
    const a = v128.load(passageScores);
    const b = v128.load(passageScores, 16);
    const c = v128.load(passageScores, 32);
    const d = v128.load(passageScores, 48);
    if (!v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) continue;
    const low = i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.ne(a, zero), i16x8.ne(b, zero)));
    const high = i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.ne(c, zero), i16x8.ne(d, zero)));
    for (let mask = low | (high << 16); mask !== 0; mask &= mask - 1) {
      const i = <usize>ctz(mask);
      combine(scores, load<u16>(passageScores + (i << 1)), load<u32>(owners + (i << 2)), share);
    }
  }
  for (let i: usize = 0; i < (passages & 31); i++) {
    combine(scores, load<u16>(passageScores + (i << 1)), load<u32>(owners + (i << 2)), share);
  }
}

function combine(scores: usize, passageScore: u32, owner: u32, share: u32): void {
  const at = scores + (owner << 1);
  store<u16>(at, <u16>max<u32>(load<u16>(at), (share * passageScore) >> 8));
}

export function topTen(top: usize, scores: usize, bits: usize, blocks: usize): void {
  const end = bits + (blocks << 4);
  let tenth = i16x8.splat(load<i16>(top, 18));
  for (; bits < end; bits += 16, scores += 256) {
    if (!v128.any_true(v128.load(bits))) continue;
    let above = i16x8.splat(0);
    for (let at = scores; at < scores + 256; at += 64) {
      above = v128.or(above, i16x8.sub_sat_u(v128.load(at), tenth));
      above = v128.or(above, i16x8.sub_sat_u(v128.load(at, 16), tenth));
      above = v128.or(above, i16x8.sub_sat_u(v128.load(at, 32), tenth));
      above = v128.or(above, i16x8.sub_sat_u(v128.load(at, 48), tenth));
    }
    if (!v128.any_true(above)) continue;
    for (let eight: usize = 0; eight < 16; eight++) {
      const at = scores + (eight << 4);
      let mask = <i32>load<u8>(bits + eight) & i16x8.bitmask(i16x8.gt_u(v128.load(at), tenth));
      if (mask === 0) continue;
      for (; mask !== 0; mask &= mask - 1) offer(top, load<u16>(at + ((<usize>ctz(mask)) << 1)));
      tenth = i16x8.splat(load<i16>(top, 18));
    }
  }
}

function offer(top: usize, score: u32): void {
  let at = top + 18;
  if (score <= <u32>load<u16>(at)) return;
  for (; at > top && <u32>load<u16>(at - 2) < score; at -= 2) store<u16>(at, load<u16>(at - 2));
  store<u16>(at, <u16>score);
}

export function atLeast(to: usize, scores: usize, bits: usize, blocks: usize, threshold: u32): void {
  const end = bits + (blocks << 4);
  const least = i16x8.splat(<i16>threshold);
  for (; bits < end; bits += 16, to += 16, scores += 256) {
    const block = v128.load(bits);
    if (!v128.any_true(block)) {
      v128.store(to, block);
      continue;
    }
    for (let sixteen: usize = 0; sixteen < 8; sixteen++) {
      const at = scores + (sixteen << 5);
      const mask = i8x16.bitmask(
        i8x16.narrow_i16x8_s(i16x8.ge_u(v128.load(at), least), i16x8.ge_u(v128.load(at, 16), least)),
      );
      store<u16>(to + (sixteen << 1), load<u16>(bits + (sixteen << 1)) & <u16>mask);
    }
  }
}
