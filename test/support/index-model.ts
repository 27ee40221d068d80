import type { Hit, IndexChange, Page, PageStart, SearchIndex } from '../../src/index/search-index.ts';
import type { Batch } from './index-arbitraries.ts';
import { Oracle } from './oracle.ts';

/** An index and the oracle that says what it has to answer, changed together. */
export class IndexModel {
  readonly oracle = new Oracle();
  readonly index: SearchIndex;
  #seq = 0;

  constructor(index: SearchIndex) {
    this.index = index;
  }

  async apply({ puts, removals }: Batch): Promise<void> {
    const changes: IndexChange[] = [];
    for (const put of puts) {
      this.oracle.put(put);
      changes.push({ key: put.key, entry: put });
    }
    for (const removal of removals) {
      const keys = [...this.oracle.entries.keys()];
      const key = keys[removal % Math.max(1, keys.length)];
      if (key === undefined) continue;
      this.oracle.remove(key);
      changes.push({ key, entry: null });
    }
    this.#seq++;
    await this.index.apply(this.#seq, changes);
  }
}

/** Asks page after page until there is no next one; `between` runs before each further page. */
export async function walkPages(
  ask: (start: PageStart) => Promise<Page>,
  between: () => Promise<void> = async () => {},
): Promise<{ readonly hits: readonly Hit[]; readonly totals: readonly number[] }> {
  const hits: Hit[] = [];
  const totals: number[] = [];
  for (let start: PageStart | undefined = { by: 'start' }; start !== undefined; ) {
    const page = await ask(start);
    hits.push(...page.hits);
    totals.push(page.total);
    start = page.next;
    if (start !== undefined) await between();
  }
  return { hits, totals };
}
