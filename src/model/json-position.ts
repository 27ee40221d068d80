/** Where JSON text stops being JSON. */
export interface JsonPosition {
  /** 1-based; a line ends at LF, CR LF or CR. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  /** True when the text ends too early, rather than going on wrongly. */
  readonly atEnd: boolean;
}

/** What the grammar (RFC 8259) allows next. */
type Expecting = 'value' | 'value-or-close' | 'name' | 'name-or-close' | 'colon' | 'comma-or-close' | 'end';

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const LITERALS = ['true', 'false', 'null'];

/**
 * Finds the first place at which text breaks the grammar of JSON; undefined when it is JSON. JSON.parse says
 * it only for some faults, so this runs after it has refused. One linear pass with a stack of its own.
 */
export function findJsonFault(text: string): JsonPosition | undefined {
  const open: ('{' | '[')[] = [];
  let expecting: Expecting = 'value';
  let at = 0;
  const afterValue = (): Expecting => (open.length === 0 ? 'end' : 'comma-or-close');

  for (;;) {
    while (isWhiteSpace(text.charCodeAt(at))) at++;
    const char = text[at];
    if (char === undefined) return expecting === 'end' ? undefined : locate(text, at);
    const mayClose =
      expecting === 'comma-or-close' || expecting === 'value-or-close' || expecting === 'name-or-close';
    if (mayClose && char === (open[open.length - 1] === '{' ? '}' : ']')) {
      open.pop();
      expecting = afterValue();
      at++;
    } else if (expecting === 'comma-or-close' && char === ',') {
      expecting = open[open.length - 1] === '{' ? 'name' : 'value';
      at++;
    } else if (expecting === 'colon' && char === ':') {
      expecting = 'value';
      at++;
    } else if ((expecting === 'name' || expecting === 'name-or-close') && char === '"') {
      const end = endOfString(text, at);
      if (!end.closed) return locate(text, end.at);
      expecting = 'colon';
      at = end.at;
    } else if (expecting === 'value' || expecting === 'value-or-close') {
      if (char === '{' || char === '[') {
        open.push(char);
        expecting = char === '{' ? 'name-or-close' : 'value-or-close';
        at++;
        continue;
      }
      const end = char === '"' ? endOfString(text, at) : endOfScalar(text, at);
      if (!end.closed) return locate(text, end.at);
      expecting = afterValue();
      at = end.at;
    } else return locate(text, at);
  }
}

interface End {
  readonly at: number;
  readonly closed: boolean;
}

function endOfScalar(text: string, start: number): End {
  const literal = LITERALS.find((word) => text.startsWith(word, start));
  if (literal !== undefined) return { at: start + literal.length, closed: true };
  NUMBER.lastIndex = start;
  return NUMBER.test(text) ? { at: NUMBER.lastIndex, closed: true } : { at: start, closed: false };
}

function endOfString(text: string, start: number): End {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) return { at: at + 1, closed: true };
    if (unit < 0x20) return { at, closed: false };
    if (unit === 0x5c) {
      const length = escapeLength(text, at);
      if (length === 0) return { at, closed: false };
      at += length - 1;
    }
  }
  return { at: text.length, closed: false };
}

/** Length of the escape that starts at a backslash, 0 when it is none. */
function escapeLength(text: string, at: number): number {
  const char = text[at + 1] ?? '';
  if (char === 'u') return /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? 6 : 0;
  return char !== '' && '"\\/bfnrt'.includes(char) ? 2 : 0;
}

function isWhiteSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

function locate(text: string, at: number): JsonPosition {
  let line = 1;
  let start = 0;
  for (let i = 0; i < at; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x0a || (unit === 0x0d && text.charCodeAt(i + 1) !== 0x0a)) {
      line += 1;
      start = i + 1;
    }
  }
  return { line, column: at - start + 1, atEnd: at >= text.length };
}
