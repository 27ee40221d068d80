import { createHash } from 'node:crypto';
import { LarderError } from '../errors.ts';
import { parseIdentifier } from '../model/urn.ts';
import type { Database } from './database.ts';
import type { Elections } from './elections.ts';
import { prepareMembers } from './members.ts';
import { prepareSourceRows } from './source-rows.ts';
import type { Generation, GenerationOutcome, RemovalOutcome } from './store.ts';

export interface Generations {
  /** See `Store.commitGeneration`. */
  commit(generation: Generation): GenerationOutcome;
  /** See `Store.removeSource`. */
  remove(name: string, now: number): RemovalOutcome;
}

export function prepareGenerations(database: Database, elections: Elections): Generations {
  const sources = prepareSourceRows(database);
  const members = prepareMembers(database);
  const selectLatest = database.prepare<[], { readonly at: number }>(
    'SELECT committed_at AS at FROM changes ORDER BY seq DESC LIMIT 1',
  );
  /** Never before what is stored: with the clock set back, a later claim would be the earlier one in elections. */
  const inOrder = (now: number): number => {
    const latest = selectLatest.get()?.at ?? now;
    return now < latest ? latest + 1 : now;
  };
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
    versionOf: ReadonlyMap<string, number>,
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
        (key === undefined ? undefined : versionOf.get(key)) ?? null,
      );
    }
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
            return {
              generation: source.generation,
              created: false,
              changed: false,
              added: 0,
              updated: 0,
              unchanged: live,
              orphaned: 0,
              shadowed: members.countShadowed(source.id),
              seq: elections.currentSeq(),
              changes: [],
            };
          }
          if (live > 0 && generation.entries.length === 0 && !generation.allowEmpty) {
            throw new LarderError(
              'CONFLICT',
              `This manifest has no usable entry, but source "${generation.source}" has ${live}; nothing was changed. ` +
                'Allow it explicitly to empty the source, or remove the source.',
            );
          }
        }
        const { id, number } = sources.advance(source, generation, reading);
        const diff = members.replace(
          id,
          generation.entries,
          source?.lastSeen ?? generation.now,
          generation.now,
        );
        insertVerdicts(id, number, generation, diff.versionOf);
        // Who a source is decides its elections: a change of that concerns every entry.
        const moved =
          source !== undefined &&
          (source.kind !== generation.kind || source.servedFrom !== generation.servedFrom);
        const concerned = moved ? new Set([...diff.versionOf.keys(), ...diff.touched]) : diff.touched;
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

    remove: (name, at) =>
      database.write(() => {
        const now = inOrder(at);
        const source = sources.find(name);
        if (source === undefined || source.removedAt !== null) {
          throw new LarderError('NOT_FOUND', `There is no source "${name}".`);
        }
        const keys = members.removeAll(source.id);
        sources.markRemoved(source.id, now);
        return { orphaned: keys.length, ...elections.hold(keys, now) };
      }),
  };
}

/** Digest of what intake made of a text: entries and verdicts. */
function readingDigest(generation: Generation): string {
  const hash = createHash('sha256');
  for (const { key, digest } of generation.entries) hash.update(`${key} ${digest}\n`);
  hash.update(JSON.stringify(generation.verdicts));
  return hash.digest('hex');
}
