const LONE_SURROGATE = /\p{Cs}/u;

/**
 * Percent-encodes everything but the unreserved characters of RFC 3986, so that no URL parser changes the result.
 * Undefined where the text has half a surrogate pair, which has no UTF-8.
 */
export function encodeText(text: string): string | undefined {
  if (LONE_SURROGATE.test(text)) return undefined;
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Times that a value is decoded when dot segments are looked for; nobody decodes more often. */
const MAX_DECODINGS = 8;

/**
 * True when a path value could be taken for a step in the path itself: empty, or `.` or `..` by itself or between
 * slashes, in any spelling (encoded once or several times, full-width dots). `encodeURIComponent('..')` is `..`,
 * and URL parsers collapse `%2e%2e` as well, so escaping is no answer.
 */
export function isPathStep(value: string): boolean {
  let plain = value.normalize('NFKC');
  for (let i = 0; i < MAX_DECODINGS && /%2[ef5]|%5c/i.test(plain); i++) {
    plain = plain.replace(/%2e/gi, '.').replace(/%2f/gi, '/').replace(/%5c/gi, '\\').replace(/%25/g, '%');
  }
  return plain === '' || plain.split(/[/\\]/).some((step) => step.trim() === '.' || step.trim() === '..');
}
