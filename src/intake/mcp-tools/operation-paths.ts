import { createHash } from 'node:crypto';
import { findPathFault } from '../../forage/operation-path.ts';

/** Hex digits of the name's SHA-256 that tell apart what would have one path. */
const SUFFIX_DIGITS = 8;

/**
 * A path for each name of a listing, which are unique. A name that is a path keeps it, dots as namespaces; in others
 * each character that an identifier lacks becomes `_`. Where several names come to one path, all that were changed
 * get a suffix from the hash of their name, so that the order of the listing does not matter.
 */
export function assignPaths(names: readonly string[]): (name: string) => string {
  const wanted = new Map(names.map((name) => [name, toPath(name)]));
  const claims = new Map<string, number>();
  for (const path of wanted.values()) claims.set(path, (claims.get(path) ?? 0) + 1);
  const taken = new Set(claims.keys());

  const paths = new Map<string, string>();
  for (const [name, path] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (path === name || claims.get(path) === 1) {
      paths.set(name, path);
      continue;
    }
    const hash = createHash('sha256').update(name).digest('hex').slice(0, SUFFIX_DIGITS);
    let suffixed = `${path}_${hash}`;
    // A stranger may have named another tool just so.
    for (let count = 2; taken.has(suffixed); count++) suffixed = `${path}_${hash}_${count}`;
    taken.add(suffixed);
    paths.set(name, suffixed);
  }
  return (name) => {
    const path = paths.get(name);
    if (path === undefined) throw new Error('The name is not of this listing');
    return path;
  };
}

function toPath(name: string): string {
  if (findPathFault(name) === undefined) return name;
  const nested = name.split('.').map(replaceForeign).join('.');
  if (findPathFault(nested) === undefined) return nested;
  const flat = replaceForeign(name.replaceAll('.', '_'));
  const whole = /^[\p{ID_Start}_]/u.test(flat) ? flat : `_${flat}`;
  return findPathFault(whole) === undefined ? whole : `${whole}_`;
}

function replaceForeign(text: string): string {
  return text.replace(/[^\p{ID_Continue}]/gu, '_');
}
