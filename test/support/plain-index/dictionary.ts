/**
 * Numbers strings in order of first appearance. Numbers stay valid for the life of the index, so counts of
 * several segments add up and views share them; a string that a failed batch left behind is in no view.
 */
export class Dictionary {
  readonly #numbers = new Map<string, number>();
  readonly #strings: string[] = [];

  get size(): number {
    return this.#strings.length;
  }

  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  add(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#strings.length;
    this.#numbers.set(text, number);
    this.#strings.push(text);
    return number;
  }

  get(text: string): number {
    const number = this.#numbers.get(text);
    if (number === undefined) throw new RangeError(`${JSON.stringify(text)} has no number`);
    return number;
  }

  textOf(number: number): string {
    const text = this.#strings[number];
    if (text === undefined) throw new RangeError(`no string has number ${number}`);
    return text;
  }
}

/** The dictionaries of one index: its terms, and the values of each field path. */
export class Dictionaries {
  readonly terms = new Dictionary();
  readonly #values = new Map<string, Dictionary>();

  findValues(path: string): Dictionary | undefined {
    return this.#values.get(path);
  }

  valuesOf(path: string): Dictionary {
    const known = this.#values.get(path);
    if (known !== undefined) return known;
    const values = new Dictionary();
    this.#values.set(path, values);
    return values;
  }
}
