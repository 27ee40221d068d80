import { describe, expect, it } from 'vitest';
import type { IndexChange } from '../../src/index/search-index.ts';
import { INDEXES } from '../support/indexes.ts';
import { createPlainIndex } from '../support/plain-index/plain-index.ts';

const noFilter = new Map<string, string[]>();

/** More values than are counted or added up at a time, some of them in one segment only, and removals everywhere. */
const BATCHES = 5;
const ENTRIES = 120;
const VALUES = 400;

function batchOf(batch: number): IndexChange[] {
  const changes: IndexChange[] = [];
  for (let i = 0; i < ENTRIES; i++) {
    const key = `urn:air:a.example:${batch}-${i}`;
    const tags = Array.from(
      { length: 1 + (i % 12) },
      (_, k) => `t${(i * 7 + k * k * 31 + batch * 90) % VALUES}`,
    );
    const entry = {
      identifier: key,
      displayName: 'x',
      type: `text/${i % 3}`,
      tags,
      metadata: { only: `${batch}-${i}` },
    };
    changes.push({ key, entry: { key, versionId: batch * ENTRIES + i, firstSeen: 0, entry } });
  }
  for (let i = batch; i < ENTRIES; i += 9) {
    changes.push({ key: `urn:air:a.example:${Math.max(0, batch - 1)}-${i}`, entry: null });
  }
  return changes;
}

describe.each(INDEXES.slice(1))('%s', (_name, create) => {
  it('adds up hundreds of values over segments', async () => {
    const [plain, index] = [createPlainIndex(), create()];
    for (let batch = 0; batch < BATCHES; batch++) {
      await plain.apply(batch + 1, batchOf(batch));
      await index.apply(batch + 1, batchOf(batch));
    }
    const limits = [0, 1, 20, 1_000].flatMap((limit) => [1, 3].map((minCount) => ({ limit, minCount })));
    for (const filter of [noFilter, new Map([['type', ['text/1']]]), new Map([['tags', ['t90']]])]) {
      for (const limit of limits) {
        const facets = ['tags', 'metadata.only', 'type'].map((field) => ({ field, ...limit }));
        const query = { text: '', filter };
        expect(await index.explore(query, facets)).toEqual(await plain.explore(query, facets));
      }
    }
  });
});
