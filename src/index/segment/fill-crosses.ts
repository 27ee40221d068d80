import type { CreateKernel } from '../kernel/kernel.ts';
import { countPath } from './count-path.ts';
import { layOutScratch } from './lay-out-scratch.ts';
import type { Segment } from './segment.ts';

/** Counts what `planCrosses` planned, once columns are filled: a step for each value and path. */
export function* fillCrosses(segment: Segment, createKernel: CreateKernel): Generator<void, void> {
  const { layout } = segment;
  if (layout.crossRows === 0) return;
  const kernel = createKernel(segment.memory);
  const { taken } = layOutScratch(layout, layout.scratch);
  for (const value of segment.numbers(layout.crossValues, layout.crossRows)) {
    // Only values whose entries stand as bits have a row.
    const set = { bits: segment.valueBits(value)!, blocks: layout.blocks, list: 0, listLength: 0 };
    for (let path = 0; path < layout.paths; path++) {
      const counters = segment.crossCounts(value, path);
      if (counters === undefined) continue;
      countPath(kernel, segment, path, set, { counters, taken });
      yield;
    }
  }
}
