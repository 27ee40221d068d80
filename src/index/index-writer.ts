import { LarderError } from '../errors.ts';
import { compactStrings, isMostlyUnused, STRING_SLACK } from './compact-strings.ts';
import { createDictionaries, type Dictionaries, memoriesOf } from './dictionary/dictionaries.ts';
import { chooseKernel } from './kernel/choose-kernel.ts';
import {
  allLive,
  isLive,
  type LiveSegment,
  openSegment,
  segmentData,
  withoutEntries,
  withoutKeys,
} from './live-segment.ts';
import { chooseMerge, SEGMENTS_PER_TIER } from './merge-policy.ts';
import type { IndexChange, IndexedEntry } from './search-index.ts';
import { type BuildRoom, createBuildRoom, SegmentBuilder } from './segment/build-segment.ts';
import type { SegmentOptions } from './segment/fill-segment.ts';
import { DENSE_SHARE, LEAST_CELL } from './segment/lay-out.ts';
import { NONE } from './segment/layout.ts';
import { type Held, LetGo } from './segment/let-go.ts';
import { MEMORIES } from './segment/memories.ts';
import { mergeSegments } from './segment/merge-segments.ts';
import { CROSS_BYTES } from './segment/plan-crosses.ts';
import { loadSnapshot } from './snapshot/load-snapshot.ts';
import { saveSnapshot } from './snapshot/save-snapshot.ts';
import type { ViewData } from './view-data.ts';

/** Builds versions of the index; lives where writes do, which may be another thread than the questions'. */
export interface IndexWriter {
  /** The seq of the newest version. */
  readonly seq: number;
  /**
   * Applies one committed batch, or throws and changes nothing that a view shows. Allowed between the steps of a
   * merge.
   */
  apply(seq: number, changes: readonly IndexChange[]): ViewData;
  /**
   * One merge of segments, if one is due, in steps of a few milliseconds; done when the iterator is. Gives the
   * view with the merged segment, or undefined when nothing was to be done. Only one merge at a time; call it again
   * until it gives undefined.
   */
  merge(): Generator<void, ViewData | undefined>;
  /**
   * Makes the string tables anew when they are mostly of strings that nothing has any more, and gives the view with the
   * new ones; undefined when it is not worth while. Takes some seconds for a million entries. Not while a merge is
   * under way.
   */
  compact(): ViewData | undefined;
  /** Starts to build everything from the store. Nothing else may be called until it has finished. */
  load(): IndexLoad;
  /** The newest version as bytes, in chunks of a few megabytes; the writer may go on before all are taken. */
  saveSnapshot(): Iterable<Uint8Array>;
  /**
   * Takes over what `saveSnapshot` gave, in any cutting. Errors: SnapshotError when it is damaged, truncated, or
   * made by another version of Larder; the writer is then as new, and the caller loads from the store.
   */
  loadSnapshot(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<ViewData>;
}

/** A load in progress, in bounded memory: batches of any size, each key once. */
export interface IndexLoad {
  add(entries: readonly IndexedEntry[]): void;
  finish(seq: number): ViewData;
}

export interface IndexWriterOptions extends Partial<SegmentOptions> {
  readonly segmentsPerTier?: number;
  /** See `STRING_SLACK`; minus infinity makes tables anew whenever it is asked. */
  readonly stringSlack?: number;
}

/** Entries of one build: their postings take some forty megabytes until the segment is made. */
const BUILD_ENTRIES = 65_536;

export function createIndexWriter({
  denseShare = DENSE_SHARE,
  leastCell = LEAST_CELL,
  crossBytes = CROSS_BYTES,
  memories = MEMORIES,
  createKernel = chooseKernel(),
  segmentsPerTier = SEGMENTS_PER_TIER,
  stringSlack = STRING_SLACK,
}: IndexWriterOptions = {}): IndexWriter {
  return new SegmentWriter(
    { denseShare, leastCell, crossBytes, memories, createKernel },
    segmentsPerTier,
    stringSlack,
  );
}

class SegmentWriter implements IndexWriter {
  readonly #options: SegmentOptions;
  readonly #segmentsPerTier: number;
  readonly #stringSlack: number;
  #dictionaries: Dictionaries = createDictionaries();
  #room: BuildRoom;
  #seq = 0;
  #parts: readonly LiveSegment[] = [];
  #lastId = 0;
  readonly #letGo = new LetGo();

  constructor(options: SegmentOptions, segmentsPerTier: number, stringSlack: number) {
    this.#options = options;
    this.#segmentsPerTier = segmentsPerTier;
    this.#stringSlack = stringSlack;
    this.#room = createBuildRoom(this.#dictionaries, options);
  }

  get seq(): number {
    return this.#seq;
  }

