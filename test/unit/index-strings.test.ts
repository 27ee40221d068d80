import { describe, expect, it } from 'vitest';
import { createFastIndex } from '../../src/index/fast-index.ts';
import { createIndexWriter, finish } from '../../src/index/index-writer.ts';
import type { IndexChange } from '../../src/index/search-index.ts';

const SLACK = 200;
const start = { by: 'start' } as const;
const noFilter = new Map<string, string[]>();

function put(number: number, round: number): IndexChange {
  const key = `urn:air:a.example:n${number}`;
  const description = `round${round} entry${number}of${round}`;
  const metadata = { [`member${round}`]: `value${round}` };
  const entry = { identifier: key, displayName: `n${number}`, type: 'text/x', description, metadata };
  return { key, entry: { key, versionId: round, firstSeen: 0, entry } };
}

describe('string tables', () => {
  it('are made anew when they are mostly of strings that nothing has any more', async () => {
    const writer = createIndexWriter({ stringSlack: SLACK });
    const index = createFastIndex();
    let made = 0;
    for (let round = 1; round <= 300; round++) {
      let view = writer.apply(
        round,
        Array.from({ length: 10 }, (_, number) => put(number, round)),
      );
      for (let next = finish(writer.merge()); next !== undefined; next = finish(writer.merge())) view = next;
      const compacted = writer.compact();
      if (compacted !== undefined) made++;
      index.adopt(compacted ?? view);
      const { paths, values, terms } = compacted ?? view;
      // Four segments of ten entries with some ten values and thirty terms each, twice, and the slack.
      expect(Math.max(paths.size, values.size, terms.size)).toBeLessThan(SLACK + 3_000);
      const { hits, total } = await index.search(
        { text: `entry4of${round}`, filter: noFilter },
        { size: 5, start },
      );
      expect([total, hits[0]?.key]).toEqual([1, 'urn:air:a.example:n4']);
      const facet = { field: `metadata.member${round}`, limit: 3, minCount: 1 };
      expect((await index.explore({ text: '', filter: noFilter }, [facet])).facets[0]?.buckets).toEqual([
        { value: `value${round}`, count: 10 },
      ]);
    }
    expect(made).toBeGreaterThan(2);
  });

  it('are left alone while most of them is in use', () => {
    const writer = createIndexWriter({ stringSlack: 0 });
    writer.apply(
      1,
      Array.from({ length: 50 }, (_, number) => put(number, 1)),
    );
    expect(writer.compact()).toBeUndefined();
  });

  it('that a pinned view alone holds count as its memory', async () => {
    const facts = async (maxPinnedBytes: number) => {
      const writer = createIndexWriter({ stringSlack: Number.NEGATIVE_INFINITY });
      const index = createFastIndex({ maxPinnedBytes });
      const changes = Array.from({ length: 20 }, (_, number) => put(number, 1));
      index.adopt(writer.apply(1, changes));
      const query = { text: 'round1', filter: noFilter };
      const { next = start } = await index.search(query, { size: 5, start });
      writer.apply(2, [put(1, 2)]);
      const view = writer.compact();
      if (view === undefined) throw new Error('nothing was made anew');
      index.adopt(view);
      return index.search(query, { size: 5, start: next });
    };
    await expect(facts(64 * 1024)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect((await facts(2 ** 22)).hits).toHaveLength(5);
  });
});
