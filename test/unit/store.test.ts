import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AcceptedEntry } from '../../src/model/accepted-entry.ts';
import { elect } from '../../src/registry/election.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { ElectedEntry, Generation, Store } from '../../src/store/store.ts';

let directory: string;
let store: Store;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'larder-store-'));
  store = await openStore({ file: join(directory, 'larder.db'), elect });
});

afterEach(async () => {
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function accepted(name: string, displayName = name): AcceptedEntry {
  const identifier = `urn:air:example.com:${name}`;
  const json = JSON.stringify({
    displayName,
    identifier,
    type: 'application/json',
    url: 'https://example.com/',
  });
  return { key: identifier, json, digest: sha256(json), publisher: 'example.com' };
}

function generation(
  source: string,
  entries: readonly AcceptedEntry[],
  more: Partial<Generation> = {},
): Generation {
  return {
    source,
    kind: 'operator',
    origin: 'ard.json',
    servedFrom: null,
    digest: sha256(JSON.stringify(entries)),
    entries,
    verdicts: entries.map((entry, at) => ({
      pointer: `/entries/${at}`,
      identifier: entry.key,
      level: 'ok',
      findings: [],
    })),
    allowEmpty: false,
    now: 1_000,
    ...more,
  };
}

async function elected(): Promise<readonly ElectedEntry[]> {
  const all: ElectedEntry[] = [];
  await store.readElected((batch) => {
    all.push(...batch);
  });
  return all;
}

describe('generations', () => {
  it('counts what is added, updated, unchanged, orphaned', async () => {
    const first = await store.commitGeneration(
      generation('a', [accepted('one'), accepted('two'), accepted('three')]),
    );
    expect(first).toMatchObject({
      generation: 1,
      changed: true,
      added: 3,
      updated: 0,
      unchanged: 0,
      orphaned: 0,
      seq: 3,
    });
    const second = await store.commitGeneration(
      generation('a', [accepted('one'), accepted('two', 'Two'), accepted('four')], { now: 2_000 }),
    );
    expect(second).toMatchObject({ generation: 2, added: 1, updated: 1, unchanged: 1, orphaned: 1, seq: 6 });
    expect(second.changes.map(({ key, entry }) => [key.split(':').at(-1), entry?.firstSeen])).toEqual([
      ['two', 1_000],
      ['four', 2_000],
      ['three', undefined],
    ]);
    expect(await store.checkIntegrity()).toEqual([]);
  });

  it('changes nothing but lastSeen when the same text comes again', async () => {
    await store.commitGeneration(generation('a', [accepted('one')]));
    const again = await store.commitGeneration(generation('a', [accepted('one')], { now: 5_000 }));
    expect(again).toMatchObject({ generation: 1, changed: false, unchanged: 1, seq: 1, changes: [] });
    expect(await store.getSource('a')).toMatchObject({ firstSeen: 1_000, lastSeen: 5_000, generation: 1 });
    expect(await store.findEntry('urn:air:example.com:one')).toMatchObject({
      firstSeen: 1_000,
      lastSeen: 5_000,
    });
  });

  it('takes the same text in again when it is read differently', async () => {
    await store.commitGeneration(generation('a', [accepted('one')], { digest: sha256('text') }));
    const again = await store.commitGeneration(
      generation('a', [accepted('one'), accepted('two')], { digest: sha256('text') }),
    );
    expect(again).toMatchObject({ generation: 2, changed: true, added: 1, unchanged: 1 });
  });

  it('refuses to empty a source unless it is allowed', async () => {
    await store.commitGeneration(generation('a', [accepted('one')]));
    await expect(store.commitGeneration(generation('a', []))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await elected()).toHaveLength(1);
    const emptied = await store.commitGeneration(generation('a', [], { allowEmpty: true }));
    expect(emptied).toMatchObject({ orphaned: 1, generation: 2 });
    expect(await elected()).toEqual([]);
    // Emptying what is empty already needs no permission.
    await store.commitGeneration(generation('a', [], { digest: sha256('other') }));
  });

  it('keeps the first seen of an entry that was gone for a while, and forgets it with the source', async () => {
    await store.commitGeneration(generation('a', [accepted('one'), accepted('two')]));
    await store.commitGeneration(generation('a', [accepted('two')], { now: 2_000 }));
    await store.commitGeneration(generation('a', [accepted('one'), accepted('two')], { now: 3_000 }));
    expect(await store.findEntry('urn:air:example.com:one')).toMatchObject({ firstSeen: 1_000 });
    await store.removeSource('a', 4_000);
    const back = await store.commitGeneration(generation('a', [accepted('one')], { now: 5_000 }));
    expect(back.generation).toBe(4);
    expect(await store.findEntry('urn:air:example.com:one')).toMatchObject({ firstSeen: 5_000 });
    expect(await store.checkIntegrity()).toEqual([]);
  });

  it('keeps verdicts with the generation, and says which entries are shadowed', async () => {
    await store.commitGeneration(generation('a', [accepted('one')]));
    const claim = generation('b', [accepted('one', 'Claimed'), accepted('two')], { now: 2_000 });
    const finding = {
      level: 'error',
      rule: 'identifier-syntax',
      pointer: '/entries/2',
      message: 'No.',
    } as const;
    const outcome = await store.commitGeneration({
      ...claim,
      verdicts: [
        ...claim.verdicts,
        { pointer: '/entries/2', identifier: null, level: 'error', findings: [finding] },
      ],
    });
    expect(outcome).toMatchObject({ added: 2, shadowed: 1, changes: [{ key: 'urn:air:example.com:two' }] });
    const detail = await store.getSource('b');
    expect(detail).toMatchObject({
      entries: 2,
      elected: 1,
      shadowed: 1,
      verdicts: { ok: 2, warning: 0, error: 1 },
    });
    expect(detail.entryVerdicts.map((verdict) => verdict.shadowed)).toEqual([true, false, false]);
    expect(detail.entryVerdicts[2]?.findings).toEqual([finding]);
    expect((await store.listSources()).map((source) => source.name)).toEqual(['a', 'b']);
  });

  it('lets a shadowed entry take over when the winner goes', async () => {
    await store.commitGeneration(generation('a', [accepted('one')]));
    await store.commitGeneration(generation('b', [accepted('one', 'Claimed')], { now: 2_000 }));
    const removal = await store.removeSource('a', 3_000);
    expect(removal).toMatchObject({ orphaned: 1, changes: [{ entry: { firstSeen: 2_000 } }] });
    await expect(store.removeSource('a', 4_000)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(store.getSource('a')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await store.checkIntegrity()).toEqual([]);
  });

  it('keeps the order of claims when the clock is set back', async () => {
    await store.commitGeneration(generation('z-first', [accepted('one')], { now: 5_000 }));
    await store.commitGeneration(generation('a-later', [accepted('one', 'taken')], { now: 2_000 }));
    await store.commitGeneration(generation('b-later', [accepted('two')], { now: 2_000 }));
    expect(await store.getSource('a-later')).toMatchObject({ elected: 0, shadowed: 1, firstSeen: 5_001 });
    expect(await store.getSource('b-later')).toMatchObject({ firstSeen: 5_001 });
  });

  it('holds every election again when a source becomes another kind', async () => {
    const entries = [accepted('one', 'Crawled')];
    await store.commitGeneration(
      generation('crawl', entries, { kind: 'crawled', servedFrom: 'evil.example' }),
    );
    await store.commitGeneration(
      generation('own', [accepted('one')], { kind: 'crawled', servedFrom: 'example.com', now: 2_000 }),
    );
    expect(await store.findEntry('urn:air:example.com:one')).toMatchObject({ source: 'own' });
    const moved = await store.commitGeneration(generation('crawl', entries, { now: 3_000 }));
    expect(moved).toMatchObject({
      changed: true,
      unchanged: 1,
      changes: [{ key: 'urn:air:example.com:one' }],
    });
    expect(await store.findEntry('urn:air:example.com:one')).toMatchObject({ source: 'crawl' });
  });
});

describe('reading', () => {
  it('reads versions in the order asked for, twice if asked twice', async () => {
    const { changes } = await store.commitGeneration(generation('a', [accepted('one'), accepted('two')]));
    const [one = 0, two = 0] = changes.map((change) => change.entry?.versionId ?? 0);
    const rows = await store.readVersions([two, one, two]);
    expect(rows.map((row) => row.versionId)).toEqual([two, one, two]);
    expect(rows[1]).toEqual({ versionId: one, ...accepted('one'), publisher: undefined });
    expect(await store.readVersions([])).toEqual([]);
    await expect(store.readVersions([one, 99])).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
  });

  it('reads everything as of one moment while commits go on', async () => {
    const many = Array.from({ length: 2_500 }, (_, at) => accepted(`n${at}`));
    await store.commitGeneration(generation('a', many));
    let seen = 0;
    const { seq } = await store.readElected(async (batch) => {
      seen += batch.length;
      if (seen === batch.length) await store.removeSource('a', 2_000);
    });
    expect([seen, seq]).toEqual([2_500, 2_500]);
    expect(await store.currentSeq()).toBe(5_000);
  });

  it('replays changes to what is elected', async () => {
    await store.commitGeneration(generation('a', [accepted('one'), accepted('two')]));
    await store.commitGeneration(generation('a', [accepted('two', 'Two')], { now: 2_000 }));
    const replayed = new Map<string, ElectedEntry>();
    for (let after = 0; ; ) {
      const [change] = await store.readChanges(after, 1);
      if (change === undefined) break;
      after = change.seq;
      if (change.entry === null) replayed.delete(change.key);
      else replayed.set(change.key, change.entry);
    }
    expect([...replayed.values()]).toEqual(await elected());
  });
});

describe('the files', () => {
  it('are for their owner alone, the lock too, which others could hold otherwise', async () => {
    for (const name of await readdir(directory)) {
      expect([name, (await stat(join(directory, name))).mode & 0o077]).toEqual([name, 0]);
    }
  });
});

describe('keys and secrets', () => {
  it('finds a key by digest and keeps the first moment of its revocation', async () => {
    const digest = sha256('larder_x');
    await store.createKey({ id: 'key_1', name: 'ci', scope: 'publish', digest, now: 1 });
    expect(await store.findKey(digest)).toEqual({
      id: 'key_1',
      name: 'ci',
      scope: 'publish',
      createdAt: 1,
      revokedAt: null,
    });
    expect(await store.revokeKey('key_1', 2)).toMatchObject({ revokedAt: 2 });
    expect(await store.revokeKey('key_1', 3)).toMatchObject({ revokedAt: 2 });
    expect(await store.listKeys()).toHaveLength(1);
    expect(await store.findKey(sha256('other'))).toBeUndefined();
    await expect(store.revokeKey('key_2', 4)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keeps the token secret over restarts', async () => {
    const secret = await store.tokenSecret();
    expect(secret).toHaveLength(32);
    await store.close();
    store = await openStore({ file: join(directory, 'larder.db'), elect });
    expect(await store.tokenSecret()).toEqual(secret);
  });
});
