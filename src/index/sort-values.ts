import { type Json, member } from '../model/entry.ts';
import { valueText } from '../model/field-path.ts';
import { canonicalMediaType } from '../model/media-type.ts';
import { parseIdentifier } from '../model/urn.ts';
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

export function readSortValues({ entry, firstSeen }: IndexedEntry): SortValues {
  const version = member(entry, 'version');
  return {
    displayName: entry.displayName,
    type: canonicalMediaType(entry.type),
    publisher: parseIdentifier(entry.identifier)?.publisher,
    version: version === undefined ? undefined : valueText(version),
    updatedAt: parseInstant(member(entry, 'updatedAt')),
    firstSeen,
  };
}

/** Date, or date and time with an optional zone (ISO 8601); no zone means UTC. */
const INSTANT =
  /^(\d{4}-\d{2}-(\d{2}))(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)([Zz]|[+-]\d{2}:\d{2})?)?$/;

/** Epoch milliseconds of an ISO 8601 date or date-time, NaN for anything else. */
export function parseInstant(value: Json | undefined): number {
  if (typeof value !== 'string') return Number.NaN;
  const match = INSTANT.exec(value);
  if (match === null) return Number.NaN;
  const [, date = '', day = '', time = '00:00', zone = 'Z'] = match;
  // The engine rolls a day that the month does not have into the next month.
  if (new Date(`${date}T00:00Z`).getUTCDate() !== Number(day)) return Number.NaN;
  return Date.parse(`${date}T${time}${zone.toUpperCase()}`);
}
