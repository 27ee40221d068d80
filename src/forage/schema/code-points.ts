/** Length of a text in code points; a lone surrogate counts as one, as everywhere in JSON Schema. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let at = 1; at < text.length; at++) {
    if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) {
      length -= 1;
      at += 1;
    }
  }
  return length;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
