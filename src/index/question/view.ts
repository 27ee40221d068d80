import { createDictionaries, type Dictionaries, memoriesOf } from '../dictionary/dictionaries.ts';
import type { CreateKernel } from '../kernel/kernel.ts';
import type { Held } from '../segment/let-go.ts';
import type { ViewData } from '../view-data.ts';
import { type Part, SearchedSegment } from './searched-segment.ts';

/** One consistent version of the index, as questions read it. */
export interface View {
  readonly seq: number;
  readonly parts: readonly Part[];
  readonly dictionaries: Dictionaries;
  readonly liveCount: number;
  /** Live entries by term, as far as they were asked for. */
  readonly frequencies: Map<number, number>;
}

export function emptyView(): View {
  return { seq: 0, parts: [], dictionaries: createDictionaries(), liveCount: 0, frequencies: new Map() };
}

/** Makes a hand-over ready for questions; what the view before it has already is taken from there. */
export function openView(data: ViewData, before: View, createKernel: CreateKernel): View {
  const known = new Map(before.parts.map(({ searched }) => [searched.id, searched]));
  const parts = data.segments.map((segment) => ({
    searched: known.get(segment.id) ?? new SearchedSegment(segment, data.memoryHolders, createKernel),
    live: segment.live,
    liveCount: segment.liveCount,
  }));
  return {
    seq: data.seq,
    parts,
    dictionaries: createDictionaries(data),
    liveCount: parts.reduce((sum, part) => sum + part.liveCount, 0),
    frequencies: new Map(),
  };
}

/** The memories that a view holds; others may hold them too. */
export function* memoriesOfView({ parts, dictionaries }: View): Generator<Held> {
  for (const { searched, live } of parts) {
    yield [searched, searched.segment.layout.bytes];
    yield [live, live.byteLength];
  }
  // Older string tables are mostly the newest ones, but for those that were made anew.
  yield* memoriesOf(dictionaries);
}
