import { MAX_MANIFEST_PATHS } from '../../model/bounds.ts';
import type { Finding } from '../../model/verdict.ts';

/** What the entries of one manifest share: their names and a budget of field paths. */
export interface Neighbourhood {
  /**
   * Takes an entry in after those before it, or says why not; then it leaves no trace. The first of two
   * entries with one key wins.
   */
  admit(entry: NewNeighbour): readonly Finding[];
}

export interface NewNeighbour {
  readonly key: string;
  readonly pointer: string;
  readonly paths: ReadonlySet<string>;
}

export function createNeighbourhood(): Neighbourhood {
  const pointerOfKey = new Map<string, string>();
  const knownPaths = new Set<string>();

  return {
    admit({ key, pointer, paths }) {
      const first = pointerOfKey.get(key);
      if (first !== undefined) {
        const message = `The identifier is taken by ${first}, and the first wins. Give this entry one of its own, or remove it.`;
        return [{ level: 'error', rule: 'identifier-duplicate', pointer: `${pointer}/identifier`, message }];
      }
      const added = [...paths].filter((path) => !knownPaths.has(path));
      if (knownPaths.size + added.length > MAX_MANIFEST_PATHS) {
        const message = `With this entry the manifest has more than ${MAX_MANIFEST_PATHS} distinct field paths. Use the same member names across entries.`;
        return [{ level: 'error', rule: 'manifest-paths', pointer, message }];
      }
      pointerOfKey.set(key, pointer);
      for (const path of added) knownPaths.add(path);
      return [];
    },
  };
}
