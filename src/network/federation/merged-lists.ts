import { invalidArgument } from '../../errors.ts';
import { openPageToken, sealPageToken } from '../../model/page-token.ts';
import { MAX_MERGED_LISTS_BYTES, MERGED_LIST_MS } from './limits.ts';
import type { Row } from './read-answer.ts';

/** A merged list as it was when its question was first answered: later pages are of this one. */
export interface MergedList {
  readonly rows: readonly Row[];
  /** Identifiers in it. */
  readonly keys: ReadonlySet<string>;
  /** Where our own results go on behind those that are in it. */
  readonly localToken: string | undefined;
}

interface Kept extends MergedList {
  readonly bytes: number;
  until: number;
}

/** Where a page of a merged list starts. */
export type MergedPosition =
  | { readonly in: 'list'; readonly list: MergedList; readonly id: number; readonly offset: number }
  /** Behind the list, in our own results alone. */
  | { readonly in: 'rest'; readonly list: MergedList; readonly id: number; readonly localToken: string };

/** Tokens of our own pages have no dot, so the two kinds cannot be confused. */
const MARK = 'f.';

const START_AGAIN = 'start again without pageToken';

/** Fixed cost of a row, bytes: an estimate. */
const ROW_BYTES = 400;

export function isMergedToken(token: string): boolean {
  return token.startsWith(MARK);
}

/** Merged lists that somebody pages through, in memory: within a bound, those unused longest are dropped first. */
export class MergedLists {
  readonly #secret: Uint8Array;
  readonly #now: () => number;
  /** The longest unused first. */
  readonly #lists = new Map<number, Kept>();
  #bytes = 0;
  #lastId = 0;

  /** @param secret random, of this process: tokens do not outlive the lists that they are of */
  constructor(secret: Uint8Array, now: () => number) {
    this.#secret = secret;
    this.#now = now;
  }

  /** Estimate of what is held, bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  keep(list: MergedList): number {
    const id = ++this.#lastId;
    const bytes = list.rows.reduce((sum, row) => sum + row.json.length * 2 + ROW_BYTES, ROW_BYTES);
    this.#lists.set(id, { ...list, bytes, until: this.#now() + MERGED_LIST_MS });
    this.#bytes += bytes;
    for (const [oldest, { until }] of this.#lists) {
      if (this.#bytes <= MAX_MERGED_LISTS_BYTES && until > this.#now()) break;
      this.#drop(oldest);
    }
    return id;
  }

  /** The token of the page that starts there. */
  seal(
    question: string,
    id: number,
    next: { readonly offset: number } | { readonly localToken: string },
  ): string {
    const offset = 'offset' in next ? next.offset : REST;
    const sealed = sealPageToken(this.#secret, question, { by: 'view', seq: id, offset });
    return MARK + sealed + ('localToken' in next ? `.${next.localToken}` : '');
  }

  /** Errors: INVALID_ARGUMENT for a token that does not fit, or whose list is no longer kept. */
  open(question: string, token: string): MergedPosition {
    const [, sealed = '', localToken] = token.split('.');
    const position = openPageToken(this.#secret, question, sealed);
    const id = position.by === 'view' ? position.seq : 0;
    const offset = position.by === 'view' ? position.offset : 0;
    const list = this.#find(id);
    if (list === undefined) {
      throw invalidArgument(`The merged list that pageToken is of is no longer kept; ${START_AGAIN}.`);
    }
    if (offset !== REST) {
      if (localToken === undefined) return { in: 'list', list, id, offset };
    } else if (localToken !== undefined) return { in: 'rest', list, id, localToken };
    throw invalidArgument(`pageToken was altered; send it exactly as it was answered, or ${START_AGAIN}.`);
  }

  #find(id: number): Kept | undefined {
    const list = this.#lists.get(id);
    if (list === undefined) return undefined;
    this.#lists.delete(id);
    if (list.until <= this.#now()) {
      this.#bytes -= list.bytes;
      return undefined;
    }
    list.until = this.#now() + MERGED_LIST_MS;
    this.#lists.set(id, list);
    return list;
  }

  #drop(id: number): void {
    this.#bytes -= this.#lists.get(id)?.bytes ?? 0;
    this.#lists.delete(id);
  }
}

/** Stands for an offset behind the list. */
const REST = -1;
