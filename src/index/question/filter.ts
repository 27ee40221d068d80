import { BLOCK_BYTES } from '../segment/layout.ts';
import type { Part, SearchedSegment } from './searched-segment.ts';
import type { View } from './view.ts';

/** A condition by number: the entry has one of the values at the path. */
export interface Condition {
  readonly path: number;
  readonly values: readonly number[];
}

/** Looks a filter up. Undefined when one of its conditions cannot be met: nothing has the path or any of the values. */
export function findConditions(
  { dictionaries }: View,
  filter: ReadonlyMap<string, readonly string[]>,
): readonly Condition[] | undefined {
  const conditions: Condition[] = [];
  for (const [name, texts] of filter) {
    const path = dictionaries.paths.find(0, name);
    if (path === undefined) return undefined;
    const values = new Set<number>();
    for (const text of texts) {
      const value = dictionaries.values.find(path, text);
      if (value !== undefined) values.add(value);
    }
    if (values.size === 0) return undefined;
    conditions.push({ path, values: [...values] });
  }
  return conditions;
}

/** The entries that meet conditions. */
export interface Met {
  /** Address of a bit set. */
  readonly bits: number;
  /** Where there was but one condition, and the segment has but one of its values: the place of that value. */
  readonly only: number | undefined;
}

/**
 * The entries of the bit set `from` that meet all conditions; undefined when there are none for certain. The rarest
 * condition goes first.
 */
export function meetConditions(
  { searched }: Part,
  conditions: readonly Condition[],
  from: number,
): Met | undefined {
  const found: { readonly values: readonly number[]; readonly length: number }[] = [];
  for (const { path, values } of conditions) {
    const places = findPlaces(searched, path, values);
    if (places.length === 0) return undefined;
    const length = places.reduce((sum, place) => sum + searched.segment.valueLength(place), 0);
    found.push({ values: places, length });
  }
  found.sort((a, b) => a.length - b.length);
  const { kernel, scratch, segment } = searched;
  let bits = from;
  for (const { values } of found) {
    kernel.and(scratch.matched, bits, gatherEntries(searched, values), segment.layout.blocks);
    bits = scratch.matched;
  }
  const [first] = found;
  return { bits, only: found.length === 1 && first?.values.length === 1 ? first.values[0] : undefined };
}

function findPlaces({ segment }: SearchedSegment, path: number, values: readonly number[]): number[] {
  const at = segment.findPath(path);
  if (at === undefined) return [];
  return values.flatMap((value) => segment.findValue(at, value) ?? []);
}

/** Address of the bit set of the entries that have one of the values. */
function gatherEntries({ kernel, scratch, segment }: SearchedSegment, values: readonly number[]): number {
  const { blocks } = segment.layout;
  const [only] = values;
  const onlyBits = values.length === 1 && only !== undefined ? segment.valueBits(only) : undefined;
  if (onlyBits !== undefined) return onlyBits;
  kernel.clear(scratch.condition, blocks * BLOCK_BYTES);
  for (const value of values) {
    const bits = segment.valueBits(value);
    if (bits !== undefined) kernel.or(scratch.condition, scratch.condition, bits, blocks);
    else kernel.setList(scratch.condition, segment.valueList(value), segment.valueLength(value));
  }
  return scratch.condition;
}
