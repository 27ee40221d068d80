import { CAPABILITIES, REGIONS, TAGS, TYPES } from './draw.ts';
import { CAPABILITY_NAMES, REGION_NAMES, TAG_NAMES, TYPE_NAMES } from './entries.ts';

/**
 * The values of a path as small integers in the order of their text, so that an engine that orders buckets by
 * (count, integer) has them in the order of (count, text).
 */
export interface Values {
  numberOf(rank: number): number;
  textOf(number: number): string;
}

/** Numbers of the paths, for engines that keep them in one table. */
export const PATHS = ['type', 'publisher', 'tags', 'capabilities', 'metadata.region'] as const;
export type Path = (typeof PATHS)[number];
/** Filtered on, never counted. */
export const ATTESTATION_PATH = PATHS.length;

export type ValuesByPath = Readonly<Record<Path, Values>>;

export function numberValues(publishers: readonly string[]): ValuesByPath {
  return {
    type: sortValues(TYPE_NAMES.slice(0, TYPES)),
    publisher: sortValues(publishers),
    tags: sortValues(TAG_NAMES.slice(0, TAGS)),
    capabilities: sortValues(CAPABILITY_NAMES.slice(0, CAPABILITIES)),
    'metadata.region': sortValues(REGION_NAMES.slice(0, REGIONS)),
  };
}

/** A facet's field, known to be one that the work has. */
export function getPath(field: string): Path {
  const path = PATHS.find((candidate) => candidate === field);
  if (path === undefined) throw new RangeError(`the work has no values at ${field}`);
  return path;
}

function sortValues(texts: readonly string[]): Values {
  const ranks = [...texts.keys()].sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1));
  const numbers = new Uint32Array(texts.length);
  for (const [number, rank] of ranks.entries()) numbers[rank] = number;
  return { numberOf: (rank) => numbers[rank]!, textOf: (number) => texts[ranks[number]!]! };
}
