import { LarderError } from '../errors.ts';
import type { Finding, VerdictLevel } from '../model/verdict.ts';
import type { Database } from './database.ts';
import type { SourceDetail, SourceKind, SourceSummary } from './store.ts';

export interface Sources {
  /** The sources that were not removed, by name. */
  list(): readonly SourceSummary[];
  /** Errors: NOT_FOUND. */
  get(name: string): SourceDetail;
}

interface SummaryRow {
  readonly id: number;
  readonly name: string;
  readonly kind: SourceKind;
  readonly origin: string;
  readonly servedFrom: string | null;
  readonly generation: number;
  readonly digest: string;
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly silentSince: number | null;
  readonly ok: number;
  readonly warning: number;
  readonly error: number;
  readonly entries: number;
  readonly elected: number;
}

interface VerdictRow {
  readonly pointer: string;
  readonly identifier: string | null;
  readonly level: VerdictLevel;
  readonly findings: string;
  readonly shadowed: number;
}

const SELECT_SUMMARY = `
  SELECT s.id, s.name, s.kind, s.origin, s.served_from AS servedFrom, s.generation,
         lower(hex(g.digest)) AS digest, s.first_seen AS firstSeen, s.last_seen AS lastSeen,
         s.silent_since AS silentSince,
         g.ok, g.warning, g.error,
         (SELECT count(*) FROM members m WHERE m.source_id = s.id AND m.last_seen IS NULL) AS entries,
         (SELECT count(*) FROM elections e WHERE e.source_id = s.id) AS elected
  FROM sources s
  JOIN generations g ON g.source_id = s.id AND g.number = s.generation
  WHERE s.removed_at IS NULL AND s.kind <> 'catalog'`;

export function prepareSources(database: Database): Sources {
  const selectAll = database.prepare<[], SummaryRow>(`${SELECT_SUMMARY} ORDER BY s.name`);
  const selectOne = database.prepare<[string], SummaryRow>(`${SELECT_SUMMARY} AND s.name = ?`);
  const selectVerdicts = database.prepare<[number, number], VerdictRow>(
    `SELECT d.pointer, d.identifier, d.level, d.findings,
            v.id IS NOT NULL AND e.source_id IS NOT d.source_id AS shadowed
     FROM verdicts d
     LEFT JOIN entry_versions v ON v.id = d.version_id
     LEFT JOIN elections e ON e.key = v.key
     WHERE d.source_id = ? AND d.generation = ?
     ORDER BY d.position`,
  );

  return {
    list: () => selectAll.all().map(summaryOf),
    get(name) {
      const row = selectOne.get(name);
      if (row === undefined) throw new LarderError('NOT_FOUND', `There is no source "${name}".`);
      const entryVerdicts = selectVerdicts.all(row.id, row.generation).map((verdict) => ({
        pointer: verdict.pointer,
        identifier: verdict.identifier,
        level: verdict.level,
        findings: parseFindings(verdict.findings),
        shadowed: verdict.shadowed === 1,
      }));
      return { ...summaryOf(row), entryVerdicts };
    },
  };
}

function summaryOf(row: SummaryRow): SourceSummary {
  const { id: _, ok, warning, error, ...summary } = row;
  return { ...summary, shadowed: row.entries - row.elected, verdicts: { ok, warning, error } };
}

/** Reads back what `Generations.commit` wrote; the column is never filled from elsewhere. */
function parseFindings(text: string): readonly Finding[] {
  return JSON.parse(text);
}
