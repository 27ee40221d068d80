import { invalidArgument, type LarderError } from '../../errors.ts';
import { quote } from '../quote.ts';

/** A piece of an expression with its place. */
export interface Lexeme {
  readonly text: string;
  /** 1-based, in UTF-16 code units. */
  readonly position: number;
  /** Quoted text is taken as it stands: it is never a keyword and never corrected. */
  readonly quoted: boolean;
}

export const OPERATORS = ['<=', '>=', '=', '<', '>'] as const;
export type Operator = (typeof OPERATORS)[number];

/** What ends a bare name; a bare value may hold `=` after its first character (`a/b;version=1`). */
const ENDS_NAME = new Set(['=', '<', '>', '!', ',', '(', ')', "'", '"', '\\']);
const ENDS_VALUE = new Set(['<', '>', ',', '(', ')', "'", '"', '\\']);

/**
 * Reads an expression from left to right, one character at a time and never back: the time is linear in its
 * length whatever is in it.
 */
export interface Scanner {
  /** True when only white space is left. */
  atEnd(): boolean;
  /** The 1-based position of the next character that is not white space. */
  position(): number;
  /** Takes `char` when it is next. */
  take(char: string): boolean;
  readOperator(): Operator | undefined;
  /** A bare word or a quoted text; undefined when neither is next. Errors: INVALID_ARGUMENT inside quotes. */
  readName(): Lexeme | undefined;
  readValue(): Lexeme | undefined;
  /** The text from one 1-based position up to what has been read. */
  readSince(position: number): string;
  /** An error that names what was expected and what is found at a position, and gives advice. */
  fault(position: number, expected: string, advice?: string): LarderError;
}

export function createScanner(subject: string, text: string): Scanner {
  let at = 0;

  const skipSpace = () => {
    while (at < text.length && isSpace(text[at]!)) at++;
  };
  const position = () => {
    skipSpace();
    return at + 1;
  };
  const fault = (where: number, expected: string, advice?: string) => {
    const next = /\S{1,40}/.exec(text.slice(where - 1))?.[0];
    const found = next === undefined ? 'the end' : quote(next);
    const sentence = `${subject} is invalid at position ${where}: expected ${expected}, found ${found}.`;
    return invalidArgument(advice === undefined ? sentence : `${sentence} ${advice}`);
  };

  const readQuoted = (): Lexeme => {
    const start = at;
    const mark = text[at++];
    let value = '';
    while (at < text.length) {
      const char = text[at++]!;
      if (char === mark) return { text: value, position: start + 1, quoted: true };
      if (char !== '\\') {
        value += char;
        continue;
      }
      const escaped = text[at++];
      if (escaped !== "'" && escaped !== '"' && escaped !== '\\') {
        throw fault(at - 1, `\\', \\" or \\\\ for a quote or a backslash`);
      }
      value += escaped;
    }
    throw invalidArgument(
      `${subject} is invalid at position ${start + 1}: the quote ${mark} is never closed.`,
    );
  };

  const readWord = (ends: ReadonlySet<string>): Lexeme | undefined => {
    skipSpace();
    const start = at;
    const first = text[at];
    if (first === "'" || first === '"') return readQuoted();
    if (first === undefined || ENDS_NAME.has(first)) return undefined;
    while (at < text.length && !isSpace(text[at]!) && !ends.has(text[at]!)) at++;
    return { text: text.slice(start, at), position: start + 1, quoted: false };
  };

  return {
    atEnd: () => position() > text.length,
    position,
    fault,
    take: (char) => {
      skipSpace();
      if (text[at] !== char) return false;
      at++;
      return true;
    },
    readOperator: () => {
      skipSpace();
      const operator = OPERATORS.find((candidate) => text.startsWith(candidate, at));
      at += operator?.length ?? 0;
      return operator;
    },
    readName: () => readWord(ENDS_NAME),
    readValue: () => readWord(ENDS_VALUE),
    readSince: (from) => text.slice(from - 1, at),
  };
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\t' || char === '\n' || char === '\r';
}
