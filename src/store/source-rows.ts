import type { Database } from './database.ts';
import type { CandidateKind } from './store.ts';

/** A source with its current generation. */
export interface SourceRow {
  readonly id: number;
  readonly name: string;
  readonly kind: CandidateKind;
  readonly origin: string;
  readonly servedFrom: string | null;
  readonly generation: number;
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly removedAt: number | null;
  /** Since when it answers no more, epoch milliseconds. */
  readonly silentSince: number | null;
  /** Digest of the text, and of what intake made of it; lower-case hex. */
  readonly digest: string;
  readonly reading: string;
}

export interface SourceRows {
  /** The row of a name, also when the source was removed. */
  find(name: string): SourceRow | undefined;
  /** The same text was seen again: whoever was silent is not. */
  touch(id: number, now: number): void;
  /** Appends the next generation and makes it current, reviving a removed source or making a new one. */
  advance(
    source: SourceRow | undefined,
    generation: NewGeneration,
  ): { readonly id: number; readonly number: number };
  markSilent(id: number, since: number | null): void;
  markRemoved(id: number, now: number): void;
}

export interface VerdictCounts {
  readonly ok: number;
  readonly warning: number;
  readonly error: number;
}

export interface NewGeneration {
  readonly source: string;
  readonly kind: CandidateKind;
  readonly origin: string;
  readonly servedFrom: string | null;
  readonly digest: string;
  readonly reading: string;
  readonly verdicts: VerdictCounts;
  readonly now: number;
}

export function prepareSourceRows(database: Database): SourceRows {
  const select = database.prepare<[string], SourceRow>(
    `SELECT s.id, s.name, s.kind, s.origin, s.served_from AS servedFrom, s.generation,
            s.first_seen AS firstSeen, s.last_seen AS lastSeen, s.removed_at AS removedAt,
            s.silent_since AS silentSince,
            lower(hex(g.digest)) AS digest, lower(hex(g.reading)) AS reading
     FROM sources s
     JOIN generations g ON g.source_id = s.id AND g.number = s.generation
     WHERE s.name = ?`,
  );
  const insert = database.prepare<[string, CandidateKind, string, string | null, number, number]>(
    `INSERT INTO sources (name, kind, origin, served_from, generation, first_seen, last_seen)
     VALUES (?, ?, ?, ?, 1, ?, ?)`,
  );
  const update = database.prepare<[CandidateKind, string, string | null, number, number, number, number]>(
    `UPDATE sources SET kind = ?, origin = ?, served_from = ?, generation = ?, first_seen = ?, last_seen = ?,
            removed_at = NULL, silent_since = NULL
     WHERE id = ?`,
  );
  const touch = database.prepare<[number, number]>(
    'UPDATE sources SET last_seen = ?, silent_since = NULL WHERE id = ?',
  );
  const markSilent = database.prepare<[number | null, number]>(
    'UPDATE sources SET silent_since = ? WHERE id = ?',
  );
  const markRemoved = database.prepare<[number, number]>('UPDATE sources SET removed_at = ? WHERE id = ?');
  const insertGeneration = database.prepare<
    [number, number, CandidateKind, string, string | null, Buffer, Buffer, number, number, number, number]
  >(
    `INSERT INTO generations
       (source_id, number, kind, origin, served_from, digest, reading, ok, warning, error, committed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );

  return {
    find: (name) => select.get(name),
    touch: (id, now) => {
      touch.run(now, id);
    },
    markSilent: (id, since) => {
      markSilent.run(since, id);
    },
    markRemoved: (id, now) => {
      markRemoved.run(now, id);
    },
    advance(source, generation) {
      const { kind, origin, servedFrom, reading, verdicts, now } = generation;
      const number = (source?.generation ?? 0) + 1;
      const firstSeen = source === undefined || source.removedAt !== null ? now : source.firstSeen;
      let id: number;
      if (source === undefined) {
        id = insert.run(generation.source, kind, origin, servedFrom, now, now);
      } else {
        id = source.id;
        update.run(kind, origin, servedFrom, number, firstSeen, now, id);
      }
      insertGeneration.run(
        id,
        number,
        kind,
        origin,
        servedFrom,
        Buffer.from(generation.digest, 'hex'),
        Buffer.from(reading, 'hex'),
        verdicts.ok,
        verdicts.warning,
        verdicts.error,
        now,
      );
      return { id, number };
    },
  };
}
