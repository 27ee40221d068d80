import { quote } from '../../model/quote.ts';
import { MAX_TEMPLATE_LENGTH } from './bounds.ts';
import type { IntakeRules } from './profile.ts';
import { OperationRefusal } from './refusal.ts';
import { isPrototypeName } from './schema-positions.ts';

const PRINTABLE_ASCII = /^[\x21-\x7e]*$/;
const ENCODED = /%([0-9A-Fa-f]{2})?/g;

/**
 * The names of the variables of a path template, in order. The path may not change the origin, climb, or carry
 * query, fragment or encoded separators, whatever stands for its variables.
 *
 * Errors: `OperationRefusal`.
 */
export function readPathTemplate(path: string, rules: IntakeRules = 'strict'): readonly string[] {
  if (!path.startsWith('/') || path.length > MAX_TEMPLATE_LENGTH) {
    throw new OperationRefusal(
      'path-syntax',
      `A path starts with / and has at most ${MAX_TEMPLATE_LENGTH} characters`,
    );
  }
  const names: string[] = [];
  const plain = path.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    names.push(name);
    return VARIABLE;
  });
  assertPlain(plain, path);
  for (const name of names) {
    if (name.trim() === '' || names.indexOf(name) !== names.lastIndexOf(name)) {
      throw new OperationRefusal('path-syntax', `${quote(path)} has a variable without a name, or twice`);
    }
    if (isPrototypeName(name, rules)) {
      throw new OperationRefusal('prototype-name', `${quote(path)} has the variable ${quote(name)}`);
    }
  }
  return names;
}

/** Stands for a variable where the rest of the path is looked at; it occurs in no path that passes. */
const VARIABLE = '{}';

function assertPlain(plain: string, path: string): void {
  if (plain.startsWith('//') || plain.includes('\\')) {
    throw new OperationRefusal('path-origin', `${quote(path)} could change the origin`);
  }
  if (plain.includes('?') || plain.includes('#')) {
    throw new OperationRefusal('path-query', `${quote(path)} has query or fragment syntax`);
  }
  if (/[{}]/.test(plain.replaceAll(VARIABLE, ''))) {
    throw new OperationRefusal('path-syntax', `${quote(path)} has braces that do not pair`);
  }
  for (const [whole, hex] of plain.matchAll(ENCODED)) {
    if (hex === undefined) {
      throw new OperationRefusal('path-syntax', `${quote(path)} has a % that encodes nothing`);
    }
    const unit = Number.parseInt(hex, 16);
    if (unit === 0x2f || unit === 0x5c || unit === 0x25) {
      throw new OperationRefusal(
        'path-encoded-separator',
        `${quote(path)} has the encoded separator ${whole}`,
      );
    }
    if (unit < 0x20 || unit === 0x7f) {
      throw new OperationRefusal('path-syntax', `${quote(path)} has an encoded control character`);
    }
  }
  if (!PRINTABLE_ASCII.test(plain)) {
    throw new OperationRefusal(
      'path-syntax',
      `${quote(path)} has white space, or letters that are not encoded`,
    );
  }
  const segments = plain.replace(/%2e/gi, '.').split('/');
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    throw new OperationRefusal('path-traversal', `${quote(path)} has dot segments`);
  }
}
