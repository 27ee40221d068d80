/**
 * The structure of a regular expression with the flag u, as far as the check of its cost needs it: what one
 * step consumes, and how steps follow each other.
 */
export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharSet }
  /** `^`, `$`, `\b`: consumes nothing. `start` is `^`. */
  | { readonly kind: 'anchor'; readonly start: boolean }
  | { readonly kind: 'lookahead'; readonly body: PatternNode }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly item: PatternNode; readonly min: number; readonly max: number };

/** A set of characters: its source, and the code points at which membership may change. */
export interface CharSet {
  readonly source: string;
  readonly edges: readonly number[];
  /** True for `\p{…}`, whose edges are not known: it is taken to overlap with everything. */
  readonly property: boolean;
}

/** What the check cannot take, as it says so to the caller. */
export class PatternObstacle extends Error {}

const DIGIT_EDGES = [0x30, 0x3a];
const WORD_EDGES = [0x30, 0x3a, 0x41, 0x5b, 0x5f, 0x60, 0x61, 0x7b];
const SPACE_EDGES = [
  0x09, 0x0e, 0x20, 0x21, 0xa0, 0xa1, 0x1680, 0x1681, 0x2000, 0x200b, 0x2028, 0x202a, 0x202f, 0x2030, 0x205f,
  0x2060, 0x3000, 0x3001, 0xfeff, 0xff00,
];
const DOT_EDGES = [0x0a, 0x0b, 0x0d, 0x0e, 0x2028, 0x202a];

/** Parses a pattern that the engine has accepted with the flag u. */
export function parsePattern(pattern: string): PatternNode {
  const parser = new PatternParser(pattern);
  return parser.parse();
}

class PatternParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): PatternNode {
    const node = this.#choice(0);
    if (this.#at < this.#text.length) throw new PatternObstacle('it is not read to its end');
    return node;
  }

  #choice(depth: number): PatternNode {
    if (depth > MAX_GROUP_DEPTH) throw new PatternObstacle(`its groups nest deeper than ${MAX_GROUP_DEPTH}`);
    const options = [this.#sequence(depth)];
    while (this.#take('|')) options.push(this.#sequence(depth));
    const [only] = options;
    return only !== undefined && options.length === 1 ? only : { kind: 'choice', options };
  }

  #sequence(depth: number): PatternNode {
    const items: PatternNode[] = [];
    while (this.#at < this.#text.length && !'|)'.includes(this.#text[this.#at] ?? '')) {
      items.push(this.#quantified(this.#atom(depth)));
    }
    const [only] = items;
    return only !== undefined && items.length === 1 ? only : { kind: 'sequence', items };
  }

  #quantified(item: PatternNode): PatternNode {
    const found = /^(?:[*+?]|\{([0-9]+)(?:(,)([0-9]*))?\})\??/.exec(
      this.#text.slice(this.#at, this.#at + 40),
    );
    if (found === null) return item;
    this.#at += found[0].length;
    const [whole, low, comma, high] = found;
    if (low === undefined) {
      return {
        kind: 'repeat',
        item,
        min: whole.startsWith('+') ? 1 : 0,
        max: whole.startsWith('?') ? 1 : Infinity,
      };
    }
    const min = Number(low);
    if (comma === undefined) return { kind: 'repeat', item, min, max: min };
    return { kind: 'repeat', item, min, max: high === undefined || high === '' ? Infinity : Number(high) };
  }

