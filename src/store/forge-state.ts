import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LarderError } from '../errors.ts';
import { type Database, openDatabase } from './database.ts';
import { makeFolder } from './make-folder.ts';
import { checkSchema, MIGRATIONS_DIRECTORY, type Migration, migrate, readMigrations } from './migrate.ts';
import { lookAtSchema } from './open-store.ts';

/** Calls that may wait at a time, of all tools together; beyond, the oldest is dropped and has to be asked again. */
export const MAX_HELD_CALLS = 256;
/** Clocks of one machine differ by less than this between two readings; a larger step back is a changed clock. */
export const CLOCK_TOLERANCE_MS = 1_000;

/** As long as the SHA-256 that it keys. */
const SECRET_BYTES = 32;

/** How a held call gets its yes: by its token, by asking the person at the client, or by the operator. */
export type Channel = 'token' | 'elicitation' | 'approval';

/** A write that was shown and not sent. */
export interface HeldCall {
  /** A digest of the token: 32 hex digits. Whoever knows it alone cannot confirm. */
  readonly id: string;
  readonly channel: Channel;
  /** Name of the spec. */
  readonly spec: string;
  readonly tool: string;
  /** 128 random bits, hex; they make the token unpredictable and never leave our side. */
  readonly nonce: string;
  /** The request for the operator to read; empty on other channels. */
  readonly preview: string;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly approvedAt: number | null;
}

/**
 * The calls that wait. Every method first lets go of what has expired at `now` (epoch milliseconds), and of
 * everything when the clock went back.
 */
export interface HeldCalls {
  hold(call: HeldCall, now: number): void;
  /** The call without taking it. */
  find(id: string, now: number): HeldCall | undefined;
  /** Takes the call out for good: of all that ask, in whatever process, at most one ever gets it. */
  take(id: string, now: number): HeldCall | undefined;
  /** Oldest first. */
  list(now: number): readonly HeldCall[];
  /** Records the operator's yes; undefined when there is no such call that waits for one. Twice is once. */
  approve(id: string, now: number): HeldCall | undefined;
}

export interface ForgeState {
  readonly calls: HeldCalls;
  /** Signs what passes through clients; 32 bytes, the same for every process on this file. */
  readonly secret: Uint8Array;
  /** Appends one JSON object to the audit log; durable on return. */
  appendEvent(json: string): void;
  /** The audit log from its beginning, one JSON object each. */
  listEvents(): readonly string[];
  close(): void;
}

const COLUMNS =
  'id, channel, spec, tool, nonce, preview, issued_at AS issuedAt, expires_at AS expiresAt, approved_at AS approvedAt';

/**
 * Opens the state of Forge, a SQLite file of its own that several processes may have open; made when missing, unless
 * `mustExist`. Errors: NOT_FOUND, CONFLICT (another program's file or a newer schema), UNAVAILABLE (the disk).
 */
export function openForgeState(file: string, options: { readonly mustExist?: boolean } = {}): ForgeState {
  if (options.mustExist === true && !existsSync(file)) {
    throw new LarderError(
      'NOT_FOUND',
      `There is no Forge state ${file}; name the file that \`larder forge --state\` uses.`,
    );
  }
  makeFolder(dirname(file));
  // What is held shows what an agent was about to do: the owner's business alone.
  closeSync(openSync(file, 'a', 0o600));
  const migrations = readMigrations(join(MIGRATIONS_DIRECTORY, 'forge'));
  lookAtSchema(file, migrations);
  const database = openDatabase({ file: realpathSync(file), readonly: false });
  try {
    migrateTogether(database, migrations);
    return prepareState(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Two processes may open a new file at once; the one that comes second finds the work done. */
function migrateTogether(database: Database, migrations: readonly Migration[]): void {
  try {
    migrate(database, migrations);
  } catch (error) {
    if (checkSchema(database, migrations) < migrations.length) throw error;
  }
}

function prepareState(database: Database): ForgeState {
  const append = database.prepare<[string]>('INSERT INTO audit (event) VALUES (?)');
  const listEvents = database.prepare<[], { readonly event: string }>('SELECT event FROM audit ORDER BY seq');
  return {
    calls: prepareHeldCalls(database),
    secret: ensureSecret(database),
    appendEvent: (json) => {
      database.write(() => append.run(json));
    },
    listEvents: () => listEvents.all().map(({ event }) => event),
    close: () => database.close(),
  };
}

function prepareHeldCalls(database: Database): HeldCalls {
  const readClock = database.prepare<[], { readonly latest: number }>(
    'SELECT latest FROM clock WHERE id = 1',
  );
  const setClock = database.prepare<[number]>('UPDATE clock SET latest = ? WHERE id = 1');
  const dropAll = database.prepare<[]>('DELETE FROM held_calls');
  const dropExpired = database.prepare<[number]>('DELETE FROM held_calls WHERE expires_at <= ?');
  const dropOldest = database.prepare<[number]>(
    'DELETE FROM held_calls WHERE id IN (SELECT id FROM held_calls ORDER BY issued_at DESC, id LIMIT -1 OFFSET ?)',
  );
  const insert = database.prepare<[string, Channel, string, string, string, string, number, number]>(
    'INSERT INTO held_calls (id, channel, spec, tool, nonce, preview, issued_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const select = database.prepare<[string], HeldCall>(`SELECT ${COLUMNS} FROM held_calls WHERE id = ?`);
  const selectAll = database.prepare<[], HeldCall>(
    `SELECT ${COLUMNS} FROM held_calls ORDER BY issued_at, id`,
  );
  const remove = database.prepare<[string]>('DELETE FROM held_calls WHERE id = ?');
  const approve = database.prepare<[number, string]>(
    "UPDATE held_calls SET approved_at = ? WHERE id = ? AND channel = 'approval' AND approved_at IS NULL",
  );

  const settled = <T>(now: number, work: () => T): T =>
    database.write(() => {
      const latest = readClock.get()?.latest ?? 0;
      if (now + CLOCK_TOLERANCE_MS < latest) {
        dropAll.run();
        setClock.run(now);
      } else if (now > latest) setClock.run(now);
      dropExpired.run(now);
      return work();
    });

  return {
    hold: (call, now) =>
      settled(now, () => {
        const { id, channel, spec, tool, nonce, preview, issuedAt, expiresAt } = call;
        insert.run(id, channel, spec, tool, nonce, preview, issuedAt, expiresAt);
        dropOldest.run(MAX_HELD_CALLS);
      }),
    find: (id, now) => settled(now, () => select.get(id)),
    take: (id, now) =>
      settled(now, () => {
        const call = select.get(id);
        if (call !== undefined) remove.run(id);
        return call;
      }),
    list: (now) => settled(now, () => selectAll.all()),
    approve: (id, now) =>
      settled(now, () => {
        approve.run(now, id);
        const call = select.get(id);
        return call?.channel === 'approval' ? call : undefined;
      }),
  };
}

function ensureSecret(database: Database): Uint8Array {
  const select = database.prepare<[], { readonly value: Buffer }>(
    "SELECT value FROM secrets WHERE name = 'request-state'",
  );
  const insert = database.prepare<[Buffer]>(
    "INSERT INTO secrets (name, value) VALUES ('request-state', ?) ON CONFLICT DO NOTHING",
  );
  return database.write(() => {
    insert.run(randomBytes(SECRET_BYTES));
    const row = select.get();
    if (row === undefined) throw new LarderError('INTERNAL_ERROR', 'The Forge state has no secret.');
    return new Uint8Array(row.value);
  });
}
