import { GrowableNumbers } from './growable.ts';
import type { PostingsShape } from './lay-out.ts';
import { NONE, type PostingsLayout } from './layout.ts';
import type { Segment } from './segment.ts';

/** A table of postings to be merged: the new number of each of its owners, or NONE. */
export interface PostingsSource {
  readonly segment: Segment;
  readonly postings: PostingsLayout;
  readonly renumbered: Uint32Array;
}

export interface MergedPostings {
  readonly shape: PostingsShape;
  readonly terms: Uint32Array;
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  /** By term: 1 when its postings are those of an earlier term. */
  readonly shared: Uint8Array;
}

/** Postings between two steps of a merge. */
const STEP = 200_000;

/**
 * Which terms remain, with how many postings. Terms that share their postings in every source go on sharing.
 */
export function* countMergedPostings(sources: readonly PostingsSource[]): Generator<void, MergedPostings> {
  const terms = distinctTerms(sources);
  const starts = new GrowableNumbers();
  const lengths = new GrowableNumbers();
  const kept = new GrowableNumbers();
  const shared = new GrowableNumbers();
  const known = new Map<string, number>();
  let postings = 0;
  let work = 0;
  for (const term of terms) {
    let length = 0;
    let places = '';
    for (const [i, { segment, postings: table, renumbered }] of sources.entries()) {
      const at = segment.findTerm(table, term);
      if (at === undefined) continue;
      const start = segment.word(table.starts, at);
      const count = segment.word(table.lengths, at);
      places += `${i}:${start}:${count} `;
      const owners = table.owners / 4 + start;
      for (let k = 0; k < count; k++) if (renumbered[segment.words[owners + k]!] !== NONE) length++;
      work += count + 1;
    }
    if (work > STEP) {
      work = 0;
      yield;
    }
    if (length === 0) continue;
    const equal = known.get(places);
    kept.push(term);
    lengths.push(length);
    starts.push(equal ?? postings);
    shared.push(equal === undefined ? 0 : 1);
    if (equal !== undefined) continue;
    known.set(places, postings);
    postings += length;
  }
  return {
    shape: { terms: kept.length, postings },
    terms: kept.items,
    starts: starts.items,
    lengths: lengths.items,
    shared: Uint8Array.from(shared.items),
  };
}

export function* fillMergedPostings(
  segment: Segment,
  to: PostingsLayout,
  sources: readonly PostingsSource[],
  { terms, starts, lengths, shared }: MergedPostings,
): Generator<void, void> {
  segment.numbers(to.terms, to.count).set(terms);
  segment.numbers(to.starts, to.count).set(starts);
  segment.numbers(to.lengths, to.count).set(lengths);
  let work = 0;
  for (let i = 0; i < terms.length; i++) {
    if (shared[i] === 1) continue;
    const owners = segment.numbers(to.owners + 4 * starts[i]!, lengths[i]!);
    const impacts = segment.bytes.subarray(to.impacts + starts[i]!, to.impacts + starts[i]! + lengths[i]!);
    gatherPostings(sources, terms[i]!, owners, impacts);
    work += lengths[i]!;
    if (work > STEP) {
      work = 0;
      yield;
    }
  }
}

function gatherPostings(
  sources: readonly PostingsSource[],
  term: number,
  owners: Uint32Array,
  impacts: Uint8Array,
): void {
  let end = 0;
  let ascending = true;
  for (const { segment, postings, renumbered } of sources) {
    const at = segment.findTerm(postings, term);
    if (at === undefined) continue;
    const start = segment.word(postings.starts, at);
    const count = segment.word(postings.lengths, at);
    for (let k = start; k < start + count; k++) {
      const owner = renumbered[segment.words[postings.owners / 4 + k]!]!;
      if (owner === NONE) continue;
      if (end > 0 && owner < owners[end - 1]!) ascending = false;
      owners[end] = owner;
      impacts[end++] = segment.bytes[postings.impacts + k]!;
    }
  }
  if (!ascending) sortPostings(owners, impacts);
}

/** Sorts postings by owner, each as one number: 2^45 owners would fit. */
function sortPostings(owners: Uint32Array, impacts: Uint8Array): void {
  const both = new Float64Array(owners.length);
  for (let i = 0; i < both.length; i++) both[i] = owners[i]! * 256 + impacts[i]!;
  both.sort();
  for (let i = 0; i < both.length; i++) {
    owners[i] = Math.floor(both[i]! / 256);
    impacts[i] = both[i]! % 256;
  }
}

function distinctTerms(sources: readonly PostingsSource[]): Uint32Array {
  const all = new Uint32Array(sources.reduce((sum, { postings }) => sum + postings.count, 0));
  let end = 0;
  for (const { segment, postings } of sources) {
    all.set(segment.numbers(postings.terms, postings.count), end);
    end += postings.count;
  }
  all.sort();
  let distinct = 0;
  for (let i = 0; i < all.length; i++) {
    if (i === 0 || all[i] !== all[i - 1]) all[distinct++] = all[i]!;
  }
  return all.subarray(0, distinct);
}
