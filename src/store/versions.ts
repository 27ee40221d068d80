import { LarderError } from '../errors.ts';
import type { AcceptedEntry } from '../model/accepted-entry.ts';
import type { Database } from './database.ts';

export interface Versions {
  /** The row of exactly this entry, made where it is new. */
  findOrInsert(entry: AcceptedEntry): number;
}

export function prepareVersions(database: Database): Versions {
  const select = database.prepare<[Buffer], { readonly id: number; readonly key: string }>(
    'SELECT id, key FROM entry_versions WHERE digest = ?',
  );
  const insert = database.prepare<[string, string, Buffer, string]>(
    'INSERT INTO entry_versions (key, publisher, digest, json) VALUES (?, ?, ?, ?)',
  );
  return {
    findOrInsert(entry) {
      const digest = Buffer.from(entry.digest, 'hex');
      const found = select.get(digest);
      if (found === undefined) return insert.run(entry.key, entry.publisher, digest, entry.json);
      if (found.key !== entry.key) {
        throw new LarderError(
          'INTERNAL_ERROR',
          `The digest ${entry.digest} of ${entry.key} belongs to ${found.key} already.`,
        );
      }
      return found.id;
    },
  };
}
