import type { Held } from '../segment/let-go.ts';
import type { ViewData } from '../view-data.ts';
import { StringTable } from './string-table.ts';

/** The strings of one index: field paths, the values of each path, and terms. */
export interface Dictionaries {
  readonly paths: StringTable;
  /** Under the number of their path. */
  readonly values: StringTable;
  readonly terms: StringTable;
}

/** Paths and terms have no scope. */
export const NO_SCOPE = 0;

export function createDictionaries(data?: Pick<ViewData, 'paths' | 'values' | 'terms'>): Dictionaries {
  return {
    paths: new StringTable(data?.paths),
    values: new StringTable(data?.values),
    terms: new StringTable(data?.terms),
  };
}

/** The memories of all tables. */
export function* memoriesOf({ paths, values, terms }: Dictionaries): Generator<Held> {
  for (const table of [paths, values, terms])
    for (const buffer of table.buffers) yield [buffer, buffer.byteLength];
}
