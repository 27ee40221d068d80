import type { ListCondition, ListFilter, OrderField } from '../../model/query.ts';
import { BLOCK_BYTES, NONE } from '../segment/layout.ts';
import type { Segment } from '../segment/segment.ts';
import { findConditions, meetConditions } from './filter.ts';
import { Matched } from './matched.ts';
import { eachBit, type Part } from './searched-segment.ts';
import type { View } from './view.ts';

type OtherCondition = Exclude<ListCondition, { kind: 'equals' }>;

/** The live entries that meet every condition; parts without any are left out. */
export function matchList(view: View, filter: ListFilter): readonly Matched[] {
  const matched: Matched[] = [];
  for (const part of view.parts) {
    const bits = listPart(view, part, filter);
    if (bits === undefined) continue;
    const found = new Matched(part, bits);
    if (found.count > 0) matched.push(found);
  }
  return matched;
}

function listPart(view: View, part: Part, filter: ListFilter): number | undefined {
  const { searched, live } = part;
  const { kernel, scratch, segment } = searched;
  let bits = searched.useLive(live);
  // Values by number first: they leave less to look at.
  for (const condition of filter) {
    if (condition.kind !== 'equals') continue;
    const found = findConditions(view, new Map([[condition.path, condition.values]]));
    const met = found === undefined ? undefined : meetConditions(part, found, bits);
    if (met === undefined) return undefined;
    bits = met.bits;
  }
  for (const condition of filter) {
    if (condition.kind === 'equals') continue;
    keepWhere(part, bits, testOf(segment, condition));
    kernel.and(scratch.matched, bits, scratch.condition, segment.layout.blocks);
    bits = scratch.matched;
  }
  return bits;
}

/** Writes the entries of `bits` that pass into the scratch of conditions. */
function keepWhere({ searched }: Part, bits: number, test: (entry: number) => boolean): void {
  const { kernel, scratch, segment } = searched;
  const { blocks } = segment.layout;
  const words = scratch.condition / 4;
  kernel.clear(scratch.condition, blocks * BLOCK_BYTES);
  for (const entry of eachBit(segment.words, bits, blocks)) {
    if (test(entry)) segment.words[words + (entry >>> 5)]! |= 1 << (entry & 31);
  }
}

function testOf(segment: Segment, condition: OtherCondition): (entry: number) => boolean {
  if (condition.kind === 'contains') return testContains(segment, condition.values);
  const { field, operator, value } = condition;
  switch (field) {
    case 'updatedAt':
    case 'firstSeen': {
      const wanted = Number(value);
      return (entry) => compares(segment.double(segment.layout[field], entry), operator, wanted);
    }
    default: {
      const { rankOf, below, upTo } = findRanks(segment, field, String(value));
      // Ranks from `below` on are at least the value, and those from `upTo` on are above it.
      const bound = operator === '<' || operator === '>=' ? below : upTo;
      const isLess = operator === '<' || operator === '<=';
      return (entry) => {
        const rank = rankOf(entry);
        return rank !== NONE && rank < bound === isLess;
      };
    }
  }
}

function compares(own: number, operator: '<' | '<=' | '>' | '>=', value: number): boolean {
  switch (operator) {
    case '<':
      return own < value;
    case '<=':
      return own <= value;
    case '>':
      return own > value;
    case '>=':
      return own >= value;
  }
}

/** Where a text stands, or would stand, among those of a field; the keys are their own ranks. */
function findRanks(segment: Segment, field: Exclude<OrderField, 'updatedAt' | 'firstSeen'>, text: string) {
  const { keys, ranked } = segment.layout;
  const texts = field === 'identifier' ? keys : ranked[field];
  const below = segment.firstText(texts, text);
  const isThere = below < texts.count && segment.text(texts, below) === text;
  return {
    rankOf: (entry: number) => (field === 'identifier' ? entry : segment.rankAt(field, entry)),
    below,
    upTo: isThere ? below + 1 : below,
  };
}

const UNKNOWN = 0;
const YES = 1;
const NO = 2;

/** Case-insensitive containment in displayName; each distinct name is looked at once. */
function testContains(segment: Segment, values: readonly string[]): (entry: number) => boolean {
  const wanted = values.map((value) => value.toLowerCase());
  const names = segment.layout.ranked.displayName;
  const known = new Uint8Array(names.count);
  return (entry) => {
    const rank = segment.rankAt('displayName', entry);
    if (rank === NONE) return false;
    if (known[rank] === UNKNOWN) {
      const name = segment.text(names, rank).toLowerCase();
      known[rank] = wanted.some((value) => name.includes(value)) ? YES : NO;
    }
    return known[rank] === YES;
  };
}
