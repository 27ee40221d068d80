/**
 * A checksum (32 bits) of bytes, against disks and cut files rather than people. Four lanes, because each step waits
 * for the one before it: a gigabyte takes a third of a second.
 *
 * @param bytes start at a multiple of four in their buffer
 */
export function checksum(bytes: Uint8Array): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
  const inFours = words.length & ~3;
  let a = bytes.length | 0;
  let b = 0x9e3779b9;
  let c = 0x85ebca6b;
  let d = 0xc2b2ae35;
  for (let i = 0; i < inFours; i += 4) {
    a = mix(a, words[i]!);
    b = mix(b, words[i + 1]!);
    c = mix(c, words[i + 2]!);
    d = mix(d, words[i + 3]!);
  }
  for (let i = inFours; i < words.length; i++) a = mix(a, words[i]!);
  for (let i = words.length << 2; i < bytes.length; i++) a = mix(a, bytes[i]!);
  return mix(mix(mix(a, b), c), d) >>> 0;
}

/** A step that can be undone, so a change of one word always changes the result; rotated, so that order counts. */
function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1);
  return (mixed << 13) | (mixed >>> 19);
}
