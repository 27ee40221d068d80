import { LarderError } from '../errors.ts';
import type { Database } from './database.ts';
import type { KeyRecord, NewKey, Scope } from './store.ts';

export interface Keys {
  create(key: NewKey): KeyRecord;
  /** The key with this digest, revoked or not. */
  find(digest: string): KeyRecord | undefined;
  /** All keys, revoked ones too, oldest first. */
  list(): readonly KeyRecord[];
  /** Revoking twice keeps the first moment. Errors: NOT_FOUND. */
  revoke(id: string, now: number): KeyRecord;
}

const COLUMNS = 'id, name, scope, created_at AS createdAt, revoked_at AS revokedAt';

export function prepareKeys(database: Database): Keys {
  const insert = database.prepare<[string, string, Scope, Buffer, number]>(
    'INSERT INTO api_keys (id, name, scope, digest, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const selectByDigest = database.prepare<[Buffer], KeyRecord>(
    `SELECT ${COLUMNS} FROM api_keys WHERE digest = ?`,
  );
  const selectById = database.prepare<[string], KeyRecord>(`SELECT ${COLUMNS} FROM api_keys WHERE id = ?`);
  const selectAll = database.prepare<[], KeyRecord>(
    `SELECT ${COLUMNS} FROM api_keys ORDER BY created_at, id`,
  );
  const revoke = database.prepare<[number, string]>(
    'UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL',
  );

  const get = (id: string): KeyRecord => {
    const row = selectById.get(id);
    if (row === undefined) throw new LarderError('NOT_FOUND', `There is no key "${id}".`);
    return row;
  };

  return {
    create: ({ id, name, scope, digest, now }) =>
      database.write(() => {
        insert.run(id, name, scope, Buffer.from(digest, 'hex'), now);
        return get(id);
      }),
    find: (digest) => selectByDigest.get(Buffer.from(digest, 'hex')),
    list: () => selectAll.all(),
    revoke: (id, now) =>
      database.write(() => {
        get(id);
        revoke.run(now, id);
        return get(id);
      }),
  };
}
