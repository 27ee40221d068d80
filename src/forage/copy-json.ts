import type { Json, JsonObject } from '../model/entry.ts';
import { MAX_METADATA_DEPTH } from './bounds.ts';

/** Why a value is not copied: it is no JSON, or it is more than it may be. */
export class CopyRefusal extends Error {
  readonly kind: 'not-json' | 'too-deep' | 'too-large';

  constructor(kind: CopyRefusal['kind'], message: string) {
    super(message);
    this.name = 'CopyRefusal';
    this.kind = kind;
  }
}

/**
 * Copies a JSON value into a deeply frozen one. Its members are in the order of UTF-16 code units, so that nothing
 * that is made of it depends on the order in which they were written; `as-written` keeps that order. What JSON leaves
 * out (members that are undefined) is left out. One pass that reads each member once; a part that is shared counts
 * each time.
 *
 * Errors: `CopyRefusal`, as soon as the canonical JSON is certain to be longer than `limit` bytes, at the latest.
 */
export function copyJson(value: unknown, limit: number, order: 'sorted' | 'as-written' = 'sorted'): Json {
  let left = limit;
  const spend = (bytes: number) => {
    left -= bytes;
    if (left < 0) throw new CopyRefusal('too-large', `is larger than ${limit} bytes`);
  };

  const copy = (part: unknown, depth: number): Json => {
    switch (typeof part) {
      case 'string':
        spend(part.length + 2);
        return part;
      case 'boolean':
        spend(4);
        return part;
      case 'number':
        if (!Number.isFinite(part))
          throw new CopyRefusal('not-json', `has the number ${part}, which JSON lacks`);
        spend(1);
        // Negative zero is written as 0 (RFC 8785).
        return part === 0 ? 0 : part;
      case 'object':
        break;
      default:
        throw new CopyRefusal('not-json', `has a ${typeof part}, which JSON lacks`);
    }
    if (part === null) {
      spend(4);
      return null;
    }
    if (depth >= MAX_METADATA_DEPTH) {
      throw new CopyRefusal('too-deep', `nests deeper than ${MAX_METADATA_DEPTH} levels`);
    }
    spend(2);
    if (Array.isArray(part)) {
      spend(part.length);
      return Object.freeze(Array.from(part, (item: unknown) => copy(item, depth + 1)));
    }
    return copyObject(part, depth);
  };

  const copyObject = (part: object, depth: number): JsonObject => {
    const prototype: unknown = Object.getPrototypeOf(part);
    // A plain object of another realm has a prototype without one of its own.
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      throw new CopyRefusal('not-json', 'has an object that is no plain one');
    }
    const members: [string, Json][] = [];
    for (const [name, child] of Object.entries(part)) {
      if (child === undefined) continue;
      spend(name.length + 3);
      members.push([name, copy(child, depth + 1)]);
    }
    if (order === 'sorted') members.sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.freeze(Object.fromEntries(members));
  };

  return copy(value, 0);
}
