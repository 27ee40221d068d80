import { MAX_OUTLINE_DEPTH, type Outline } from './outline.ts';

interface Builder {
  shape: Outline['shape'];
  readonly members: Map<string, Builder>;
  first: Builder | undefined;
}

/**
 * Outlines text that starts like JSON, without parsing it: one pass that keeps nothing but the outline, whatever the
 * size or depth. Text that breaks the grammar further on gets the outline of what stands before; saying where it
 * breaks is the parser's business.
 *
 * @param names the members to keep; all others are passed over
 */
export function outlineJson(text: string, names: ReadonlySet<string>): Outline {
  const root = build('other');
  // Where the next value goes at each open level; undefined where nobody asks for it.
  const open: { readonly isArray: boolean; readonly node: Builder | undefined }[] = [];
  let target: Builder | undefined = root;
  let deeper = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        const parent = open.at(-1);
        const isName = deeper === 0 && parent?.isArray === false && isFollowedByColon(text, end);
        if (isName) target = enterMember(parent?.node, readName(text, at, end), names);
        else if (deeper === 0 && target !== undefined) target.shape = 'string';
        at = end;
        break;
      }
      case BRACE_OPEN:
      case BRACKET_OPEN: {
        if (open.length === MAX_OUTLINE_DEPTH) {
          deeper += 1;
          break;
        }
        const isArray = text.charCodeAt(at) === BRACKET_OPEN;
        if (target !== undefined) target.shape = isArray ? 'array' : 'object';
        open.push({ isArray, node: target });
        if (isArray && target !== undefined) target.first = build('other');
        target = isArray ? target?.first : undefined;
        break;
      }
      case BRACE_CLOSE:
      case BRACKET_CLOSE:
        target = undefined;
        if (deeper > 0) deeper -= 1;
        else open.pop();
        if (open.length === 0) return root;
        break;
      case COMMA:
        if (deeper === 0) target = undefined;
        break;
    }
  }
  return root;
}

function build(shape: Outline['shape']): Builder {
  return { shape, members: new Map(), first: undefined };
}

function enterMember(
  object: Builder | undefined,
  name: string,
  names: ReadonlySet<string>,
): Builder | undefined {
  if (object === undefined || !names.has(name)) return undefined;
  const member = build('other');
  object.members.set(name, member);
  return member;
}

/** The place of the quote that ends the string which starts at `start`; the end of the text when none does. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH) at += 1;
    else if (unit === QUOTE) return at;
  }
  return text.length;
}

function isFollowedByColon(text: string, end: number): boolean {
  let at = end + 1;
  while (isWhiteSpace(text.charCodeAt(at))) at += 1;
  return text.charCodeAt(at) === COLON;
}

/** Names are compared as they are written; one that spells its letters as escapes is not looked for. */
function readName(text: string, start: number, end: number): string {
  return text.slice(start + 1, Math.min(end, start + 1 + MAX_NAME_LENGTH));
}

/** UTF-16 code units of a name that is worth comparing. */
const MAX_NAME_LENGTH = 64;

function isWhiteSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACKET_OPEN = 0x5b;
const BRACKET_CLOSE = 0x5d;
const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;
