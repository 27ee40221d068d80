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

/** Takes in postings owner by owner, ascending, and groups them by number. */
export class PostingCollector {
  readonly #numbers = new GrowableNumbers();
  readonly #owners = new GrowableNumbers();
  readonly #impacts = new GrowableNumbers();

  add(number: number, owner: number, impact: number): void {
    this.#numbers.push(number);
    this.#owners.push(owner);
    this.#impacts.push(impact);
  }

  /**
   * @param size of the dictionary that the numbers are from
   * @param sort puts the distinct numbers in order
   */
  group(places: Places, size: number, sort: (numbers: Uint32Array) => void): Grouped {
    const place = places.reserve(size);
    const all = this.#numbers.items;
    const distinct = new GrowableNumbers();
    for (const number of all) {
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
    const allOwners = this.#owners.items;
    const allImpacts = this.#impacts.items;
    for (let i = 0; i < all.length; i++) {
      const at = place[all[i]!]!++;
      owners[at] = allOwners[i]!;
      impacts[at] = allImpacts[i]!;
    }
    for (const number of numbers) place[number] = 0;
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
