import { type Entry, isJsonObject, type Json, member } from '../model/entry.ts';
import { type Identifier, parseIdentifier } from '../model/urn.ts';
import type { EntryText } from '../text/entry-terms.ts';

/** Inline tools and skills of an entry that are searched; the rest are only returned. */
export const MAX_INLINE_ITEMS = 256;

/** Representative queries of an entry that are searched; the specification asks for two to five. */
export const MAX_PASSAGES = 32;

/** The members of `data` that list what a resource offers: MCP tools, prompts and resources, A2A skills. */
const INLINE_LISTS = ['tools', 'skills', 'prompts', 'resources'] as const;

/**
 * The searchable text of an entry, by the fields that scoring knows.
 *
 * @param identifier the entry's own, parsed
 */
export function readText(
  entry: Entry,
  identifier: Identifier | undefined = parseIdentifier(entry.identifier),
): EntryText {
  return {
    name: [entry.displayName],
    alias: identifier?.path ?? [],
    description: strings(member(entry, 'description')),
    text: [
      ...strings(member(entry, 'tags')),
      ...strings(member(entry, 'capabilities')),
      ...(identifier === undefined ? [] : [identifier.publisher]),
      ...inlineTexts(member(entry, 'data')),
    ],
    passages: strings(member(entry, 'representativeQueries')).slice(0, MAX_PASSAGES),
  };
}

/** A string, or the strings of an array. */
function strings(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function inlineTexts(data: Json | undefined): string[] {
  if (!isJsonObject(data)) return [];
  return INLINE_LISTS.flatMap((list) => {
    const items = member(data, list);
    if (!Array.isArray(items)) return [];
    return items
      .slice(0, MAX_INLINE_ITEMS)
      .filter(isJsonObject)
      .flatMap((item) => [...strings(member(item, 'name')), ...strings(member(item, 'description'))]);
  });
}
