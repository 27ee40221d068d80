import { quote } from '../model/quote.ts';
import { MAX_PATH_DEPTH, MAX_PATH_LENGTH } from './bounds.ts';
import { ForageError } from './refusal.ts';

/** A JavaScript identifier without `$`, which separates the segments in the names of types. */
const SEGMENT = /^[\p{ID_Start}_][\p{ID_Continue}\u200c\u200d]*$/u;

/**
 * Member names that mean something to every object or promise: on a callable `env` they would shadow it, and
 * `then` would make a namespace look like a promise.
 */
const RESERVED_MEMBERS: ReadonlySet<string> = new Set([
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  'then',
  'catch',
  'finally',
]);

export type PathFault = 'path-invalid' | 'path-reserved' | 'path-too-long' | 'path-too-deep';

/** What is wrong with a dotted path of an operation or namespace, and what would be right; undefined when nothing is. */
export function findPathFault(path: string):
  | {
      readonly reason: PathFault;
      readonly message: string;
      readonly figure?: number;
      readonly bound?: number;
    }
  | undefined {
  if (path.length > MAX_PATH_LENGTH) {
    return {
      reason: 'path-too-long',
      message: `has ${path.length} characters; ${MAX_PATH_LENGTH} are taken`,
      figure: path.length,
      bound: MAX_PATH_LENGTH,
    };
  }
  const segments = path.split('.');
  if (segments.length > MAX_PATH_DEPTH) {
    return {
      reason: 'path-too-deep',
      message: `has ${segments.length} segments; ${MAX_PATH_DEPTH} are taken`,
      figure: segments.length,
      bound: MAX_PATH_DEPTH,
    };
  }
  for (const segment of segments) {
    if (!SEGMENT.test(segment)) {
      return {
        reason: 'path-invalid',
        message: `has the segment ${quote(segment)}, which is not a JavaScript identifier without $; write names joined by dots, such as computers.local.files.read`,
      };
    }
    if (RESERVED_MEMBERS.has(segment)) {
      return {
        reason: 'path-reserved',
        message: `has the segment ${quote(segment)}, which every object or promise has; choose another name`,
      };
    }
  }
  return undefined;
}

/** The path of an operation in a catalog's input. Errors: `path-invalid`, `path-reserved`, `path-too-long`, `path-too-deep`. */
export function checkOperationPath(path: string): void {
  const fault = findPathFault(path);
  if (fault === undefined) return;
  const { reason, message, ...figures } = fault;
  throw new ForageError(reason, `The path ${quote(path)} ${message}.`, { path, ...figures });
}

/** The first segment: what a list orders by before the path. */
export function namespaceOf(path: string): string {
  const dot = path.indexOf('.');
  return dot === -1 ? path : path.slice(0, dot);
}

/** Namespace, then full path, by UTF-16 code units, whatever the locale. */
export function comparePaths(a: string, b: string): number {
  return compareCodeUnits(namespaceOf(a), namespaceOf(b)) || compareCodeUnits(a, b);
}

function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** True for what lies strictly below a namespace, by whole segments; an absent namespace has everything below it. */
export function isBelow(path: string, namespace: string | undefined): boolean {
  if (namespace === undefined) return true;
  return (
    path.length > namespace.length && path.charCodeAt(namespace.length) === DOT && path.startsWith(namespace)
  );
}

const DOT = 0x2e;
