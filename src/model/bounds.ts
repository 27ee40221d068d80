import type { Json, JsonObject } from './entry.ts';
import { nestedEntries } from './nested-entries.ts';

/** Bytes of one manifest (UTF-8). The largest known one has 371 kB. */
export const MAX_MANIFEST_BYTES = 8 * 1024 * 1024;
/** Entries of one manifest, nested ones included. The largest known one has 481. */
export const MAX_MANIFEST_ENTRIES = 20_000;
/** Distinct field paths of all entries of one manifest: each may become a column of the index. */
export const MAX_MANIFEST_PATHS = 4_096;
/**
 * Nesting of a whole document. Far above what an entry may have, so that one absurd entry does not lose the
 * others, and far below where anything recursive runs out of stack.
 */
export const MAX_DOCUMENT_DEPTH = 512;

/** Nesting of one entry; the entry itself is level 1, a member's object level 2. */
export const MAX_ENTRY_DEPTH = 16;
/** Distinct field paths of one entry: each may become a column of the index. */
export const MAX_ENTRY_PATHS = 256;
/** Scalars and empty containers of one entry: the work that one entry can cause. */
export const MAX_ENTRY_VALUES = 1_024;
/** Code units of one string: enough for a skill's whole text inline, too little to stall the analyser. */
export const MAX_STRING_LENGTH = 131_072;
/** Code units of one member name: it is repeated in every path beneath it. */
export const MAX_NAME_LENGTH = 256;

/** The bound that an entry breaks. */
export interface Excess {
  readonly bound: 'depth' | 'paths' | 'values' | 'string-length' | 'name-length' | 'number-range';
  /** Where the walk stopped: member names and array positions below the entry, outermost first. */
  readonly at: readonly (string | number)[];
  readonly message: string;
}

export interface Measure {
  /** The distinct field paths at which the entry has values, as `projectFields` spells them. */
  readonly paths: ReadonlySet<string>;
  /** The first bound that is broken; the walk stops there. */
  readonly excess: Excess | undefined;
}

/** UTF-8 bytes of a text, or undefined as soon as they are more than `limit`. */
export function utf8Length(text: string, limit: number): number | undefined {
  let bytes = 0;
  for (let i = 0; i < text.length && bytes <= limit; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text, i + 1)) {
      bytes += 4;
      i += 1;
    } else bytes += 3;
  }
  return bytes <= limit ? bytes : undefined;
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000;
}

/**
 * True when JSON text nests deeper than `limit` levels of objects and arrays. One linear pass without
 * parsing: it runs before JSON.parse and before anything recursive. Brackets inside strings do not count;
 * text that is not JSON gets an answer too, and is for the parser to refuse.
 */
export function exceedsDepth(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (inString) {
      if (unit === BACKSLASH) i++;
      else if (unit === QUOTE) inString = false;
    } else if (unit === QUOTE) inString = true;
    else if (unit === BRACE_OPEN || unit === BRACKET_OPEN) {
      if (++depth > limit) return true;
    } else if (unit === BRACE_CLOSE || unit === BRACKET_CLOSE) depth--;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET_OPEN = 0x5b;
const BRACKET_CLOSE = 0x5d;
const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;

/** A container on the walk's own stack, its children still to be visited from `next` on. */
interface Frame {
  readonly path: string;
  readonly names: readonly string[] | undefined;
  readonly children: readonly Json[];
  next: number;
}

/**
 * Walks an entry within the bounds and reports the first that it breaks. Iterative, and it never holds more
 * than the bounds allow, so it is safe on any parsed JSON. The entries of a nested catalog are entries of
 * their own and are not visited.
 */
export function measureEntry(entry: JsonObject): Measure {
  const skipped = nestedEntries(entry);
  const paths = new Set<string>();
  const stack: Frame[] = [];
  let values = 0;

  const excess = (bound: Excess['bound'], message: string): Measure => ({
    paths,
    excess: { bound, message, at: stack.map((frame) => frame.names?.[frame.next - 1] ?? frame.next - 1) },
  });

  /** Takes one value in; gives the excess, if there is one. */
  const enter = (value: Json, path: string): Measure | undefined => {
    if (typeof value === 'object' && value !== null) {
      if (stack.length >= MAX_ENTRY_DEPTH) {
        return excess('depth', `nests deeper than ${MAX_ENTRY_DEPTH} levels`);
      }
      if (sizeOf(value) > MAX_ENTRY_VALUES - values) return excess('values', TOO_MANY_VALUES);
      const names = Array.isArray(value) ? undefined : Object.keys(value);
      const children: readonly Json[] = Array.isArray(value) ? value : Object.values(value);
      if (children.length > 0) {
        stack.push({ path, names, children, next: 0 });
        return undefined;
      }
    } else if (typeof value === 'string' && value.length > MAX_STRING_LENGTH) {
      return excess(
        'string-length',
        `is a string of ${value.length} characters; ${MAX_STRING_LENGTH} are taken`,
      );
    } else if (typeof value === 'number' && !Number.isFinite(value)) {
      return excess('number-range', 'is a number beyond what a double holds; write it as a string');
    }
    values += 1;
    if (values > MAX_ENTRY_VALUES) return excess('values', TOO_MANY_VALUES);
    paths.add(path);
    if (paths.size > MAX_ENTRY_PATHS) {
      return excess('paths', `has more than ${MAX_ENTRY_PATHS} distinct field paths`);
    }
    return undefined;
  };

  let broken = enter(entry, '');
  while (broken === undefined && stack.length > 0) {
    const frame = stack[stack.length - 1]!;
    if (frame.next >= frame.children.length) {
      stack.pop();
      continue;
    }
    const name = frame.names?.[frame.next];
    const child = frame.children[frame.next]!;
    frame.next += 1;
    if (child === skipped) continue;
    if (name !== undefined && name.length > MAX_NAME_LENGTH) {
      broken = excess(
        'name-length',
        `is a member name of ${name.length} characters; ${MAX_NAME_LENGTH} are taken`,
      );
    } else broken = enter(child, joinPath(frame.path, name));
  }
  return broken ?? { paths, excess: undefined };
}

const TOO_MANY_VALUES = `has more than ${MAX_ENTRY_VALUES} values`;

function sizeOf(value: JsonObject | readonly Json[]): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function joinPath(path: string, name: string | undefined): string {
  if (name === undefined) return path;
  return path === '' ? name : `${path}.${name}`;
}