  #atom(depth: number): PatternNode {
    if (this.#take('(')) return this.#group(depth);
    if (this.#take('^')) return { kind: 'anchor', start: true };
    if (this.#take('$') || this.#take('\\b') || this.#take('\\B')) return { kind: 'anchor', start: false };
    if (this.#take('.')) return { kind: 'set', set: { source: '.', edges: DOT_EDGES, property: false } };
    if (this.#text[this.#at] === '[') return { kind: 'set', set: this.#class() };
    const start = this.#at;
    const { edges, property } = this.#character();
    return { kind: 'set', set: { source: this.#text.slice(start, this.#at), edges, property } };
  }

  #group(depth: number): PatternNode {
    if (this.#take('?<=') || this.#take('?<!')) throw new PatternObstacle('it looks behind');
    const ahead = this.#take('?=') || this.#take('?!');
    if (!ahead && !this.#take('?:')) {
      const name = /^\?<[^>]*>/.exec(this.#text.slice(this.#at))?.[0] ?? '';
      this.#at += name.length;
    }
    if (this.#text[this.#at] === '?') throw new PatternObstacle('it changes flags inside');
    const body = this.#choice(depth + 1);
    if (!this.#take(')')) throw new PatternObstacle('a group does not end');
    return ahead ? { kind: 'lookahead', body } : body;
  }

  #class(): CharSet {
    const start = this.#at;
    this.#at += 1;
    this.#take('^');
    const edges: number[] = [];
    let property = false;
    while (!this.#take(']')) {
      const one = this.#character();
      property ||= one.property;
      edges.push(...one.edges);
    }
    // A range adds nothing: it changes at its first character and behind its last, and both are there.
    return { source: this.#text.slice(start, this.#at), edges, property };
  }

  /** One character or escape, in a class or outside. */
  #character(): { readonly edges: readonly number[]; readonly property: boolean } {
    const rest = this.#text.slice(this.#at, this.#at + 80);
    if (/^\\(?:k|[1-9])/.test(rest)) throw new PatternObstacle('it refers back to a group');
    const property = /^\\[pP]\{[^}]*\}/.exec(rest);
    if (property !== null) {
      this.#at += property[0].length;
      return { edges: [], property: true };
    }
    const escaping =
      /^\\(?:u\{([0-9a-fA-F]+)\}|(u[0-9a-fA-F]{4}\\u[dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|c([A-Za-z])|(.))/su.exec(
        rest,
      );
    if (escaping === null) return this.#literal(rest.codePointAt(0), rest);
    const [whole, braced, pair, four, two, control, other] = escaping;
    this.#at += whole.length;
    const hex = braced ?? four ?? two;
    if (hex !== undefined) return oneCharacter(Number.parseInt(hex, 16));
    if (pair !== undefined) {
      const [high = '', low = ''] = pair.slice(1).split('\\u');
      return oneCharacter(
        String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0),
      );
    }
    if (control !== undefined) return oneCharacter(control.toUpperCase().charCodeAt(0) - 64);
    return escaped(other ?? '');
  }

  #literal(codePoint: number | undefined, rest: string) {
    if (codePoint === undefined || rest === '') throw new PatternObstacle('it ends too early');
    this.#at += codePoint > 0xffff ? 2 : 1;
    return oneCharacter(codePoint);
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

/** Groups inside groups: the parser recurses once for each. */
const MAX_GROUP_DEPTH = 32;

function oneCharacter(codePoint: number | undefined) {
  if (codePoint === undefined) throw new PatternObstacle('it ends too early');
  return { edges: [codePoint, codePoint + 1], property: false };
}

function escaped(letter: string) {
  const code: ReadonlyMap<string, readonly number[]> = new Map([
    ['d', DIGIT_EDGES],
    ['D', DIGIT_EDGES],
    ['w', WORD_EDGES],
    ['W', WORD_EDGES],
    ['s', SPACE_EDGES],
    ['S', SPACE_EDGES],
    ['n', [0x0a, 0x0b]],
    ['r', [0x0d, 0x0e]],
    ['t', [0x09, 0x0a]],
    ['v', [0x0b, 0x0c]],
    ['f', [0x0c, 0x0d]],
    ['0', [0, 1]],
    // Inside a class: the backspace.
    ['b', [0x08, 0x09]],
  ]);
  const edges = code.get(letter);
  return edges === undefined ? oneCharacter(letter.codePointAt(0)) : { edges, property: false };
}
