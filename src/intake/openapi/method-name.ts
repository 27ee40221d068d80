import { MAX_METHOD_NAME_LENGTH, MAX_TEMPLATE_LENGTH } from './bounds.ts';

/** What a namespace of methods has besides its methods, and what every object or promise has. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['describe', 'search', 'list', 'stamp', 'then', 'catch', 'finally', 'prototype'],
  ...Object.getOwnPropertyNames(Object.prototype),
]);

const METHOD_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** True for a name that `createMethodNames` may give. */
export function isMethodName(name: string): boolean {
  return METHOD_NAME.test(name) && name.length <= MAX_METHOD_NAME_LENGTH && !RESERVED.has(name);
}

/**
 * Gives each operation of a document a name of its own: letters, digits and underscores of the operationId, or
 * else of method and path. A name that is taken or reserved gets a number, which can change with the document:
 * select by method and path.
 */
export function createMethodNames(): (
  operationId: string | undefined,
  method: string,
  path: string,
) => string {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (operationId, method, path) => {
    const wanted = sanitize(operationId ?? '') || sanitize(`${method.toLowerCase()}_${path}`) || 'operation';
    let name = wanted;
    // From where the last of the same name stopped: thousands of them are not gone through each time.
    let count = counts.get(wanted) ?? 2;
    for (; taken.has(name) || RESERVED.has(name); count++) {
      const suffix = `_${count}`;
      name = `${wanted.slice(0, MAX_METHOD_NAME_LENGTH - suffix.length)}${suffix}`;
    }
    taken.add(name);
    counts.set(wanted, count);
    return name;
  };
}

function sanitize(text: string): string {
  const name = text
    .slice(0, MAX_TEMPLATE_LENGTH)
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return (/^[0-9]/.test(name) ? `_${name}` : name).slice(0, MAX_METHOD_NAME_LENGTH);
}
