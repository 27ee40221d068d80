import type { IndexedEntry } from '../../src/index/search-index.ts';
import type { Entry } from '../../src/model/entry.ts';
import {
  ASKED_WORDS,
  type ATTESTATIONS,
  CAPABILITIES,
  compileDraws,
  countPublishers,
  type Draw,
  SEED,
  TAGS,
  WORDS,
} from './draw.ts';
import { makeWords } from './vocabulary.ts';

/** Names are two of these, so the work has at most their number squared. */
const NAME_WORDS = 1_000;
export const MOST_ENTRIES = NAME_WORDS ** 2;
/** Coprime to `MOST_ENTRIES`: neighbours get names that have nothing in common. */
const NAME_STRIDE = 618_033;

/** The commonest first. All are canonical, so they come back as they are written here. */
export const TYPE_NAMES = [
  'application/mcp-server-card+json',
  'application/ai-skill+md',
  'application/a2a-agent-card+json',
  'application/vnd.oai.openapi+json',
  'application/ai-catalog+json',
  'application/vnd.forage.operation+json',
  'application/ai-registry+json',
  'text/markdown',
] as const;

export const REGION_NAMES = [
  'af-south',
  'ap-east',
  'ap-northeast',
  'ap-south',
  'ap-southeast',
  'ca-central',
  'eu-central',
  'eu-north',
  'eu-west',
  'sa-east',
  'us-east',
  'us-west',
] as const;

export const ATTESTATION_NAMES = [
  'SOC2-Type2',
  'ISO27001',
  'HIPAA-Audit',
  'GDPR',
  'PCI-DSS',
  'FedRAMP',
  'CSA-STAR',
  'C5',
  'ENS-High',
  'Cyber-Essentials',
] as const satisfies { readonly length: typeof ATTESTATIONS };

// Every vocabulary ends in letters of its own: a word of a description is no tag and no name.
export const WORD_NAMES = makeWords(WORDS, ['n', 'r', 'm'], 1);
export const TAG_NAMES = makeWords(TAGS, ['k'], 2);
export const CAPABILITY_NAMES = makeWords(CAPABILITIES, ['x', 'p'], 2);
const NAMES = makeWords(NAME_WORDS, ['o'], 2);

/** The generated registry: entry i of `entries`, at a revision. */
export interface Work {
  readonly entries: number;
  draw(i: number, revision?: number): Draw;
  entry(i: number, revision?: number): Entry;
  /** As the index takes it in; `versionId` is i + 1 + revision × `entries`. */
  indexed(i: number, revision?: number): IndexedEntry;
  readonly publishers: readonly string[];
}

export function createWork(entries: number, seed: number = SEED): Work {
  if (entries > MOST_ENTRIES) throw new RangeError(`there are names for ${MOST_ENTRIES} entries at most`);
  const draw = compileDraws(entries, seed);
  const publishers = makeWords(countPublishers(entries), ['g', 'b'], 2).map((word) => `${word}.example`);
  const entry = (i: number, revision?: number) => describe(i, draw(i, revision), publishers);
  return {
    entries,
    draw,
    entry,
    indexed(i, revision = 0) {
      const made = entry(i, revision);
      return {
        key: made.identifier,
        versionId: i + 1 + revision * entries,
        firstSeen: FIRST_SEEN + i,
        entry: made,
      };
    },
    publishers,
  };
}

/** 2026-01-01T00:00:00Z. */
const FIRST_SEEN = 1_767_225_600_000;

function describe(i: number, draw: Draw, publishers: readonly string[]): Entry {
  const publisher = publishers[draw.publisher]!;
  const place = (i * NAME_STRIDE) % MOST_ENTRIES;
  const name = [NAMES[Math.floor(place / NAME_WORDS)]!, NAMES[place % NAME_WORDS]!];
  return {
    identifier: `urn:air:${publisher}:${name.join('-')}`,
    displayName: name.join(' '),
    type: TYPE_NAMES[draw.type]!,
    url: `https://${publisher}/${name.join('-')}.json`,
    description: draw.words.map((rank) => WORD_NAMES[rank]!).join(' '),
    tags: draw.tags.map((rank) => TAG_NAMES[rank]!),
    capabilities: draw.capabilities.map((rank) => CAPABILITY_NAMES[rank]!),
    metadata: { region: REGION_NAMES[draw.region]!, words: markWords(draw) },
    ...(draw.attestations.length === 0 ? {} : { trustManifest: trust(publisher, draw.attestations) }),
  };
}

/**
 * Says of each word that questions ask for that the description has it. As a filter this gives the AND of words
 * that other engines count: a text is something else to ours, scored and cut off. Each mark has two values, because of
 * values of fields that have but one ours has the counts ready, which words have not.
 */
function markWords(draw: Draw) {
  const had = ASKED_WORDS.filter((rank) => draw.words.includes(rank));
  return Object.fromEntries(had.map((rank) => [WORD_NAMES[rank]!, ['true', 'marked']]));
}

export function markPath(rank: number): string {
  return `metadata.words.${WORD_NAMES[rank]!}`;
}

function trust(publisher: string, attestations: readonly number[]) {
  return {
    identity: `https://${publisher}`,
    attestations: attestations.map((rank) => ({
      type: ATTESTATION_NAMES[rank]!,
      uri: `https://${publisher}/attestations/${rank}.pdf`,
    })),
  };
}
