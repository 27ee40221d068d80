import type { Options } from './arguments.ts';

/** The flag of the commands that ask one revision of a catalog. */
export const REVISION_OPTION: Options = {
  revision: { takes: 'value', value: 'REVISION', help: 'ask this revision (default: the active one)' },
};

/** The address of something of a catalog: `/catalogs/NAME/WHAT?…`, parameters without a value left out. */
export function catalogAddress(
  catalog: string,
  what: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const query = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return `/catalogs/${encodeURIComponent(catalog)}${what}${query}`;
}
