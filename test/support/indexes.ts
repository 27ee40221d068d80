import { createIndex } from '../../src/index/create-index.ts';
import type { SearchIndex } from '../../src/index/search-index.ts';
import { Memories } from '../../src/index/segment/memories.ts';
import { createPlainIndex } from './plain-index/plain-index.ts';

/** More segments than any history of the tests makes: nothing is ever merged. */
const NO_MERGES = 1_000;

/** Room for the counts of every value that may have them: small segments of many values otherwise have none. */
const MANY = 100_000;

/** Even the smallest segment stands in one of WebAssembly, so that its kernel is tried: 40 of 128 terabytes of address space. */
const wasmMemories = new Memories({ smallestBytes: 0, most: 4_096 });

/** The index in every shape that has to give the same answers. */
export const INDEXES: readonly (readonly [name: string, create: () => SearchIndex])[] = [
  ['plain index', () => createPlainIndex()],
  ['index as it is', () => createIndex()],
  [
    'index counting forward over many segments',
    () =>
      createIndex({
        kernel: 'wasm',
        memories: wasmMemories,
        counting: 'forward',
        turnMs: 0,
        segmentsPerTier: NO_MERGES,
        leastCell: 4,
        crossBytes: MANY,
      }),
  ],
  [
    'index counting by walks over many segments',
    () =>
      createIndex({
        kernel: 'wasm',
        memories: wasmMemories,
        counting: 'inverse',
        segmentsPerTier: NO_MERGES,
        denseShare: 2,
        crossBytes: MANY,
      }),
  ],
  [
    'index with the plain kernel, merged always, few columns',
    () => createIndex({ kernel: 'plain', counting: 'inverse', segmentsPerTier: 2, denseShare: 1 }),
  ],
  [
    'index with new string tables in each version, whose memories of WebAssembly have run out after two',
    () =>
      createIndex({
        memories: new Memories({ smallestBytes: 0, most: 2 }),
        stringSlack: Number.NEGATIVE_INFINITY,
        segmentsPerTier: 3,
        crossBytes: MANY,
      }),
  ],
  [
    'index with the plain kernel, counting forward',
    () =>
      createIndex({
        kernel: 'plain',
        counting: 'forward',
        segmentsPerTier: 3,
        denseShare: 2,
        leastCell: 2,
      }),
  ],
];
