import { isJsonObject, type Json } from '../../../model/entry.ts';

/** Characters that do not print, and the two line separators: nothing in a literal moves or hides text. */
const UNPRINTABLE = /[\p{C}\u2028\u2029]/gu;

/** A string literal of TypeScript, in double quotes. */
export function printString(text: string): string {
  return JSON.stringify(text).replace(
    UNPRINTABLE,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** The name of a member as it stands in a type: bare where it is an identifier. */
export function printName(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : printString(name);
}

/** The name of a member in an expression, where a bare or quoted `__proto__` would set the prototype. */
export function printKey(name: string): string {
  return name === '__proto__' ? '["__proto__"]' : printName(name);
}

/** A value as a literal type: the same text is the expression, but for `__proto__`. */
export function printLiteral(value: Json): string {
  if (typeof value === 'string') return printString(value);
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(
      ([name, child]) => `${printName(name)}: ${printLiteral(child)}`,
    );
    return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
  }
  if (typeof value === 'object' && value !== null) return `[${value.map(printLiteral).join(', ')}]`;
  return Object.is(value, -0) ? '0' : String(value);
}
