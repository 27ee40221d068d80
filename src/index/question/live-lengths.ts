import { FacetSource } from './facet-source.ts';
import { Matched } from './matched.ts';
import type { LiveLengths } from './searched-segment.ts';

/** Live counts are kept of paths with at most one value in so many entries; others would take megabytes each. */
const KEPT_SHARE = 4;

/**
 * Live entries by value of a source whose matched entries are all that live: the lengths less what was removed,
 * counted once a version, so that a question about the whole registry visits no entry. Undefined where they are
 * not kept, or where the live entries are so few that the removed ones are many.
 */
export function countLive(source: FacetSource, path: number): LiveLengths | undefined {
  const { part, count } = source.matched;
  const { searched, live } = part;
  const { entries } = searched.segment.layout;
  if (!source.hasColumn || KEPT_SHARE * source.values > entries) return undefined;
  if (2 * count < entries) return undefined;
  const kept = searched.liveLengths(live);
  const known = kept.get(path);
  if (known !== undefined) return known;
  const removed = new FacetSource(findRemoved(source.matched), path);
  removed.countAll();
  const { counts } = removed;
  const lengths = source.lengths.slice();
  let sum = source.cells;
  for (let value = 0; value < lengths.length; value++) {
    lengths[value]! -= counts[value]!;
    sum -= counts[value]!;
  }
  const found = { lengths, sum };
  kept.set(path, found);
  return found;
}

/** The entries that are not live. Their list takes the place of another only where live entries need none. */
function findRemoved({ part }: Matched): Matched {
  const { kernel, scratch, segment } = part.searched;
  const { entries, blocks } = segment.layout;
  const all = segment.numbers(scratch.condition, 4 * blocks).fill(0);
  all.fill(0xffffffff, 0, entries >>> 5);
  if (entries % 32 !== 0) all[entries >>> 5] = 2 ** (entries % 32) - 1;
  kernel.andNot(scratch.condition, scratch.condition, scratch.live, blocks);
  return new Matched(part, scratch.condition);
}
