import { createHmac } from 'node:crypto';
import type { Database } from './database.ts';

interface ChangeRow {
  readonly key: string;
  readonly versionId: number | null;
  readonly firstSeen: number | null;
  readonly committedAt: number;
}

export interface History {
  /** See `Store.markHistory`. */
  mark(seq: number): Uint8Array | undefined;
}

/** The secret tells databases apart, and the change with the moment of its commit tells the courses of one. */
export function prepareHistory(database: Database, secret: Uint8Array): History {
  const select = database.prepare<[number], ChangeRow>(
    `SELECT key, version_id AS versionId, first_seen AS firstSeen, committed_at AS committedAt
     FROM changes WHERE seq = ?`,
  );
  return {
    mark(seq) {
      const change = select.get(seq);
      if (change === undefined) return undefined;
      const { key, versionId, firstSeen, committedAt } = change;
      const course = JSON.stringify(['history', seq, key, versionId, firstSeen, committedAt]);
      return new Uint8Array(createHmac('sha256', secret).update(course).digest());
    },
  };
}
