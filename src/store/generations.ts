import { createHash } from 'node:crypto';
import { LarderError } from '../errors.ts';
import { NO_PROOF, type TrustResult } from '../model/trust.ts';
import { parseIdentifier } from '../model/urn.ts';
import type { VerdictLevel } from '../model/verdict.ts';
import type { CommitClock } from './commit-clock.ts';
import type { Database } from './database.ts';
import type { Elections } from './elections.ts';
import type { Claim, Members } from './members.ts';
import type { SourceRow, SourceRows, VerdictCounts } from './source-rows.ts';
import type { Generation, GenerationOutcome, RemovalOutcome, SilenceOutcome, TrustOutcome } from './store.ts';
import { trustText } from './trust-text.ts';
import type { Versions } from './versions.ts';

export interface Generations {
  /** See `Store.commitGeneration`. */
  commit(generation: Generation): GenerationOutcome;
  /** See `Store.recordTrust`. */
  recordTrust(name: string, results: ReadonlyMap<string, TrustResult>, now: number): TrustOutcome;
  /** See `Store.recordSilence`. */
  recordSilence(name: string, since: number | null, now: number): SilenceOutcome;
  /** See `Store.removeSource`. */
  remove(name: string, now: number): RemovalOutcome;
}

/** What a commit of entries is made of, whether they come from a manifest or from a catalog. */
export interface EntryTables {
  readonly sources: SourceRows;
  readonly versions: Versions;
  readonly members: Members;
  readonly elections: Elections;
  readonly inOrder: CommitClock;
}

export function prepareGenerations(
  database: Database,
  { sources, versions, members, elections, inOrder }: EntryTables,
): Generations {
  const insertVerdict = database.prepare<
    [number, number, number, string, string | null, string, string, number | null]
  >(
    `INSERT INTO verdicts (source_id, generation, position, pointer, identifier, level, findings, version_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );

  const insertVerdicts = (
    sourceId: number,
    number: number,
    generation: Generation,
    claims: ReadonlyMap<string, Claim>,
  ): void => {
    for (const [position, verdict] of generation.verdicts.entries()) {
      const accepted = verdict.level !== 'error' && verdict.identifier !== null;
      const key = accepted ? parseIdentifier(verdict.identifier)?.key : undefined;
      insertVerdict.run(
        sourceId,
        number,
        position,
        verdict.pointer,
        verdict.identifier,
        verdict.level,
        JSON.stringify(verdict.findings),
        (key === undefined ? undefined : claims.get(key)?.versionId) ?? null,
      );
    }
  };

  const getSource = (name: string): SourceRow => {
    const source = sources.find(name);
    if (source === undefined || source.kind === 'catalog' || source.removedAt !== null) {
      throw new LarderError('NOT_FOUND', `There is no source "${name}".`);
    }
    return source;
  };

  return {
    commit: (given) =>
      database.write(() => {
        const generation = { ...given, now: inOrder(given.now) };
        const source = sources.find(generation.source);
        const reading = readingDigest(generation);
        if (source !== undefined && source.removedAt === null) {
          const live = members.countLive(source.id);
          const same =
            source.digest === generation.digest &&
            source.reading === reading &&
            source.kind === generation.kind &&
            source.servedFrom === generation.servedFrom;
          if (same) {
            sources.touch(source.id, generation.now);
            const keys = source.silentSince === null ? [] : members.listLive(source.id);
            const outcome = elections.hold(keys, generation.now);
            return {
              generation: source.generation,
              created: false,
              changed: false,
              added: 0,
              updated: 0,
              unchanged: live,
              orphaned: 0,
              shadowed: members.countShadowed(source.id),
              ...outcome,
            };
          }
          if (live > 0 && generation.entries.length === 0 && !generation.allowEmpty) {
            throw new LarderError(
              'CONFLICT',
              `This manifest has no usable entry, but source "${generation.source}" has ${live}; nothing was changed. ` +
                'Say that it is to empty the source (allowEmpty=true, --allow-empty), or remove the source.',
            );
          }
        }
        const { id, number } = sources.advance(source, {
          ...generation,
          reading,
          verdicts: countLevels(generation.verdicts),
        });
        const claims = new Map<string, Claim>();
        for (const entry of generation.entries) {
          const trust = trustText(entry.trust ?? NO_PROOF);
          claims.set(entry.key, { versionId: versions.findOrInsert(entry), trust });
        }
        const diff = members.replace(id, claims, source?.lastSeen ?? generation.now, generation.now);
        insertVerdicts(id, number, generation, claims);
        // Who a source is, and whether it was silent, decides its elections: a change of that concerns every entry.
        const moved =
          source !== undefined &&
          (source.kind !== generation.kind ||
            source.servedFrom !== generation.servedFrom ||
            source.silentSince !== null);
        const concerned = moved ? new Set([...claims.keys(), ...diff.touched]) : diff.touched;
        const outcome = elections.hold(concerned, generation.now);
        return {
          generation: number,
          created: source === undefined || source.removedAt !== null,
          changed: true,
          added: diff.added,
          updated: diff.updated,
          unchanged: diff.unchanged,
          orphaned: diff.orphaned,
          shadowed: members.countShadowed(id),
          ...outcome,
        };
      }),

    recordTrust: (name, results, at) =>
      database.write(() => {
        const now = inOrder(at);
        const source = getSource(name);
        const touched = [...results].flatMap(([key, result]) =>
          members.trust(source.id, key, trustText(result)) ? [key] : [],
        );
        return { changed: touched.length, ...elections.hold(touched, now) };
      }),

    recordSilence: (name, since, at) =>
      database.write(() => {
        const now = inOrder(at);
        const source = getSource(name);
        if (source.kind !== 'crawled' || source.silentSince === since) {
          return { seq: elections.currentSeq(), changes: [] };
        }
        sources.markSilent(source.id, since);
        return elections.hold(members.listLive(source.id), now);
      }),

    remove: (name, at) =>
      database.write(() => {
        const now = inOrder(at);
        const source = getSource(name);
        const keys = members.removeAll(source.id);
        sources.markRemoved(source.id, now);
        return { orphaned: keys.length, ...elections.hold(keys, now) };
      }),
  };
}

function countLevels(verdicts: Generation['verdicts']): VerdictCounts {
  const count = (level: VerdictLevel): number => verdicts.filter((verdict) => verdict.level === level).length;
  return { ok: count('ok'), warning: count('warning'), error: count('error') };
}

/** Digest of what intake made of a text: entries and verdicts. */
function readingDigest(generation: Generation): string {
  const hash = createHash('sha256');
  for (const { key, digest, trust = NO_PROOF } of generation.entries) {
    hash.update(`${key} ${digest} ${trustText(trust)}\n`);
  }
  hash.update(JSON.stringify(generation.verdicts));
  return hash.digest('hex');
}
