import { GrowableNumbers } from './growable.ts';

/** Postings by number (of a value or term), numbers ascending; owners ascend inside each. */
export interface Grouped {
  readonly numbers: Uint32Array;
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  readonly owners: Uint32Array;
  readonly impacts: Uint8Array;
}

/**
 * Where a number stands in the group under construction. It is as long as the dictionary and kept from build to
 * build, so that a small batch does not pay for it.
 */
export class Places {
  #places = new Uint32Array(1 << 10);

  reserve(size: number): Uint32Array {
    if (size > this.#places.length) this.#places = new Uint32Array(2 * size);
    return this.#places;
  }
}

/** Takes in postings owner by owner, in any order, and groups them by number. */
export class PostingCollector {
  readonly #numbers = new GrowableNumbers();
  readonly #impacts = new GrowableNumbers();
  /** By owner: the end of its postings. */
  readonly #ends = new GrowableNumbers();

  /** A posting of the owner at hand; a number at most once. */
  add(number: number, impact: number): void {
    this.#numbers.push(number);
    this.#impacts.push(impact);
  }

  /** What follows belongs to the next owner. */
  closeOwner(): void {
    this.#ends.push(this.#numbers.length);
  }

  get owners(): number {
    return this.#ends.length;
  }

  /**
   * @param size of the dictionary that the numbers are from
   * @param order of the owners: the place of each among those added
   * @param sort puts the distinct numbers in order
   */
  group(places: Places, size: number, order: Uint32Array, sort: (numbers: Uint32Array) => void): Grouped {
    const place = places.reserve(size);
    const all = this.#numbers.items;
    const distinct = new GrowableNumbers();
    for (let i = 0; i < all.length; i++) {
      const number = all[i]!;
      if (place[number]!++ === 0) distinct.push(number);
    }
    const numbers = distinct.items;
    sort(numbers);
    const starts = new Uint32Array(numbers.length);
    const lengths = new Uint32Array(numbers.length);
    let end = 0;
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i]!;
      starts[i] = end;
      lengths[i] = place[number]!;
      end += lengths[i]!;
      place[number] = starts[i]!;
    }
    const owners = new Uint32Array(end);
    const impacts = new Uint8Array(end);
    const allImpacts = this.#impacts.items;
    const ends = this.#ends.items;
    for (let owner = 0; owner < order.length; owner++) {
      const added = order[owner]!;
      for (let i = added === 0 ? 0 : ends[added - 1]!; i < ends[added]!; i++) {
        const at = place[all[i]!]!++;
        owners[at] = owner;
        impacts[at] = allImpacts[i]!;
      }
    }
    for (let i = 0; i < numbers.length; i++) place[numbers[i]!] = 0;
    return { numbers, starts, lengths, owners, impacts };
  }
}

/** Lets terms with equal postings share them: a word that has one spelling only is indexed twice, as stem and as form. */
export function sharePostings({ numbers, starts, lengths, owners, impacts }: Grouped): Grouped {
  const byHash = new Map<number, number[]>();
  const shared = new Uint32Array(numbers.length);
  let end = 0;
  for (let i = 0; i < numbers.length; i++) {
    const start = starts[i]!;
    const length = lengths[i]!;
    let hash = length;
    for (let k = start; k < start + length; k++) {
      hash = Math.imul(hash ^ owners[k]! ^ (impacts[k]! << 24), 0x01000193);
    }
    const equal = byHash.get(hash)?.find((other) => {
      if (lengths[other] !== length) return false;
      const from = shared[other]!;
      for (let k = 0; k < length; k++) {
        if (owners[from + k] !== owners[start + k] || impacts[from + k] !== impacts[start + k]) return false;
      }
      return true;
    });
    if (equal !== undefined) {
      shared[i] = shared[equal]!;
      continue;
    }
    // What is kept moves down over what is shared, never past what is still to be read.
    owners.copyWithin(end, start, start + length);
    impacts.copyWithin(end, start, start + length);
    shared[i] = end;
    end += length;
    const known = byHash.get(hash);
    if (known === undefined) byHash.set(hash, [i]);
    else known.push(i);
  }
  return {
    numbers,
    starts: shared,
    lengths,
    owners: owners.subarray(0, end),
    impacts: impacts.subarray(0, end),
  };
}
