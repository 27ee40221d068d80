import { deriveColumn, fillValue } from './fill-segment.ts';
import { GrowableNumbers } from './growable.ts';
import type { PathShape } from './lay-out.ts';
import { NONE, PATH_MOST } from './layout.ts';
import type { MergeSource, Renumbering } from './merge-keys.ts';
import type { Segment } from './segment.ts';

/** Values between two steps of a merge. */
const STEP = 20_000;

export interface MergedValues {
  readonly paths: readonly PathShape[];
  readonly numbers: Uint32Array;
  readonly lengths: Uint32Array;
}

/** Which values remain, and how many entries each has. */
export function* countMergedValues(
  sources: readonly MergeSource[],
  renumbering: Renumbering,
): Generator<void, MergedValues> {
  const paths: PathShape[] = [];
  const numbers = new GrowableNumbers();
  const lengths = new GrowableNumbers();
  const walk = new ValueWalk(sources, renumbering);
  for (const path of distinctPaths(sources)) {
    const from = numbers.length;
    let cells = 0;
    for (const number of walk.valuesOf(path)) {
      const length = walk.countEntries();
      if (length > 0) {
        numbers.push(number);
        lengths.push(length);
        cells += length;
      }
      if (++walk.steps % STEP === 0) yield;
    }
    const values = numbers.length - from;
    if (values > 0) paths.push({ number: path, values, cells, most: walk.most });
  }
  return { paths, numbers: numbers.items, lengths: lengths.items };
}

/** Writes the entries of every value that remains, and the columns. */
export function* fillMergedValues(
  segment: Segment,
  sources: readonly MergeSource[],
  renumbering: Renumbering,
): Generator<void, void> {
  const walk = new ValueWalk(sources, renumbering);
  const room = new Uint32Array(
    Math.max(renumbering.entries, ...sources.map((s) => s.segment.layout.entries)),
  );
  let value = 0;
  for (let path = 0; path < segment.layout.paths; path++) {
    for (const number of walk.valuesOf(segment.word(segment.layout.pathNumbers, path))) {
      if (segment.valueNumber(value) === number && value < segment.firstValue(path + 1)) {
        fillValue(segment, value, walk.readEntries(room), segment.valueLength(value));
        value++;
      }
      if (++walk.steps % STEP === 0) yield;
    }
    deriveColumn(segment, path, room);
    yield;
  }
}

function distinctPaths(sources: readonly MergeSource[]): Uint32Array {
  const paths = new Set<number>();
  for (const { segment } of sources) {
    for (const path of segment.numbers(segment.layout.pathNumbers, segment.layout.paths)) paths.add(path);
  }
  return Uint32Array.from(paths).sort();
}

/** Walks the values of one path after the other over all sources. */
class ValueWalk {
  steps = 0;
  /** Most values of one entry at the path. */
  most = 0;
  readonly #sources: readonly MergeSource[];
  readonly #renumbered: readonly Uint32Array[];
  readonly #room: Uint32Array;
  readonly #next: Uint32Array;
  readonly #ends: Uint32Array;
  #value = 0;

  constructor(sources: readonly MergeSource[], { renumbered }: Renumbering) {
    this.#sources = sources;
    this.#renumbered = renumbered;
    this.#room = new Uint32Array(Math.max(...sources.map(({ segment }) => segment.layout.entries)));
    this.#next = new Uint32Array(sources.length);
    this.#ends = new Uint32Array(sources.length);
  }

  /** The numbers of a path's values, ascending; each is current until the next is asked for. */
  *valuesOf(path: number): Generator<number> {
    this.most = 0;
    for (const [i, { segment }] of this.#sources.entries()) {
      const at = segment.findPath(path);
      this.#next[i] = at === undefined ? 0 : segment.firstValue(at);
      this.#ends[i] = at === undefined ? 0 : segment.firstValue(at + 1);
      if (at !== undefined) this.most = Math.max(this.most, segment.pathField(at, PATH_MOST));
    }
    for (;;) {
      let least = NONE;
      for (let i = 0; i < this.#sources.length; i++) {
        if (this.#next[i]! < this.#ends[i]!) least = Math.min(least, this.#headOf(i));
      }
      if (least === NONE) return;
      this.#value = least;
      yield least;
      for (let i = 0; i < this.#sources.length; i++) {
        if (this.#next[i]! < this.#ends[i]! && this.#headOf(i) === least) this.#next[i]!++;
      }
    }
  }

  /** How many of the entries of the current value remain. */
  countEntries(): number {
    let count = 0;
    for (let i = 0; i < this.#sources.length; i++) {
      if (!this.#hasValue(i)) continue;
      const renumbered = this.#renumbered[i]!;
      const length = this.#sources[i]!.segment.readValue(this.#next[i]!, this.#room, 0);
      for (let k = 0; k < length; k++) if (renumbered[this.#room[k]!] !== NONE) count++;
    }
    return count;
  }

  /** The new numbers of the entries of the current value, ascending, at the start of `room`. */
  readEntries(room: Uint32Array): Uint32Array {
    let end = 0;
    let ascending = true;
    for (let i = 0; i < this.#sources.length; i++) {
      if (!this.#hasValue(i)) continue;
      const renumbered = this.#renumbered[i]!;
      const length = this.#sources[i]!.segment.readValue(this.#next[i]!, this.#room, 0);
      for (let k = 0; k < length; k++) {
        const number = renumbered[this.#room[k]!]!;
        if (number === NONE) continue;
        if (end > 0 && number < room[end - 1]!) ascending = false;
        room[end++] = number;
      }
    }
    if (!ascending) room.subarray(0, end).sort();
    return room;
  }

  #hasValue(i: number): boolean {
    return this.#next[i]! < this.#ends[i]! && this.#headOf(i) === this.#value;
  }

  #headOf(i: number): number {
    return this.#sources[i]!.segment.valueNumber(this.#next[i]!);
  }
}
