import { member } from '../model/entry.ts';
import { valueText } from '../model/field-path.ts';
import { parseInstant } from '../model/instant.ts';
import { canonicalMediaType } from '../model/media-type.ts';
import { type Identifier, parseIdentifier } from '../model/urn.ts';
import type { IndexedEntry } from './search-index.ts';

/** What an entry is ordered by and compared with, beside its key. Instants are epoch milliseconds. */
export interface SortValues {
  readonly displayName: string;
  readonly type: string;
  readonly publisher: string | undefined;
  readonly version: string | undefined;
  /** NaN when the entry has no date there. */
  readonly updatedAt: number;
  readonly firstSeen: number;
}

/** @param identifier the entry's own, parsed */
export function readSortValues(
  { entry, firstSeen }: IndexedEntry,
  identifier: Identifier | undefined = parseIdentifier(entry.identifier),
): SortValues {
  const version = member(entry, 'version');
  const updatedAt = member(entry, 'updatedAt');
  return {
    displayName: entry.displayName,
    type: canonicalMediaType(entry.type),
    publisher: identifier?.publisher,
    version: version === undefined ? undefined : valueText(version),
    updatedAt: (typeof updatedAt === 'string' ? parseInstant(updatedAt) : undefined) ?? Number.NaN,
    firstSeen,
  };
}
