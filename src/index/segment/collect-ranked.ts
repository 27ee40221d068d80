import type { SortValues } from '../sort-values.ts';
import { GrowableNumbers } from './growable.ts';
import { NONE, type RankedField } from './layout.ts';
import { type Ranked, TextsBuilder } from './texts.ts';

/** The texts that a segment's entries are ordered by, under construction. */
export class RankedCollector {
  readonly #fields = {
    displayName: new FieldTexts(),
    type: new FieldTexts(),
    publisher: new FieldTexts(),
    version: new FieldTexts(),
  } as const satisfies Record<RankedField, FieldTexts>;

  add({ displayName, type, publisher, version }: SortValues): void {
    this.#fields.displayName.add(displayName);
    this.#fields.type.add(type);
    this.#fields.publisher.add(publisher);
    this.#fields.version.add(version);
  }

  /** @param order of the entries */
  rank(order: Uint32Array): Record<RankedField, Ranked> {
    const { displayName, type, publisher, version } = this.#fields;
    return {
      displayName: displayName.rank(order),
      type: type.rank(order),
      publisher: publisher.rank(order),
      version: version.rank(order),
    };
  }
}

class FieldTexts {
  readonly #numbers = new Map<string, number>();
  /** By entry: its text, in order of appearance, or NONE. */
  readonly #own = new GrowableNumbers();

  add(text: string | undefined): void {
    if (text === undefined) {
      this.#own.push(NONE);
      return;
    }
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(text, number);
    }
    this.#own.push(number);
  }

  rank(order: Uint32Array): Ranked {
    const texts = new TextsBuilder();
    const rankOf = new Uint32Array(this.#numbers.size);
    for (const text of [...this.#numbers.keys()].sort()) {
      rankOf[this.#numbers.get(text)!] = texts.count;
      texts.add(text);
    }
    const own = this.#own.items;
    const ranks = order.map((added) => (own[added] === NONE ? NONE : rankOf[own[added]!]!));
    return { texts: texts.texts, ranks };
  }
}
