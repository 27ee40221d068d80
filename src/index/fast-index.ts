import type { FacetRequest, FacetResult, ListFilter, Order, Query } from '../model/query.ts';
import { chooseKernel } from './kernel/choose-kernel.ts';
import type { CreateKernel, Kernel } from './kernel/kernel.ts';
import { type Counting, countFacet } from './question/count-facet.ts';
import { matchList } from './question/list-filter.ts';
import { takeOrdered } from './question/list-order.ts';
import { isBlank, matchQuery } from './question/match-query.ts';
import { countMatched, type Matched } from './question/matched.ts';
import { continuedAfter, offsetOf, type PageOf, pageByKey } from './question/page.ts';
import { MAX_PINNED_BYTES, PinnedViews } from './question/pinned-views.ts';
import { hitAt, type Position } from './question/position.ts';
import { rawScore, takeRanked } from './question/ranked.ts';
import { Tally } from './question/tally.ts';
import { TURN_MS, Turns } from './question/turns.ts';
import { emptyView, memoriesOfView, openView, type View } from './question/view.ts';
import type { Facets, Hit, Page, PageStart, SearchIndex } from './search-index.ts';
import { LetGo } from './segment/let-go.ts';
import type { ViewData } from './view-data.ts';

/** The half of the index that answers; views come from an `IndexWriter`, here or in another thread. */
export interface FastIndex extends Omit<SearchIndex, 'apply'> {
  /** Answers from this version on. Takes microseconds. */
  adopt(view: ViewData): void;
}

export interface FastIndexOptions {
  /** Clock in epoch milliseconds, for the lifetime of pinned views. */
  readonly now?: () => number;
  /** Memory for views that page tokens point to, bytes. */
  readonly maxPinnedBytes?: number;
  /** Forces a kernel; the fastest that runs here otherwise. */
  readonly kernel?: Kernel['name'];
  /** Forces how facets are counted; the cheaper way otherwise. */
  readonly counting?: Counting;
  /** After so many milliseconds questions let everything else go first; 0 at every step. */
  readonly turnMs?: number;
}

export function createFastIndex(options: FastIndexOptions = {}): FastIndex {
  return new SegmentIndex(options);
}

/**
 * What a question leaves in the segments' scratch is good until the next one begins, so most are answered in one go, once
 * it is their turn. Only facets may take several turns of the event loop, and match anew when another question came in between.
 */
class SegmentIndex implements FastIndex {
  readonly #createKernel: CreateKernel;
  readonly #counting: Counting | undefined;
  readonly #pins: PinnedViews;
  readonly #turns: Turns;
  readonly #tally = new Tally();
  /** Questions that began, those counted twice that began anew. */
  #questions = 0;
  readonly #letGo = new LetGo();
  #view: View = emptyView();

  constructor({
    now = Date.now,
    maxPinnedBytes = MAX_PINNED_BYTES,
    kernel,
    counting,
    turnMs = TURN_MS,
  }: FastIndexOptions) {
    this.#turns = new Turns(turnMs);
    this.#createKernel = chooseKernel(kernel);
    this.#counting = counting;
    this.#pins = new PinnedViews(now, maxPinnedBytes);
  }

  get seq(): number {
    return this.#view.seq;
  }

  adopt(data: ViewData): void {
    this.#view = openView(data, this.#view, this.#createKernel);
    this.#pins.release(this.#view);
    this.#letGo.follow([this.#view, ...this.#pins.views].flatMap((view) => [...memoriesOfView(view)]));
  }

  async explore(query: Query, facets: readonly FacetRequest[]): Promise<Facets> {
    const first = this.#turns.begin();
    if (first !== undefined) await first;
    let since = performance.now();
    const view = this.#view;
    let question = ++this.#questions;
    let { matched } = matchQuery(view, query);
    const total = countMatched(matched);
    const results: FacetResult[] = [];
    for (const facet of facets) {
      if (this.#questions !== question) {
        // Another one came in between, and the scratch is its own.
        question = ++this.#questions;
        matched = matchQuery(view, query).matched;
      }
      const steps = countFacet(view, matched, facet, this.#tally, this.#counting);
      for (;;) {
        const { done, value } = steps.next();
        if (done) results.push(value);
        const next = this.#turns.goOn(since);
        if (next !== undefined) {
          await next;
          since = performance.now();
        }
        if (done) break;
      }
    }
    return { seq: view.seq, total, facets: results };
  }

  async search(query: Query, page: PageOf): Promise<Page> {
    const turn = this.#turns.begin();
    if (turn !== undefined) await turn;
    const view = this.#viewFor(page.start);
    this.#questions++;
    const { matched, scores } = matchQuery(view, query);
    if (isBlank(query.text)) return pageByKey(view, matched, page, false);
    const full = scores?.full ?? 1;
    return this.#pageByOffset(view, matched, page, {
      take: (offset, size) => takeRanked(matched, offset + size).slice(offset),
      hit: (position) => hitAt(matched, position, { raw: rawScore(matched, position), full }),
    });
  }

  async list(filter: ListFilter, order: readonly Order[], page: PageOf): Promise<Page> {
    const turn = this.#turns.begin();
    if (turn !== undefined) await turn;
    const view = this.#viewFor(page.start);
    this.#questions++;
    const matched = matchList(view, filter);
    const [first] = order;
    if (first === undefined || first.field === 'identifier') {
      return pageByKey(view, matched, page, first?.descending ?? false);
    }
    const after = continuedAfter(page.start);
    const answer = this.#pageByOffset(view, matched, page, {
      take: (_offset, size) => takeOrdered(view, matched, order, size, after),
      hit: (position) => hitAt(matched, position),
    });
    const last = answer.hits.at(-1);
    return answer.next?.by === 'view' && last !== undefined
      ? { ...answer, next: { ...answer.next, after: last.key } }
      : answer;
  }

  #viewFor(start: PageStart): View {
    return start.by === 'view' ? this.#pins.get(start.seq, this.#view) : this.#view;
  }

  /** A page at an offset; the view is pinned when there is a next one. */
  #pageByOffset(
    view: View,
    matched: readonly Matched[],
    { size, start }: PageOf,
    {
      take,
      hit,
    }: {
      readonly take: (offset: number, size: number) => Position[];
      readonly hit: (position: Position) => Hit;
    },
  ): Page {
    const offset = offsetOf(start);
    const total = countMatched(matched);
    const end = offset + size;
    const hits = take(offset, size).map(hit);
    const hasNext = end < total;
    if (hasNext) this.#pins.pin(view, this.#view);
    return {
      seq: view.seq,
      hits,
      total,
      next: hasNext ? { by: 'view', seq: view.seq, offset: end } : undefined,
    };
  }
}
