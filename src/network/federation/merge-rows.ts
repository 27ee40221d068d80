import { RANK_CONSTANT } from './limits.ts';
import type { Row } from './read-answer.ts';

interface Group {
  row: Row;
  rank: number;
  /** The list that `row` is of; 0 is ours. */
  list: number;
  fused: number;
  readonly lists: Set<number>;
}

/**
 * One list of several ranked ones by reciprocal rank fusion, since scores of different registries say different things:
 * each place adds `1 / (60 + rank)`. The same identifier, or the same address from another list, is one result: ours where
 * we have it, otherwise the copy that ranks best. The first list is ours, and none of it is ever left out.
 */
export function mergeRows(lists: readonly (readonly Row[])[]): readonly Row[] {
  const byKey = new Map<string, Group>();
  const byAddress = new Map<string, Group>();
  const groups: Group[] = [];
  for (const [list, rows] of lists.entries()) {
    for (const [at, row] of rows.entries()) {
      const rank = at + 1;
      const group = byKey.get(row.key) ?? findByAddress(byAddress, row, list);
      if (group === undefined) {
        const made = { row, rank, list, fused: 1 / (RANK_CONSTANT + rank), lists: new Set([list]) };
        groups.push(made);
        byKey.set(row.key, made);
        if (row.address !== undefined && !byAddress.has(row.address)) byAddress.set(row.address, made);
      } else if (!group.lists.has(list)) {
        join(group, { row, rank, list });
        byKey.set(row.key, group);
      }
    }
  }
  return groups.sort(byFusion).map((group) => group.row);
}

/** A registry may well list two resources at one address; only of different registries they are taken for one. */
function findByAddress(byAddress: ReadonlyMap<string, Group>, row: Row, list: number): Group | undefined {
  const group = row.address === undefined ? undefined : byAddress.get(row.address);
  return group?.lists.has(list) ? undefined : group;
}

function join(group: Group, { row, rank, list }: Pick<Group, 'row' | 'rank' | 'list'>): void {
  group.lists.add(list);
  group.fused += 1 / (RANK_CONSTANT + rank);
  // Under another name it is another text for the same address: the first registry named has the word.
  if (group.list === 0 || group.rank <= rank || group.row.key !== row.key) return;
  group.row = row;
  group.rank = rank;
  group.list = list;
}

function byFusion(a: Group, b: Group): number {
  if (a.fused !== b.fused) return b.fused - a.fused;
  if ((a.list === 0) !== (b.list === 0)) return a.list === 0 ? -1 : 1;
  return a.row.key < b.row.key ? -1 : 1;
}
