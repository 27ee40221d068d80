import { createRandom, type Random } from './random.ts';
import { compileZipf, type DrawRank } from './zipf.ts';

export const SEED = 20_261_130;

/** The sizes of "the work": every engine is given the same. */
export const TYPES = 8;
export const TAGS = 5_000;
export const CAPABILITIES = 50_000;
export const WORDS = 30_000;
export const REGIONS = 12;
export const ATTESTATIONS = 10;
const ENTRIES_PER_PUBLISHER = 50;
const MOST_TAGS = 6;
const MOST_CAPABILITIES = 8;
const MOST_ATTESTATIONS = 3;
const FEWEST_WORDS = 15;
const MOST_WORDS = 40;

/** Ranks of the words that questions ask for: 22 %, 16 % and 12 % of the entries have them. */
export const ASKED_WORDS = [9, 14, 19] as const;

/** One in this many entries has been replaced by a later revision, so that there are tombstones and segments. */
const ENTRIES_PER_REVISION = 50;

export function latestRevision(i: number): number {
  return i % ENTRIES_PER_REVISION === 7 ? 1 : 0;
}

/** What an entry is made of, as ranks: 0 is the commonest of its kind. Lists hold each rank once, but for words. */
export interface Draw {
  readonly publisher: number;
  readonly type: number;
  readonly tags: readonly number[];
  readonly capabilities: readonly number[];
  readonly words: readonly number[];
  readonly region: number;
  readonly attestations: readonly number[];
}

export function countPublishers(entries: number): number {
  return Math.max(1, Math.floor(entries / ENTRIES_PER_PUBLISHER));
}

const drawType = compileZipf(TYPES);
const drawTag = compileZipf(TAGS);
const drawCapability = compileZipf(CAPABILITIES);
const drawWord = compileZipf(WORDS);

/**
 * Prepares the draws of a registry of `entries`. Entry i is the same whenever it is drawn, so nothing has to be
 * kept; a later revision of it keeps its publisher and changes the rest.
 */
export function compileDraws(entries: number, seed: number = SEED): (i: number, revision?: number) => Draw {
  const drawPublisher = compileZipf(countPublishers(entries));
  return (i, revision = 0) => {
    const publisher = drawPublisher(createRandom(seed, i));
    const random = createRandom(seed, i, revision);
    return {
      publisher,
      type: drawType(random),
      tags: drawSet(random, drawTag, MOST_TAGS),
      capabilities: drawSet(random, drawCapability, MOST_CAPABILITIES),
      words: drawList(random, drawWord, FEWEST_WORDS + random.integer(MOST_WORDS - FEWEST_WORDS + 1)),
      region: random.integer(REGIONS),
      attestations: drawSet(random, (source) => source.integer(ATTESTATIONS), MOST_ATTESTATIONS),
    };
  };
}

/** From none to `most` draws, the repeated ones dropped. */
function drawSet(random: Random, draw: DrawRank, most: number): number[] {
  return [...new Set(drawList(random, draw, random.integer(most + 1)))];
}

function drawList(random: Random, draw: DrawRank, length: number): number[] {
  const ranks: number[] = [];
  for (let i = 0; i < length; i++) ranks.push(draw(random));
  return ranks;
}
