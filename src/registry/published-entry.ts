import { LarderError } from '../errors.ts';
import { type Entry, isJsonObject, type Json, member } from '../model/entry.ts';

/** Reads an entry back from the store's canonical JSON. Errors: INTERNAL_ERROR for anything else. */
export function parseStoredEntry(json: string): Entry {
  const value: Json = JSON.parse(json);
  if (!isEntry(value)) throw new LarderError('INTERNAL_ERROR', 'A stored entry is no entry.');
  return value;
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
