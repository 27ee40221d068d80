import type { EntrySet, Kernel } from '../kernel/kernel.ts';
import { PATH_COLUMN, PATH_STARTS } from './layout.ts';
import type { Segment } from './segment.ts';

/**
 * Counts the entries of a set by their values at a path that has a column, in one pass: adds to counters (one u32 a value).
 * Gives how much it added.
 *
 * @param taken address of COUNT_SCRATCH bytes
 */
export function countPath(
  kernel: Kernel,
  segment: Segment,
  path: number,
  { bits, blocks, list, listLength }: EntrySet,
  { counters, taken }: { readonly counters: number; readonly taken: number },
): number {
  const column = segment.pathField(path, PATH_COLUMN);
  const starts = segment.pathField(path, PATH_STARTS);
  const cell = segment.cellBytes(path);
  if (starts === 0) {
    return list === 0
      ? kernel.countColumn(counters, bits, blocks, column, cell)
      : kernel.countColumnOfList(counters, list, listLength, column, cell);
  }
  return list === 0
    ? kernel.countColumns(counters, bits, blocks, starts, column, cell, taken)
    : kernel.countColumnsOfList(counters, list, listLength, starts, column, cell, taken);
}
