import { isJsonObject, type Json, type JsonObject, member } from './entry.ts';
import { kindOf } from './media-type.ts';
import { findPublishedType } from './published-type.ts';

/**
 * The entries that a catalog entry carries inline (`data.entries`), which are entries of their own: they are
 * read, bounded, indexed and counted by themselves and never as values of the catalog. Undefined when the
 * entry is no catalog or carries none.
 */
export function nestedEntries(entry: JsonObject): readonly Json[] | undefined {
  const type = findPublishedType(entry);
  if (type === undefined || kindOf(type) !== 'catalog') return undefined;
  const data = member(entry, 'data');
  if (!isJsonObject(data)) return undefined;
  const entries = member(data, 'entries');
  return Array.isArray(entries) ? entries : undefined;
}
