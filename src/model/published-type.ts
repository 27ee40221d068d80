import { type JsonObject, member } from './entry.ts';

/**
 * The member that holds an entry's media type: `type`, or `mediaType`, which older manifests write instead.
 * An absent, null or empty `type` gives way to `mediaType`; undefined when neither says anything.
 */
export function findTypeMember(entry: JsonObject): 'type' | 'mediaType' | undefined {
  if (isPresent(entry, 'type')) return 'type';
  return isPresent(entry, 'mediaType') ? 'mediaType' : undefined;
}

/** The media type as published, where it is a string. */
export function findPublishedType(entry: JsonObject): string | undefined {
  const name = findTypeMember(entry);
  const type = name === undefined ? undefined : member(entry, name);
  return typeof type === 'string' ? type : undefined;
}

function isPresent(entry: JsonObject, name: string): boolean {
  const value = member(entry, name);
  return value !== undefined && value !== null && value !== '';
}
