import { type Entry, isJsonObject, type Json, member } from './entry.ts';
import { canonicalMediaType, kindOf } from './media-type.ts';
import { nestedEntries } from './nested-entries.ts';
import type { SourceStatus } from './source-status.ts';
import { isLiteral, readTermContext, resolveTerm, type TermContext } from './term-context.ts';
import type { TrustResult } from './trust.ts';
import { type Identifier, parseIdentifier } from './urn.ts';

/** Counts up whenever an entry gets other fields than before: an index that was saved is then built anew. */
export const PROJECTION_VERSION = 4;

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
export function projectFields(entry: Entry, trust?: TrustResult, status?: SourceStatus): Fields {
  const fields = new Map<string, Set<string>>();
  visitPublished(entry, '', joinPath, (path, text) => {
    const values = fields.get(path);
    if (values === undefined) fields.set(path, new Set([text]));
    else values.add(text);
  });
  for (const path of DERIVED_PATHS) fields.delete(path);
  visitDerived({ entry, identifier: parseIdentifier(entry.identifier), trust, status }, (path, text) =>
    fields.set(path, new Set([text])),
  );
  return fields;
}

/** The paths at which only derived values count. */
export const DERIVED_PATHS = [
  'type',
  'kind',
  'publisher',
  'trust.status',
  'trust.rule',
  'source.status',
] as const;

/** What fields are derived from. */
export interface DerivedFrom {
  readonly entry: Entry;
  /** The entry's own, parsed. */
  readonly identifier: Identifier | undefined;
  /** Absent where nobody asked: then it can be neither counted nor filtered by. */
  readonly trust: TrustResult | undefined;
  /** The same. */
  readonly status: SourceStatus | undefined;
}

export function visitDerived(
  { entry, identifier, trust, status }: DerivedFrom,
  visit: (path: (typeof DERIVED_PATHS)[number], text: string) => void,
): void {
  visit('type', canonicalMediaType(entry.type));
  visit('kind', kindOf(entry.type));
  if (identifier !== undefined) visit('publisher', identifier.publisher);
  if (trust !== undefined) {
    visit('trust.status', trust.status);
    visit('trust.rule', trust.rule);
  }
  if (status !== undefined) visit('source.status', status);
}

/**
 * The published values of an entry with their paths, in the order of the entry, repeated ones too, and those at
 * `DERIVED_PATHS`, which do not count. For those who build no path twice: `step` makes a path of one and a member's name, as
 * `joinPath` does.
 */
export function visitPublished<Path>(
  entry: Entry,
  root: Path,
  step: (path: Path, name: string) => Path,
  visit: (path: Path, text: string) => void,
): void {
  const skipped = nestedEntries(entry);
  const walk = (value: Json, path: Path, context: TermContext | undefined): void => {
    if (value === skipped) return;
    if (Array.isArray(value)) {
      for (const item of value) walk(item, path, context);
    } else if (isJsonObject(value)) {
      for (const name of Object.keys(value)) {
        const term = context === undefined ? name : resolveTerm(name, context);
        const below = context === undefined || isLiteral(term) ? undefined : context;
        walk(value[name]!, step(path, term), below);
      }
    } else {
      const text = valueText(value);
      if (text !== undefined) visit(path, text);
    }
  };
  walk(entry, root, readTermContext(member(entry, '@context')));
}

/** The path of a member; that of the entry itself is empty. */
export function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** The text under which a JSON value is counted and compared; undefined when it is neither. */
export function valueText(value: Json): string | undefined {
  if (typeof value === 'string') return value.length <= MAX_VALUE_LENGTH ? value : undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value);
  return undefined;
}
