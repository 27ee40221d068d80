/**
 * Postings by term: sorted term numbers, where each term's postings start, and the postings themselves. A
 * posting is `owner << 8 | impact`, sorted by owner (an entry's or a passage's number in its segment).
 */
export interface PostingTable {
  readonly terms: Uint32Array;
  /** One longer than `terms`. */
  readonly starts: Uint32Array;
  readonly postings: Uint32Array;
}

/** Owners are 24 bits beside the 8 of the impact. */
export const MAX_OWNERS = 1 << 24;

const NONE = new Uint32Array(0);

export function packPosting(owner: number, impact: number): number {
  return ((owner << 8) | impact) >>> 0;
}

export function ownerOf(posting: number): number {
  return posting >>> 8;
}

export function impactIn(posting: number): number {
  return posting & 0xff;
}

/** Lays out postings that were collected by term, in any order. */
export function layOutPostings(byTerm: ReadonlyMap<number, readonly number[]>): PostingTable {
  const terms = Uint32Array.from(byTerm.keys()).sort();
  const starts = new Uint32Array(terms.length + 1);
  let total = 0;
  for (const [i, term] of terms.entries()) {
    total += byTerm.get(term)?.length ?? 0;
    starts[i + 1] = total;
  }
  const postings = new Uint32Array(total);
  for (const [i, term] of terms.entries()) {
    postings.set(byTerm.get(term) ?? [], starts[i]!);
    postings.subarray(starts[i]!, starts[i + 1]!).sort();
  }
  return { terms, starts, postings };
}

/** The postings of a term; empty when the table has none. */
export function findPostings(table: PostingTable, term: number): Uint32Array {
  let low = 0;
  let high = table.terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (table.terms[middle]! < term) low = middle + 1;
    else high = middle;
  }
  return table.terms[low] === term
    ? table.postings.subarray(table.starts[low]!, table.starts[low + 1]!)
    : NONE;
}

export function tableBytes(table: PostingTable): number {
  return table.terms.byteLength + table.starts.byteLength + table.postings.byteLength;
}
