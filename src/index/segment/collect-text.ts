import type { Entry } from '../../model/entry.ts';
import type { SourceStatus } from '../../model/source-status.ts';
import type { Identifier } from '../../model/urn.ts';
import type { EntryWeigher } from '../../text/entry-terms.ts';
import { silentImpact } from '../../text/scoring.ts';
import { readText } from '../entry-text.ts';
import { type Grouped, type Places, PostingCollector, sharePostings } from './collect-postings.ts';
import { GrowableNumbers } from './growable.ts';

export interface GroupedText {
  readonly own: Grouped;
  readonly passages: Grouped;
  /** By passage: its entry, ascending. */
  readonly passageEntries: Uint32Array;
}

/** The terms of a segment's entries under construction. */
export class TextCollector {
  readonly #weigher: EntryWeigher;
  readonly #own = new PostingCollector();
  readonly #passages = new PostingCollector();
  /** By entry: the end of its passages. */
  readonly #passageEnds = new GrowableNumbers();

  constructor(weigher: EntryWeigher) {
    this.#weigher = weigher;
  }

  /**
   * @param identifier the entry's own, parsed
   * @param status of its source: one that is silent weighs less
   */
  add(entry: Entry, identifier: Identifier | undefined, status: SourceStatus | undefined): void {
    const text = readText(entry, identifier);
    const isSilent = status === 'silent';
    const owned = text.passages.length > 0 ? new Set<number>() : undefined;
    this.#weigher.weighOwn(text, (term, impact) => {
      this.#own.add(term, isSilent ? silentImpact(impact) : impact);
      owned?.add(term);
    });
    for (const passage of text.passages) {
      this.#weigher.weighPassage(passage, (term, impact) => {
        this.#passages.add(term, isSilent ? silentImpact(impact) : impact);
        // Document frequencies count entries, so a term of a passage stands among the entry's own, without impact.
        if (owned?.has(term) === false) this.#own.add(term, 0);
        owned?.add(term);
      });
      this.#passages.closeOwner();
    }
    this.#own.closeOwner();
    this.#passageEnds.push(this.#passages.owners);
  }

  /**
   * @param size of the dictionary of terms
   * @param order of the entries
   */
  group(places: Places, size: number, order: Uint32Array): GroupedText {
    const ends = this.#passageEnds.items;
    const passageOrder = new Uint32Array(this.#passages.owners);
    const passageEntries = new Uint32Array(passageOrder.length);
    let end = 0;
    for (let entry = 0; entry < order.length; entry++) {
      const added = order[entry]!;
      for (let passage = added === 0 ? 0 : ends[added - 1]!; passage < ends[added]!; passage++) {
        passageOrder[end] = passage;
        passageEntries[end++] = entry;
      }
    }
    const group = (collector: PostingCollector, owners: Uint32Array) =>
      sharePostings(collector.group(places, size, owners, (numbers) => numbers.sort()));
    return {
      own: group(this.#own, order),
      passages: group(this.#passages, passageOrder),
      passageEntries,
    };
  }
}
