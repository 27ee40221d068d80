import { randomUUID } from 'node:crypto';
import type { Json } from '../../model/entry.ts';

/** Cuts that a notice names one by one; the others are counted. */
const MAX_NAMED_CUTS = 10;
/** Fewer items of each list than this, and long strings are cut first. */
const MIN_KEPT_ITEMS = 3;
/** Digits beyond which a double may not hold a number as it is written. */
const EXACT_NUMBER_LENGTH = 15;

/** How much of everything but lists is kept; tried in order until the whole fits. */
const STEPS: readonly { readonly chars: number; readonly members: number }[] = [
  { chars: Number.POSITIVE_INFINITY, members: Number.POSITIVE_INFINITY },
  { chars: 2_000, members: Number.POSITIVE_INFINITY },
  { chars: 400, members: 500 },
  { chars: 100, members: 100 },
  { chars: 40, members: 20 },
];

export interface Shortened {
  /** JSON, of at most the wanted length. */
  readonly text: string;
  /** What was cut, by JSON Pointer: `/items: 12 of 340 items`. */
  readonly cuts: readonly string[];
}

interface Keep {
  /** Begins strings that stand for long numbers, which are never cut. */
  readonly marker: string;
  readonly items: number;
  readonly chars: number;
  readonly members: number;
}

/**
 * JSON text made to fit into `limit` characters and JSON still: lists are cut first, each to the same number of items,
 * as many as fit; then long strings and wide objects. Numbers stay as they were written. Undefined when even that does
 * not fit. The caller has bounded the depth.
 */
export function shortenJson(text: string, limit: number): Shortened | undefined {
  const marker = randomUUID();
  const value: Json = JSON.parse(quoteLongNumbers(text, marker));
  const unquote = (json: string): string => json.replaceAll(`"${marker}`, '').replaceAll(`${marker}"`, '');
  const attempt = (keep: Keep): Shortened | undefined => {
    const cuts: string[] = [];
    const kept = cut(value, '', keep, cuts);
    const json = unquote(JSON.stringify(kept));
    return json.length <= limit ? { text: json, cuts: nameCuts(cuts) } : undefined;
  };
  const longest = longestList(value);
  for (const step of STEPS) {
    const least = step === STEPS.at(-1) ? 0 : Math.min(MIN_KEPT_ITEMS, longest);
    let best = attempt({ ...step, marker, items: least });
    if (best === undefined) continue;
    let [low, high] = [least, longest];
    while (low < high) {
      // Doubling first: a try with few items is cheap, one with all of them is not.
      const items = Math.min(Math.ceil((low + high) / 2), Math.max(1, low * 2));
      const tried = attempt({ ...step, marker, items });
      if (tried === undefined) high = items - 1;
      else [low, best] = [items, tried];
    }
    return best;
  }
  return undefined;
}

function cut(value: Json, pointer: string, keep: Keep, cuts: string[]): Json {
  if (typeof value === 'string') {
    if (value.length <= keep.chars || value.startsWith(keep.marker)) return value;
    cuts.push(`${pointer || 'the whole'}: ${keep.chars} of ${value.length} characters`);
    // A character of two units is not left as half of one.
    return `${value.slice(0, keep.chars).replace(/[\ud800-\udbff]$/, '')}…`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (value.length > keep.items)
      cuts.push(`${pointer || 'the whole'}: ${keep.items} of ${value.length} items`);
    return value.slice(0, keep.items).map((item, at) => cut(item, `${pointer}/${at}`, keep, cuts));
  }
  const members = Object.entries(value);
  if (members.length > keep.members) {
    cuts.push(`${pointer || 'the whole'}: ${keep.members} of ${members.length} members`);
  }
  return Object.fromEntries(
    members
      .slice(0, keep.members)
      .map(([name, child]) => [name, cut(child, `${pointer}/${escapePointer(name)}`, keep, cuts)]),
  );
}

function longestList(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  const children: readonly Json[] = Array.isArray(value) ? value : Object.values(value);
  return children.reduce<number>(
    (most, child) => Math.max(most, longestList(child)),
    Array.isArray(value) ? value.length : 0,
  );
}

function nameCuts(cuts: readonly string[]): readonly string[] {
  if (cuts.length <= MAX_NAMED_CUTS) return cuts;
  return [...cuts.slice(0, MAX_NAMED_CUTS), `and ${cuts.length - MAX_NAMED_CUTS} more cuts like these`];
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Long numbers become strings that carry them, since a parser would round 64-bit identifiers. */
function quoteLongNumbers(text: string, marker: string): string {
  const numbers = /-?[0-9][0-9.eE+-]*/y;
  let quoted = '';
  let done = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '"') at = endOfString(text, at);
    else if (char === '-' || (char >= '0' && char <= '9')) {
      numbers.lastIndex = at;
      const token = numbers.exec(text)?.[0] ?? char;
      if (token.length > EXACT_NUMBER_LENGTH || /[eE]/.test(token)) {
        quoted += `${text.slice(done, at)}"${marker}${token}${marker}"`;
        done = at + token.length;
      }
      at += token.length - 1;
    }
  }
  return quoted + text.slice(done);
}

/** Where the string that begins at `from` has its closing quote. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
