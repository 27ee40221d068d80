import { type Entry, isJsonObject, type Json, member } from './entry.ts';
import { canonicalMediaType, kindOf } from './media-type.ts';
import { nestedEntries } from './nested-entries.ts';
import { isLiteral, readTermContext, resolveTerm, type TermContext } from './term-context.ts';
import { parseIdentifier } from './urn.ts';

/** Counts up whenever an entry gets other fields than before: an index that was saved is then built anew. */
export const PROJECTION_VERSION = 2;

/** Strings longer than this (UTF-16 code units) are prose, not values: they are neither counted nor filtered. */
export const MAX_VALUE_LENGTH = 256;

/** The values an entry has at each field path: what facets count and filters compare. */
export type Fields = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Projects an entry into its field paths (DESIGN 4 and 5). A path is the member names joined by dots, never
 * split again, and passes through arrays; numbers and booleans stand as their JSON text; null, objects and
 * strings over 256 code units do not count. `type` is canonical, `publisher` and `kind` are derived and win
 * over published members of those names. Names are resolved by the entry's `@context`, so that a prefixed term stands under its
 * IRI whatever the prefix (v0.91 section 5.3.1).
 *
 * The members of a nested catalog are entries of their own, so `data.entries` of a catalog is not projected.
 * Expects an entry within the bounds of `bounds.ts`; the walk recurses.
 */
export function projectFields(entry: Entry): Fields {
  const fields = new Map<string, Set<string>>();
  const skipped = nestedEntries(entry);
  const context = readTermContext(member(entry, '@context'));
  walkFields(entry, '', context, skipped, (path, value) => {
    const text = valueText(value);
    if (text === undefined) return;
    const values = fields.get(path);
    if (values === undefined) fields.set(path, new Set([text]));
    else values.add(text);
  });
  fields.set('type', new Set([canonicalMediaType(entry.type)]));
  fields.set('kind', new Set([kindOf(entry.type)]));
  const identifier = parseIdentifier(entry.identifier);
  if (identifier === undefined) fields.delete('publisher');
  else fields.set('publisher', new Set([identifier.publisher]));
  return fields;
}

/** The text under which a JSON value is counted and compared; undefined when it is neither. */
export function valueText(value: Json): string | undefined {
  if (typeof value === 'string') return value.length <= MAX_VALUE_LENGTH ? value : undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value);
  return undefined;
}

/** `context` is undefined below members that are not expanded. */
function walkFields(
  value: Json,
  path: string,
  context: TermContext | undefined,
  skipped: readonly Json[] | undefined,
  visit: (path: string, value: Json) => void,
): void {
  if (value === skipped) return;
  if (Array.isArray(value)) {
    for (const item of value) walkFields(item, path, context, skipped, visit);
  } else if (isJsonObject(value)) {
    for (const [name, child] of Object.entries(value)) {
      const term = context === undefined ? name : resolveTerm(name, context);
      const below = context === undefined || isLiteral(term) ? undefined : context;
      walkFields(child, path === '' ? term : `${path}.${term}`, below, skipped, visit);
    }
  } else {
    visit(path, value);
  }
}
