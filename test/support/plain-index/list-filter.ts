import type { ListCondition, ListFilter } from '../../../src/model/query.ts';
import type { Dictionaries } from './dictionary.ts';
import { eachBit, emptyBits, setBit } from './entry-set.ts';
import { sortValue } from './list-order.ts';
import { filterEntries } from './matched-set.ts';
import type { Segment } from './segment.ts';
import type { EntrySet, View } from './view.ts';

/** The entries of `set` that meet every condition. */
export function listEntries(
  view: View,
  dictionaries: Dictionaries,
  filter: ListFilter,
  set: EntrySet,
): EntrySet {
  let kept = set;
  for (const condition of filter) {
    kept =
      condition.kind === 'equals'
        ? filterEntries(view, dictionaries, new Map([[condition.path, condition.values]]), kept)
        : keepWhere(view, kept, testOf(condition));
  }
  return kept;
}

type Test = (segment: Segment, entry: number) => boolean;

function testOf(condition: Exclude<ListCondition, { kind: 'equals' }>): Test {
  if (condition.kind === 'contains') {
    const wanted = condition.values.map((value) => value.toLowerCase());
    return (segment, entry) => {
      const name = segment.displayNames[entry]!.toLowerCase();
      return wanted.some((value) => name.includes(value));
    };
  }
  const { field, operator, value } = condition;
  return (segment, entry) => {
    const own = sortValue(segment, entry, field);
    if (own === undefined) return false;
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
  };
}

function keepWhere(view: View, set: EntrySet, test: Test): EntrySet {
  return view.parts.map(({ segment }, i) => {
    const kept = emptyBits(segment.size);
    for (const entry of eachBit(set[i]!)) if (test(segment, entry)) setBit(kept, entry);
    return kept;
  });
}
