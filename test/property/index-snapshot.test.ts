import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFastIndex, type FastIndex } from '../../src/index/fast-index.ts';
import { createIndexWriter, finish, type IndexWriter } from '../../src/index/index-writer.ts';
import type { IndexChange } from '../../src/index/search-index.ts';
import { checksum } from '../../src/index/snapshot/checksum.ts';
import { MAGIC, PREAMBLE_BYTES, SnapshotError } from '../../src/index/snapshot/format.ts';
import type { ViewData } from '../../src/index/view-data.ts';
import { PROJECTION_VERSION } from '../../src/model/field-path.ts';
import { type Batch, batches, facetRequests, queries } from '../support/index-arbitraries.ts';

const RUNS = 40;
const history = fc.array(batches(60, 30), { maxLength: 5 });
const page = { size: 1_000, start: { by: 'start' } } as const;

/** One-byte values that differ from each other, so that a flip is one. */
const flips = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  bit: fc.nat(7),
});

describe('snapshot', () => {
  it('gives back an index that answers the same, and goes on the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        batches(60, 30),
        fc.array(queries, { minLength: 1, maxLength: 3 }),
        fc.array(facetRequests, { maxLength: 4 }),
        fc.integer({ min: 1, max: 5_000 }),
        async (changes, further, asked, facets, cut) => {
          const writer = createIndexWriter();
          let view = writer.apply(1, []);
          for (const batch of changes) view = apply(writer, batch);
          const loaded = createIndexWriter();
          let copy = await loaded.loadSnapshot(inPieces(concat(writer.saveSnapshot()), cut));
          expect(loaded.seq).toBe(writer.seq);
          for (let round = 0; round < 2; round++) {
            const [a, b] = [indexOf(view), indexOf(copy)];
            for (const query of asked) {
              expect(await b.explore(query, facets)).toEqual(await a.explore(query, facets));
              expect(await b.search(query, page)).toEqual(await a.search(query, page));
            }
            view = apply(writer, further);
            copy = apply(loaded, further);
          }
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('is refused when a bit of it has changed, or it is cut off, or goes on', async () => {
    await fc.assert(
      fc.asyncProperty(history, flips, async (changes, { at, bit }) => {
        const writer = createIndexWriter();
        writer.apply(1, []);
        for (const batch of changes) apply(writer, batch);
        const bytes = concat(writer.saveSnapshot());
        const place = Math.floor(at * bytes.length);
        const flipped = Uint8Array.from(bytes);
        flipped[place]! ^= 1 << bit;
        const fresh = createIndexWriter();
        for (const broken of [flipped, bytes.subarray(0, place), Buffer.concat([bytes, Buffer.of(0)])]) {
          await expect(fresh.loadSnapshot([broken])).rejects.toThrow(SnapshotError);
        }
        expect(fresh.seq).toBe(0);
        await fresh.loadSnapshot([bytes]);
        expect(fresh.seq).toBe(writer.seq);
      }),
      { numRuns: RUNS },
    );
  });

  it('says which version made it', async () => {
    const bytes = concat(createIndexWriter().saveSnapshot());
    const older = Buffer.from(bytes);
    older.writeUInt32LE(0, 8);
    await expect(createIndexWriter().loadSnapshot([older])).rejects.toMatchObject({ reason: 'version' });
    await expect(createIndexWriter().loadSnapshot([asOfProjection(bytes, 3)])).rejects.toMatchObject({
      reason: 'version',
      message: expect.stringContaining('projection 3'),
    });
    await expect(createIndexWriter().loadSnapshot([])).rejects.toMatchObject({ reason: 'truncated' });
    await expect(createIndexWriter().loadSnapshot([Buffer.alloc(64)])).rejects.toMatchObject({
      reason: 'damaged',
    });
  });
});

/** A snapshot as a version of Larder left it that projected entries otherwise. */
function asOfProjection(bytes: Uint8Array, version: number): Uint8Array {
  const preamble = Buffer.from(bytes.subarray(0, PREAMBLE_BYTES));
  const end = PREAMBLE_BYTES + preamble.readUInt32LE(MAGIC.length + 4);
  const json = Buffer.from(bytes.subarray(PREAMBLE_BYTES, end)).toString();
  const older = Uint8Array.from(
    Buffer.from(json.replace(`projection ${PROJECTION_VERSION}`, `projection ${version}`)),
  );
  preamble.writeUInt32LE(older.length, MAGIC.length + 4);
  preamble.writeUInt32LE(checksum(older), MAGIC.length + 8);
  return Buffer.concat([preamble, older, bytes.subarray(end)]);
}

function apply(writer: IndexWriter, { puts }: Batch): ViewData {
  const changes: IndexChange[] = puts.map((entry) => ({ key: entry.key, entry }));
  let view = writer.apply(writer.seq + 1, changes);
  for (let next = finish(writer.merge()); next !== undefined; next = finish(writer.merge())) view = next;
  return view;
}

function indexOf(view: ViewData): FastIndex {
  const index = createFastIndex();
  index.adopt(structuredClone(view));
  return index;
}

function concat(chunks: Iterable<Uint8Array>): Uint8Array {
  return Buffer.concat([...chunks]);
}

function* inPieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}
