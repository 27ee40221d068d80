import { LarderError } from '../errors.ts';
import { type Entry, isJsonObject, type Json, member } from '../model/entry.ts';

/** Reads an entry back from the store's canonical JSON. Errors: INTERNAL_ERROR for anything else. */
export function parseStoredEntry(json: string): Entry {
  const value: Json = JSON.parse(json);
  if (!isEntry(value)) throw new LarderError('INTERNAL_ERROR', 'A stored entry is no entry.');
  return value;
}

/**
 * The stored text without some of its own members, byte by byte what `canonicalJson` makes of the rest. Reads the text
 * once and builds nothing: it is canonical, so there is no white space, and a name has one spelling.
 */
export function withoutMembersOfText(json: string, names: ReadonlySet<string>): string {
  let kept = '';
  let from = 0;
  let at = 1;
  while (json.charCodeAt(at) === QUOTE) {
    const colon = endOfString(json, at);
    const end = endOfValue(json, colon + 1);
    if (names.has(json.slice(at + 1, colon - 1))) {
      kept += json.slice(from, at);
      // Behind the comma; where this is the last member there is none.
      from = json.charCodeAt(end) === COMMA ? end + 1 : end;
    }
    at = end + 1;
  }
  kept += json.slice(from);
  return kept.endsWith(',}') ? `${kept.slice(0, -2)}}` : kept;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** Behind the closing quote of the string that opens at `start`. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  if (end < 0) throw new LarderError('INTERNAL_ERROR', 'A stored entry is no entry.');
  return end + 1;
}

function isEscaped(json: string, quote: number): boolean {
  let before = quote - 1;
  while (json.charCodeAt(before) === BACKSLASH) before--;
  return (quote - before) % 2 === 0;
}

/** At the comma or bracket behind the value that starts at `start`. */
function endOfValue(json: string, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; ) {
    const char = json[at];
    if (char === '"') {
      at = endOfString(json, at);
      continue;
    }
    if (depth === 0 && (char === ',' || char === '}')) return at;
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    at++;
  }
  throw new LarderError('INTERNAL_ERROR', 'A stored entry is no entry.');
}

/** The entry without some of its members; all others, `__proto__` among them, stay own members in their order. */
export function withoutMembers(entry: Entry, names: ReadonlySet<string>): Entry {
  const rest: Json = Object.fromEntries(Object.entries(entry).filter(([name]) => !names.has(name)));
  if (!isEntry(rest)) throw new LarderError('INTERNAL_ERROR', 'An entry lost a required member.');
  return rest;
}

/** Members that only search answers have, so that published ones of these names would be taken for ours (v0.91 section 5.3.4). */
export const SEARCH_ONLY_MEMBERS: ReadonlySet<string> = new Set(['score', 'source']);

function isEntry(value: Json): value is Entry {
  return (
    isJsonObject(value) &&
    typeof member(value, 'identifier') === 'string' &&
    typeof member(value, 'displayName') === 'string' &&
    typeof member(value, 'type') === 'string'
  );
}
