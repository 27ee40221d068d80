import {
  DERIVED_PATHS,
  type DerivedFrom,
  joinPath,
  visitDerived,
  visitPublished,
} from '../../model/field-path.ts';
import { type Dictionaries, NO_SCOPE } from '../dictionary/dictionaries.ts';
import { type Grouped, type Places, PostingCollector } from './collect-postings.ts';
import type { PathShape } from './lay-out.ts';
import { NONE } from './layout.ts';

/** A path that was met, with its number: so the text of a path is put together and looked up once. */
interface KnownPath {
  readonly text: string;
  readonly number: number;
  readonly isDerived: boolean;
  readonly below: Map<string, KnownPath>;
}

/** Paths that are remembered; strangers may make up as many as they like. */
const MAX_KNOWN_PATHS = 16_384;

/** The paths of one index, from one segment to the next. */
export class KnownPaths {
  readonly #dictionaries: Dictionaries;
  #root: KnownPath;
  #size = 0;

  constructor(dictionaries: Dictionaries) {
    this.#dictionaries = dictionaries;
    this.#root = this.#make('');
  }

  /** The path of an entry itself. What was given out before goes on being right. */
  get root(): KnownPath {
    if (this.#size > MAX_KNOWN_PATHS) {
      this.#root = this.#make('');
      this.#size = 0;
    }
    return this.#root;
  }

  readonly step = (path: KnownPath, name: string): KnownPath => {
    const known = path.below.get(name);
    if (known !== undefined) return known;
    const made = this.#make(joinPath(path.text, name));
    path.below.set(name, made);
    this.#size++;
    return made;
  };

  #make(text: string): KnownPath {
    let number = NONE;
    const { paths } = this.#dictionaries;
    return {
      text,
      // Only a path that has values gets a number.
      get number() {
        if (number === NONE) number = paths.add(NO_SCOPE, text);
        return number;
      },
      isDerived: DERIVED_PATHS.some((derived) => derived === text),
      below: new Map(),
    };
  }
}

/** The values of a segment's entries under construction. */
export class FieldCollector {
  readonly #dictionaries: Dictionaries;
  readonly #paths: KnownPaths;
  readonly #postings = new PostingCollector();
  /** By number of a path: the values of the entry at hand, and most of one entry. */
  #counts = new Uint32Array(64);
  #most = new Uint32Array(64);
  /** The paths and the values of the entry at hand. */
  readonly #ownPaths: number[] = [];
  readonly #ownValues: number[] = [];

  constructor(dictionaries: Dictionaries, paths: KnownPaths) {
    this.#dictionaries = dictionaries;
    this.#paths = paths;
  }

  add(from: DerivedFrom): void {
    const { root, step } = this.#paths;
    visitPublished(from.entry, root, step, (path, text) => {
      if (!path.isDerived) this.#addValue(path.number, text);
    });
    visitDerived(from, (path, text) => this.#addValue(step(root, path).number, text));
    for (const path of this.#ownPaths) {
      this.#most[path] = Math.max(this.#most[path]!, this.#counts[path]!);
      this.#counts[path] = 0;
    }
    this.#ownPaths.length = 0;
    this.#ownValues.length = 0;
    this.#postings.closeOwner();
  }

  /** @param order of the entries */
  group(
    places: Places,
    order: Uint32Array,
  ): { readonly values: Grouped; readonly paths: readonly PathShape[] } {
    const { values: table } = this.#dictionaries;
    const values = this.#postings.group(places, table.size, order, (numbers) => {
      const keys = Float64Array.from(numbers, (number) => table.scopeOf(number) * 2 ** 32 + number).sort();
      for (let i = 0; i < keys.length; i++) numbers[i] = keys[i]! % 2 ** 32;
    });
    const paths: { number: number; values: number; cells: number; most: number }[] = [];
    for (let i = 0; i < values.numbers.length; i++) {
      const scope = table.scopeOf(values.numbers[i]!);
      let last = paths.at(-1);
      if (last?.number !== scope) {
        last = { number: scope, values: 0, cells: 0, most: this.#most[scope]! };
        paths.push(last);
      }
      last.values++;
      last.cells += values.lengths[i]!;
    }
    return { values, paths };
  }

  #addValue(path: number, text: string): void {
    const value = this.#dictionaries.values.add(path, text);
    if (path >= this.#counts.length) this.#reserve(path);
    if (this.#counts[path] === 0) this.#ownPaths.push(path);
    // Only where the entry has values at the path already can this be one of them.
    else if (this.#ownValues.includes(value)) return;
    this.#counts[path]!++;
    this.#ownValues.push(value);
    this.#postings.add(value, 0);
  }

  #reserve(path: number): void {
    const counts = new Uint32Array(2 * (path + 1));
    counts.set(this.#counts);
    this.#counts = counts;
    const most = new Uint32Array(2 * (path + 1));
    most.set(this.#most);
    this.#most = most;
  }
}
