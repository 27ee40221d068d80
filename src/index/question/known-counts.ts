import { FacetSource } from './facet-source.ts';
import { Matched } from './matched.ts';
import type { KnownCounts } from './searched-segment.ts';

/** Live counts are kept of paths with at most one value in so many entries; others would take megabytes each. */
const KEPT_SHARE = 4;

/**
 * Counts of a source that follow from what the segment has ready, so that the question visits no entry: where all
 * that lives is matched, the lengths of the values; where all that lives of one value is, the row of that value. Less
 * what was removed of them, which is counted once a version. Undefined where nothing is ready or kept, or where the
 * live entries are so few that the removed ones are many.
 */
export function findKnown(source: FacetSource, path: number): KnownCounts | undefined {
  const { part, isLive, only } = source.matched;
  const { searched, live, liveCount } = part;
  const { entries, paths } = searched.segment.layout;
  if (!(isLive || only !== undefined) || !source.hasColumn) return undefined;
  if (KEPT_SHARE * source.values > entries || 2 * liveCount < entries) return undefined;
  const kept = searched.knownCounts(live);
  const id = (only === undefined ? 0 : only + 1) * paths + path;
  const known = kept.get(id);
  if (known !== undefined) return known;
  const ready = only === undefined ? source.lengths : findRow(source, only, path);
  if (ready === undefined) return undefined;
  const counts = liveCount === entries ? ready : withoutRemoved(source, ready, path);
  const found = { counts, sum: counts.reduce((sum, count) => sum + count, 0) };
  kept.set(id, found);
  return found;
}

function findRow({ matched, values }: FacetSource, value: number, path: number): Uint32Array | undefined {
  const { segment } = matched.part.searched;
  const counts = segment.crossCounts(value, path);
  return counts === undefined ? undefined : segment.numbers(counts, values);
}

function withoutRemoved({ matched }: FacetSource, ready: Uint32Array, path: number): Uint32Array {
  const removed = new FacetSource(findRemoved(matched), path);
  removed.countAll();
  matched.forgetList();
  const { counts } = removed;
  return ready.map((count, value) => count - counts[value]!);
}

/** The entries that are not live, of one value if the matched ones are. */
function findRemoved({ part, only }: Matched): Matched {
  const { kernel, scratch, segment } = part.searched;
  const { entries, blocks } = segment.layout;
  const all = segment.numbers(scratch.condition, 4 * blocks).fill(0);
  all.fill(0xffffffff, 0, entries >>> 5);
  if (entries % 32 !== 0) all[entries >>> 5] = 2 ** (entries % 32) - 1;
  kernel.andNot(scratch.condition, scratch.condition, scratch.live, blocks);
  const bits = only === undefined ? undefined : segment.valueBits(only);
  if (bits !== undefined) kernel.and(scratch.condition, scratch.condition, bits, blocks);
  return new Matched(part, scratch.condition);
}
