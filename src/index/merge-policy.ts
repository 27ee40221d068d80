/** What the choice of a merge depends on. */
export interface Mergeable {
  readonly entries: number;
  readonly live: number;
}

/** More segments than this are never kept. */
export const MAX_SEGMENTS = 16;

/** Segments of one tier that are merged into one of the next. */
export const SEGMENTS_PER_TIER = 4;

/** Segments below this many entries are all of the first tier. */
const FIRST_TIER = 1_024;
/** Each tier holds segments this many times as large as those of the one below. */
const TIER_FACTOR = 8;

/**
 * The segments to merge next, or undefined when all is well: four of one tier, so that an entry is moved about
 * log₈ N times in its life; or a segment that is mostly removed entries, alone; or the smallest, when there are
 * too many.
 */
export function chooseMerge(
  segments: readonly Mergeable[],
  segmentsPerTier: number,
): readonly number[] | undefined {
  const tiers = new Map<number, number[]>();
  for (const [i, { live }] of segments.entries()) {
    const tier = tierOf(live);
    const members = tiers.get(tier) ?? [];
    members.push(i);
    tiers.set(tier, members);
  }
  for (const members of tiers.values()) if (members.length >= segmentsPerTier) return members;
  const mostlyGone = segments.findIndex(({ entries, live }) => 2 * live < entries);
  if (mostlyGone >= 0) return [mostlyGone];
  if (segments.length <= MAX_SEGMENTS) return undefined;
  const bySize = [...segments.keys()].sort((a, b) => segments[a]!.live - segments[b]!.live);
  return bySize.slice(0, segmentsPerTier).sort((a, b) => a - b);
}

function tierOf(live: number): number {
  let tier = 0;
  for (let size = FIRST_TIER; live >= size; size *= TIER_FACTOR) tier++;
  return tier;
}
