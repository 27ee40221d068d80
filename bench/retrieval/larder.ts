import { createIndex } from '../../src/index/create-index.ts';
import type { IndexedEntry, SearchIndex } from '../../src/index/search-index.ts';
import { Dictionaries } from '../../test/support/plain-index/dictionary.ts';
import { fullBits } from '../../test/support/plain-index/entry-set.ts';
import { compareCodeUnits, entryIn, takeFirst } from '../../test/support/plain-index/position.ts';
import { scoreEntries } from '../../test/support/plain-index/score-entries.ts';
import { buildSegment } from '../../test/support/plain-index/segment-build.ts';
import type { Tool } from './corpus.ts';

/**
 * One entry a tool: `name` is the display name and the identifier's words, `text` (parameters, server) stands
 * in `tags`, which scoring counts to the third field.
 */
function toEntry({ name, description, text }: Tool, number: number): IndexedEntry {
  const words = name.replace(/[^A-Za-z0-9._-]+/g, '-');
  const entry = {
    identifier: `urn:air:bench.example:${words === '' ? 'tool' : words}`,
    displayName: name,
    type: 'application/mcp-server-card+json',
    description,
    tags: text === undefined ? [] : [text],
  };
  return { key: keyOf(number), versionId: number, firstSeen: 0, entry };
}

function keyOf(number: number): string {
  return String(number).padStart(8, '0');
}

export async function indexTools(tools: readonly Tool[]): Promise<SearchIndex> {
  const index = createIndex();
  await index.apply(
    1,
    tools.map(toEntry).map((entry) => ({ key: entry.key, entry })),
  );
  return index;
}

/** The ten best of a question, and how many entries matched it. */
export async function ask(index: SearchIndex, tools: readonly Tool[], text: string) {
  const { hits, total } = await index.search(
    { text, filter: new Map() },
    { size: 10, start: { by: 'start' } },
  );
  return { ranking: hits.map((hit) => tools[hit.versionId]!.id), total };
}

/** Ranks by the same scores, but without the relevance cut-off. */
export function createUncut(tools: readonly Tool[]): (text: string) => string[] {
  const dictionaries = new Dictionaries();
  const segment = buildSegment(tools.map(toEntry), dictionaries);
  const view = { seq: 1, parts: [{ segment, live: fullBits(segment.size) }] };
  return (text) => {
    const scores = scoreEntries(view, dictionaries, text)?.byPart[0] ?? [];
    const scored = [...scores.keys()].filter((entry) => scores[entry]! > 0);
    return takeFirst(scored, 10, (a, b) => {
      return scores[b]! - scores[a]! || compareCodeUnits(keyOf(entryIn(a)), keyOf(entryIn(b)));
    }).map((entry) => tools[entry]!.id);
  };
}
