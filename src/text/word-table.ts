const FIRST_SLOTS = 1 << 10;
/** Words that are remembered: those in use in a language many times over, in some ten megabytes. */
const MAX_SLOTS = 1 << 17;

/** Before the first code unit of a word. */
export const HASH_START = 0x811c9dc5;

/** The hash of a word (FNV-1a over its code units) with one unit more. */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/**
 * Two numbers for each of the words met lately, found by the code units of a text, so that no string is made of a word
 * that is known. A word has two places, and gives way to later ones: what is not there has to be put in again.
 */
export class WordTable {
  #words: (string | undefined)[] = [];
  #pairs = new Uint32Array(0);
  #put = 0;

  constructor() {
    this.#reserve(FIRST_SLOTS);
  }

  /** The slot of the word `text[start .. end)`, good until the next `put`; −1 when it is not there. */
  find(text: string, start: number, end: number, hash: number): number {
    const slot = this.#slotOf(hash);
    if (isWord(this.#words[slot], text, start, end)) return slot;
    return isWord(this.#words[slot ^ 1], text, start, end) ? slot ^ 1 : -1;
  }

  /** Puts in a word that is not there; gives its slot. */
  put(word: string, hash: number, first: number, second: number): number {
    if (2 * ++this.#put > this.#words.length && this.#words.length < MAX_SLOTS) {
      this.#reserve(4 * this.#words.length);
      this.#put = 0;
    }
    const slot = this.#slotOf(hash);
    // The last one moves over, so the one before it is forgotten.
    this.#words[slot ^ 1] = this.#words[slot];
    this.#pairs.copyWithin(2 * (slot ^ 1), 2 * slot, 2 * slot + 2);
    this.#words[slot] = copyText(word);
    this.#pairs[2 * slot] = first;
    this.#pairs[2 * slot + 1] = second;
    return slot;
  }

  firstAt(slot: number): number {
    return this.#pairs[2 * slot]!;
  }

  secondAt(slot: number): number {
    return this.#pairs[2 * slot + 1]!;
  }

  #slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#words.length - 1);
  }

  /** Forgets everything, for more of it. */
  #reserve(slots: number): void {
    this.#words = new Array<string | undefined>(slots).fill(undefined);
    this.#pairs = new Uint32Array(2 * slots);
  }
}

/** Part of a text keeps the whole of it in memory; this does not. */
function copyText(text: string): string {
  return ` ${text}`.slice(1);
}

function isWord(word: string | undefined, text: string, start: number, end: number): boolean {
  if (word === undefined || word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}
