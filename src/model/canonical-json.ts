import type { Json } from './entry.ts';

/**
 * Canonical JSON (RFC 8785): members sorted by UTF-16 code unit, no white space, numbers and strings as
 * ECMAScript writes them. Two deviations, because the text is a fingerprint and not a signature: a lone
 * surrogate is written as its escape instead of being refused, and a number beyond the range of a double is
 * written as null (`bounds.ts` refuses such an entry before).
 *
 * Recurses once a level: the depth of the text has been checked before.
 */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, child]) => `${JSON.stringify(name)}:${canonicalJson(child)}`).join(',')}}`;
}
