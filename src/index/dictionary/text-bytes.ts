/**
 * Texts as bytes: UTF-8, and a surrogate without its partner as the three bytes that its code unit would have, so
 * that every JavaScript string comes back as it was.
 */

/** Bytes that a text takes at most. */
export function maxTextBytes(text: string): number {
  return 3 * text.length;
}

/** Writes a text from `at` on; gives the place behind it. */
export function writeText(bytes: Uint8Array, at: number, text: string): number {
  let end = at;
  for (let i = 0; i < text.length; i++) {
    let point = text.charCodeAt(i);
    if (point < 0x80) {
      bytes[end++] = point;
      continue;
    }
    if (point < 0x800) {
      bytes[end++] = 0xc0 | (point >>> 6);
    } else {
      const next = point >= 0xd800 && point < 0xdc00 ? text.charCodeAt(i + 1) : 0;
      if (next >= 0xdc00 && next < 0xe000) {
        point = 0x10000 + ((point - 0xd800) << 10) + (next - 0xdc00);
        i++;
        bytes[end++] = 0xf0 | (point >>> 18);
        bytes[end++] = 0x80 | ((point >>> 12) & 0x3f);
      } else {
        bytes[end++] = 0xe0 | (point >>> 12);
      }
      bytes[end++] = 0x80 | ((point >>> 6) & 0x3f);
    }
    bytes[end++] = 0x80 | (point & 0x3f);
  }
  return end;
}

export function readText(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  return text.includes('\ufffd') ? readUnits(bytes, start, end) : text;
}

/** What Node's decoder does not take: lone surrogates. */
function readUnits(bytes: Uint8Array, start: number, end: number): string {
  const points: number[] = [];
  for (let i = start; i < end; ) {
    const lead = bytes[i++]!;
    const more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    let point = more === 0 ? lead : lead & (0x3f >>> more);
    for (let k = 0; k < more; k++) point = (point << 6) | (bytes[i++]! & 0x3f);
    points.push(point);
  }
  return points.map((point) => String.fromCodePoint(point)).join('');
}

/** A stretch of bytes that holds a text. */
export interface TextAt {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** From this lead byte on, the order of bytes is not that of UTF-16 code units. */
const UNORDERED = 0xed;

/** Below zero when `a` comes first by UTF-16 code unit. */
export function compareTexts(a: TextAt, b: TextAt): number {
  const length = Math.min(a.end - a.start, b.end - b.start);
  for (let i = 0; i < length; i++) {
    const left = a.bytes[a.start + i]!;
    const right = b.bytes[b.start + i]!;
    if (left === right) continue;
    if (left < UNORDERED || right < UNORDERED) return left - right;
    return readText(a.bytes, a.start, a.end) < readText(b.bytes, b.start, b.end) ? -1 : 1;
  }
  return a.end - a.start - (b.end - b.start);
}
