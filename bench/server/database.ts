import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { AcceptedEntry } from '../../src/model/accepted-entry.ts';
import { canonicalJson } from '../../src/model/canonical-json.ts';
import { elect } from '../../src/registry/election.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Work } from '../workload/entries.ts';

/** Entries of one source, within what one manifest may have. */
const ENTRIES_PER_SOURCE = 10_000;

/** The first entries of the work belong to a source of their own, which is then imported again and again. */
export const UPDATED_SOURCE = 'updated';
export const UPDATED_ENTRIES = 100;

/** Writes the work into a new database, source by source, past the rules of intake (which say nothing of it). */
export async function makeDatabase(file: string, work: Work): Promise<void> {
  const store = await openStore({ file, elect, migrations: resolve('migrations') });
  const commit = async (source: string, first: number, end: number) => {
    const entries: AcceptedEntry[] = [];
    for (let i = first; i < end; i++) entries.push(accept(work, i));
    await store.commitGeneration({
      source,
      kind: 'operator',
      origin: 'bench',
      servedFrom: null,
      digest: digestOf(source),
      entries,
      verdicts: [],
      allowEmpty: false,
      now: Date.now(),
    });
  };
  await commit(UPDATED_SOURCE, 0, UPDATED_ENTRIES);
  for (let first = UPDATED_ENTRIES; first < work.entries; first += ENTRIES_PER_SOURCE) {
    await commit(`source-${first}`, first, Math.min(first + ENTRIES_PER_SOURCE, work.entries));
  }
  await store.close();
}

/** The manifest of the updated source at a revision: each of its entries is another than before. */
export function updatedManifest(work: Work, revision: number): string {
  const entries = Array.from({ length: UPDATED_ENTRIES }, (_, i) => work.entry(i, revision));
  return JSON.stringify({ specVersion: '0.91', entries });
}

function accept(work: Work, i: number): AcceptedEntry {
  const entry = work.entry(i);
  const json = canonicalJson(entry);
  const publisher = work.publishers[work.draw(i).publisher]!;
  return { key: entry.identifier, json, digest: digestOf(json), publisher };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
