// Scores: one u16 an entry.

export function addScores(scores: usize, list: usize, impacts: usize, length: usize, weight: u32): void {
  const end = list + (length << 2);
  const endOfFours = list + ((length >> 2) << 4);
  for (; list < endOfFours; list += 16, impacts += 4) {
    // An entry stands once in a list: the four loads may go ahead of the four stores.
    const a = scores + (load<u32>(list) << 1);
    const b = scores + (load<u32>(list, 4) << 1);
    const c = scores + (load<u32>(list, 8) << 1);
    const d = scores + (load<u32>(list, 12) << 1);
    const scoreOfA = <u32>load<u16>(a) + ((weight * <u32>load<u8>(impacts)) >> 4);
    const scoreOfB = <u32>load<u16>(b) + ((weight * <u32>load<u8>(impacts, 1)) >> 4);
    const scoreOfC = <u32>load<u16>(c) + ((weight * <u32>load<u8>(impacts, 2)) >> 4);
    const scoreOfD = <u32>load<u16>(d) + ((weight * <u32>load<u8>(impacts, 3)) >> 4);
    store<u16>(a, <u16>scoreOfA);
    store<u16>(b, <u16>scoreOfB);
    store<u16>(c, <u16>scoreOfC);
    store<u16>(d, <u16>scoreOfD);
  }
  for (; list < end; list += 4, impacts++) {
    const at = scores + (load<u32>(list) << 1);
    store<u16>(at, <u16>(<u32>load<u16>(at) + ((weight * <u32>load<u8>(impacts)) >> 4)));
  }
}

export function combinePassages(
  scores: usize,
  passageScores: usize,
  owners: usize,
  passages: usize,
  share: u32,
): void {
  const endOfEights = passageScores + ((passages >> 3) << 4);
  for (; passageScores < endOfEights; passageScores += 16, owners += 32) {
    // Few passages hold a word of the query.
    if (!v128.any_true(v128.load(passageScores))) continue;
    for (let i: usize = 0; i < 8; i++) {
      combine(scores, load<u16>(passageScores + (i << 1)), load<u32>(owners + (i << 2)), share);
    }
  }
  for (let i: usize = 0; i < (passages & 7); i++) {
    combine(scores, load<u16>(passageScores + (i << 1)), load<u32>(owners + (i << 2)), share);
  }
}

function combine(scores: usize, passageScore: u32, owner: u32, share: u32): void {
  const at = scores + (owner << 1);
  const score = <u32>load<u16>(at);
  const offered = (share * passageScore) >> 8;
  store<u16>(at, <u16>max<u32>(offered, score));
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
