import { describe, expect, it } from 'vitest';
import { createIndex } from '../../src/index/create-index.ts';
import type { IndexChange, PageStart } from '../../src/index/search-index.ts';
import type { Order } from '../../src/model/query.ts';

interface Row {
  readonly key: string;
  readonly displayName: string;
  readonly version: string | undefined;
  readonly firstSeen: number;
}

const ENTRIES = 9_000;
/** Long enough for the limit that is guessed from a sample, which small lists do without. */
const rows: readonly Row[] = Array.from({ length: ENTRIES }, (_, i) => ({
  key: `urn:air:a.example:n${String((i * 7_919) % ENTRIES).padStart(5, '0')}`,
  // As the keys, so that one direction meets the best entry last.
  displayName: `name ${String(((i * 7_919) % ENTRIES) >>> 1).padStart(5, '0')}`,
  version: i % 3 === 0 ? undefined : `${i % 5}`,
  firstSeen: i % 2 === 0 ? 1_000 : i,
}));

function put({ key, displayName, version, firstSeen }: Row): IndexChange {
  const entry = {
    identifier: key,
    displayName,
    type: 'text/x',
    ...(version === undefined ? {} : { version }),
  };
  return { key, entry: { key, versionId: 1, firstSeen, entry } };
}

/** By the definition: absent values last in both directions, then by key. */
function sorted(order: readonly { readonly field: keyof Row; readonly descending: boolean }[]): string[] {
  return [...rows]
    .sort((a, b) => {
      for (const { field, descending } of order) {
        const [left, right] = [a[field], b[field]];
        if (left === right) continue;
        if (left === undefined) return 1;
        if (right === undefined) return -1;
        return left < right === descending ? 1 : -1;
      }
      return a.key < b.key ? -1 : 1;
    })
    .map(({ key }) => key);
}

const by = <Field extends 'displayName' | 'version' | 'firstSeen'>(field: Field, descending = false) => ({
  field,
  descending,
});

describe('a long list', async () => {
  const index = createIndex();
  const batch = (from: number, to: number) => rows.slice(from, to).map(put);
  await index.apply(1, batch(0, 7_000));
  // Two segments, with entries that take the places of others.
  await index.apply(2, batch(6_900, ENTRIES));

  it.each([
    [[by('displayName')]],
    [[by('displayName', true)]],
    [[by('version')]],
    [[by('version', true), by('displayName', true)]],
    [[by('firstSeen'), by('displayName', true)]],
    [[by('firstSeen', true)]],
  ])('comes page by page in order: %j', async (order) => {
    const asked: readonly Order[] = order;
    const keys: string[] = [];
    for (let start: PageStart | undefined = { by: 'start' }; start !== undefined; ) {
      const page = await index.list([], asked, { size: 450, start });
      keys.push(...page.hits.map(({ key }) => key));
      start = page.next;
    }
    expect(keys).toEqual(sorted(order));
  });

  it('goes on only where a page of it ended', async () => {
    const page = (start: PageStart) => index.list([], [by('version')], { size: 5, start });
    await expect(page({ by: 'view', seq: 2, offset: 5 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(page({ by: 'key', after: rows[0]!.key })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });
});
