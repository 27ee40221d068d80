import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFastIndex } from '../../src/index/fast-index.ts';
import { createIndexWriter, finish } from '../../src/index/index-writer.ts';
import type { IndexChange } from '../../src/index/search-index.ts';
import { MEMORIES } from '../../src/index/segment/memories.ts';

const ENTRIES = 20_000;
const UPDATES = 10_000;
const ENTRIES_PER_UPDATE = 10;
const MIB = 2 ** 20;

function put(number: number, revision: number): IndexChange {
  const key = `urn:air:a.example:n${number}`;
  const entry = {
    identifier: key,
    displayName: `entry ${number}`,
    type: 'text/x',
    description: `entry ${number} at revision ${revision} says something that none has said before`,
    tags: [`tag${number % 50}`],
  };
  return { key, entry: { key, versionId: revision, firstSeen: 0, entry } };
}

describe('ten thousand updates', () => {
  it('leave memory and string tables where they were', async () => {
    const writer = createIndexWriter();
    const index = createFastIndex();
    const load = writer.load();
    load.add(Array.from({ length: ENTRIES }, (_, i) => put(i, 0)).flatMap(({ entry }) => entry ?? []));
    index.adopt(load.finish(1));
    const sizes: { readonly rss: number; readonly strings: number; readonly memories: number }[] = [];
    for (let update = 1; update <= UPDATES; update++) {
      const changes = Array.from({ length: ENTRIES_PER_UPDATE }, (_, i) =>
        put((update * 7_919 + i * 1_009) % ENTRIES, update),
      );
      let view = writer.apply(1 + update, changes);
      for (let next = finish(writer.merge()); next !== undefined; next = finish(writer.merge())) view = next;
      view = writer.compact() ?? view;
      index.adopt(view);
      await setImmediate();
      if (update % 1_000 !== 0) continue;
      const { total } = await index.explore({ text: '', filter: new Map() }, []);
      expect(total).toBe(ENTRIES);
      sizes.push({
        rss: Math.round(process.memoryUsage.rss() / MIB),
        strings: view.paths.size + view.values.size + view.terms.size,
        memories: new Int32Array(MEMORIES.holders)[0]!,
      });
    }
    console.table(sizes);
    // The tables are made anew at twice what is named and 65,536: 60,000 and 90,000 strings or so.
    expect(Math.max(...sizes.map(({ strings }) => strings))).toBeLessThan(500_000);
    expect(Math.max(...sizes.map(({ memories }) => memories))).toBeLessThanOrEqual(256);
    // Loosely: what was left behind by each update would be over a gigabyte by the end.
    const [first, last] = [sizes[0]!, sizes.at(-1)!];
    expect(last.rss - first.rss).toBeLessThan(300);
  });
});