  apply(seq: number, changes: readonly IndexChange[]): ViewData {
    if (seq < this.#seq) {
      throw new LarderError('INTERNAL_ERROR', `change ${seq} comes after change ${this.#seq} was applied`);
    }
    const latest = new Map<string, IndexedEntry | null>();
    for (const { key, entry } of changes) latest.set(key, entry);
    const added = [...latest.values()].filter((entry) => entry !== null);
    const parts = withoutKeys(this.#parts, latest.keys());
    for (let from = 0; from < added.length; from += BUILD_ENTRIES) {
      const builder = new SegmentBuilder(this.#room);
      for (const entry of added.slice(from, from + BUILD_ENTRIES)) builder.add(entry);
      parts.push(this.#close(builder));
    }
    this.#parts = parts;
    this.#seq = seq;
    return this.#view();
  }

  *merge(): Generator<void, ViewData | undefined> {
    const chosen = chooseMerge(
      this.#parts.map(({ segment, liveCount }) => ({ entries: segment.layout.entries, live: liveCount })),
      this.#segmentsPerTier,
    );
    if (chosen === undefined) return undefined;
    yield* this.#mergeParts(chosen.map((i) => this.#parts[i]!));
    return this.#view();
  }

  compact(): ViewData | undefined {
    const segments = this.#parts.map(({ segment }) => segment);
    if (!isMostlyUnused(this.#dictionaries, segments, this.#stringSlack)) return undefined;
    const compacted = compactStrings(this.#dictionaries, segments, this.#options.memories);
    this.#useDictionaries(compacted.dictionaries);
    this.#parts = this.#parts.map((part, i) => ({
      ...part,
      id: ++this.#lastId,
      segment: compacted.segments[i]!,
    }));
    return this.#view();
  }

  load(): IndexLoad {
    let builder = new SegmentBuilder(this.#room);
    const close = (): void => {
      if (builder.entries > 0) this.#parts = [...this.#parts, this.#close(builder)];
      builder = new SegmentBuilder(this.#room);
    };
    return {
      add: (entries) => {
        for (const entry of entries) {
          builder.add(entry);
          if (builder.entries === BUILD_ENTRIES) close();
        }
      },
      finish: (seq) => {
        close();
        this.#followMemories();
        // What was made room for while everything was new is not needed again.
        this.#room = createBuildRoom(this.#dictionaries, this.#options);
        if (this.#parts.length > 1) finish(this.#mergeParts(this.#parts));
        this.#seq = seq;
        return this.#view();
      },
    };
  }

  saveSnapshot(): Iterable<Uint8Array> {
    return saveSnapshot(this.#view());
  }

  async loadSnapshot(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<ViewData> {
    const view = await loadSnapshot(chunks, this.#options.memories);
    this.#useDictionaries(createDictionaries(view));
    this.#parts = view.segments.map(openSegment);
    this.#lastId = Math.max(0, ...view.segments.map(({ id }) => id));
    this.#seq = view.seq;
    return this.#view();
  }

  #useDictionaries(dictionaries: Dictionaries): void {
    this.#dictionaries = dictionaries;
    this.#room = createBuildRoom(dictionaries, this.#options);
  }

  #close(builder: SegmentBuilder): LiveSegment {
    return allLive(++this.#lastId, builder.build());
  }

  /** Replaces some parts by one, whose place is last; what was removed meanwhile is removed there too. */
  *#mergeParts(sources: readonly LiveSegment[]): Generator<void, void> {
    const { segment, renumbered } = yield* mergeSegments(sources, this.#options);
    const gone = sources.flatMap((source, i) => {
      const now = this.#parts.find((part) => part.id === source.id);
      if (now?.live === source.live) return [];
      return removedSince(renumbered[i]!, now?.live);
    });
    const ids = new Set(sources.map(({ id }) => id));
    const merged = withoutEntries(allLive(++this.#lastId, segment), gone);
    const rest = this.#parts.filter((part) => !ids.has(part.id));
    this.#parts = merged.liveCount > 0 ? [...rest, merged] : rest;
  }

  #followMemories(): void {
    this.#letGo.follow([
      ...memoriesOf(this.#dictionaries),
      ...this.#parts.flatMap(({ segment, live }): Held[] => [
        [segment, segment.layout.bytes],
        [live.buffer, live.byteLength],
      ]),
    ]);
  }

  #view(): ViewData {
    this.#followMemories();
    return {
      seq: this.#seq,
      paths: this.#dictionaries.paths.data,
      values: this.#dictionaries.values.data,
      terms: this.#dictionaries.terms.data,
      segments: this.#parts.map(segmentData),
      memoryHolders: this.#options.memories.holders,
    };
  }
}

/** The new numbers of entries that a merge took over and that are not live any more. */
function removedSince(renumbered: Uint32Array, live: Uint32Array | undefined): number[] {
  const gone: number[] = [];
  for (let old = 0; old < renumbered.length; old++) {
    const entry = renumbered[old]!;
    if (entry !== NONE && (live === undefined || !isLive(live, old))) gone.push(entry);
  }
  return gone;
}

/** Runs something that works in steps to its end. */
export function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
