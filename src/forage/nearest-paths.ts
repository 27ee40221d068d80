import { findNearest } from '../text/nearest.ts';
import { MAX_NEAREST_NAMES, MAX_PATH_LENGTH } from './bounds.ts';

/**
 * The paths that an unknown one most likely meant, best first, at most three: the one that is reached by
 * correcting it segment by segment, then those that end with the same segment.
 */
export function findNearestPaths(path: string, candidates: readonly string[]): readonly string[] {
  if (path.length > MAX_PATH_LENGTH) return [];
  const segments = path.split('.');
  const corrected = correct(segments, candidates);
  const last = `.${segments[segments.length - 1]}`;
  const sameEnd = candidates.filter((candidate) => `.${candidate}`.endsWith(last));
  const found = corrected === undefined ? sameEnd : [corrected, ...sameEnd];
  return [...new Set(found)].slice(0, MAX_NEAREST_NAMES);
}

/** A candidate with as many segments, each the wanted one or the nearest that stands in its place. */
function correct(segments: readonly string[], candidates: readonly string[]): string | undefined {
  let prefix = '';
  let left = candidates;
  for (const segment of segments) {
    const names = new Set(left.map((candidate) => candidate.slice(prefix.length).split('.', 1)[0] ?? ''));
    const name = names.has(segment) ? segment : findNearest(segment, names);
    if (name === undefined) return undefined;
    const path = `${prefix}${name}`;
    if (segments.length === prefix.split('.').length)
      return candidates.find((candidate) => candidate === path);
    prefix = `${path}.`;
    left = left.filter((candidate) => candidate.startsWith(prefix));
  }
  return undefined;
}

/** ` Did you mean a or b?`, or nothing. */
export function offerNames(names: readonly string[]): string {
  return names.length === 0 ? '' : ` Did you mean ${names.join(', or ')}?`;
}

/** Every namespace that has an operation below it, at any depth. */
export function namespacesOf(paths: readonly string[]): readonly string[] {
  const namespaces = new Set<string>();
  for (const path of paths) {
    for (let dot = path.lastIndexOf('.'); dot !== -1; dot = path.lastIndexOf('.', dot - 1)) {
      namespaces.add(path.slice(0, dot));
    }
  }
  return [...namespaces];
}
