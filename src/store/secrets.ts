import { randomBytes } from 'node:crypto';
import { LarderError } from '../errors.ts';
import type { Database } from './database.ts';

/** As long as the SHA-256 that it keys. */
const TOKEN_SECRET_BYTES = 32;
const TOKEN_SECRET = 'page-token';

/** Makes the secret that signs page tokens where there is none yet. */
export function ensureTokenSecret(database: Database): void {
  if (findSecret(database) !== undefined) return;
  database.write(() =>
    database
      .prepare<[string, Buffer]>('INSERT INTO secrets (name, value) VALUES (?, ?)')
      .run(TOKEN_SECRET, randomBytes(TOKEN_SECRET_BYTES)),
  );
}

/** The secret that signs page tokens, 32 bytes. */
export function getTokenSecret(database: Database): Uint8Array {
  const secret = findSecret(database);
  if (secret === undefined) throw new LarderError('INTERNAL_ERROR', 'The database has no page token secret.');
  return new Uint8Array(secret);
}

function findSecret(database: Database): Buffer | undefined {
  return database
    .prepare<[string], { readonly value: Buffer }>('SELECT value FROM secrets WHERE name = ?')
    .get(TOKEN_SECRET)?.value;
}
