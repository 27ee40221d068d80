import { randomBytes, randomUUID } from 'node:crypto';
import type { Egress } from '../../egress/egress.ts';
import { invalidArgument } from '../../errors.ts';
import type { Entry, JsonObject } from '../../model/entry.ts';
import { member } from '../../model/entry.ts';
import type { Query } from '../../model/query.ts';
import { parseIdentifier } from '../../model/urn.ts';
import { searchQuestion } from '../../registry/question.ts';
import type { PageRequest, Registry, SearchResult } from '../../registry/registry.ts';
import { FEDERATED_DEPTH, MAX_UPSTREAMS } from './limits.ts';
import { mergeRows } from './merge-rows.ts';
import { isMergedToken, type MergedList, MergedLists, type MergedPosition } from './merged-lists.ts';
import type { Row } from './read-answer.ts';
import type { Report, UpstreamHealth } from './upstream.ts';
import { addressKey, parseUpstreamName } from './upstream-address.ts';
import { UpstreamList } from './upstream-list.ts';
import { withinBudget } from './within-budget.ts';

/** Other registries behind this one (v0.91 section 5.4). */
export interface Federation {
  /** Random, of this process: a question that carries it comes from here. */
  readonly id: string;
  /**
   * Our own results and those of the upstreams as one ranked list, paged. Whatever becomes of the upstreams, our own are
   * there within the budget. Errors: INVALID_ARGUMENT for a token that does not fit.
   */
  search(question: FederatedQuestion): Promise<FederatedAnswer>;
  /** The upstreams as entries, for callers who ask them on their own. */
  listReferrals(): Promise<readonly Entry[]>;
  listHealth(): Promise<readonly UpstreamHealth[]>;
}

export interface FederatedQuestion {
  readonly query: Query;
  /** `query` as the caller wrote it, which is how upstreams get it. */
  readonly written: JsonObject;
  readonly page: PageRequest;
}

export interface FederatedAnswer {
  readonly results: readonly Row[];
  readonly pageToken: string | undefined;
  /** Milliseconds that our own search took, and what each upstream came to; on a first page only. */
  readonly timing: { readonly localMs: number; readonly reports: readonly Report[] } | undefined;
}

export interface FederationOptions {
  /** Base addresses, and identifiers of entries that describe registries (`parseUpstreamName`). */
  readonly upstreams: readonly string[];
  readonly registry: Pick<Registry, 'seq' | 'search' | 'retrieve'>;
  readonly egress: Egress;
  /** Our own base address. */
  readonly publicUrl: string;
  /** True: entries whose publisher binding failed are left out. */
  readonly hideFailed?: boolean;
  /** Keys by base address (`readUpstreamKeys`); none when absent. */
  readonly keys?: ReadonlyMap<string, string>;
  readonly now?: () => number;
}

const SECRET_BYTES = 32;

/** Errors: INVALID_ARGUMENT for upstreams that cannot be read, or too many. */
export function createFederation(options: FederationOptions): Federation {
  const { registry, egress, publicUrl, hideFailed = false, keys = new Map(), now = Date.now } = options;
  if (options.upstreams.length > MAX_UPSTREAMS) {
    throw invalidArgument(
      `There are ${options.upstreams.length} upstreams; each costs every question a request, and ${MAX_UPSTREAMS} are the most.`,
    );
  }
  const id = randomUUID();
  const upstreams = new UpstreamList(options.upstreams.map(parseUpstreamName), {
    registry,
    asking: { egress, id, publicUrl, hideFailed, keys },
    now,
  });
  const lists = new MergedLists(randomBytes(SECRET_BYTES), now);
  const ownRow = (result: SearchResult): Row => rowOfResult(result, publicUrl);

  async function searchHere({ query, page }: FederatedQuestion): Promise<FederatedAnswer> {
    const { results, pageToken } = await registry.search(query, page);
    return { results: results.map(ownRow), pageToken, timing: undefined };
  }

  async function searchEverywhere(question: FederatedQuestion): Promise<FederatedAnswer> {
    const known = await upstreams.list();
    if (known.length === 0) return searchHere(question);
    const { query, written, page } = question;
    const size = Math.max(FEDERATED_DEPTH, page.size);
    const asked = known.map(({ upstream }) => ({
      url: upstream.url,
      report: upstream.ask({ written, query, size }),
    }));
    const start = performance.now();
    const [local, reports] = await Promise.all([
      registry.search(query, { size, token: undefined }).then((answer) => ({
        ...answer,
        localMs: performance.now() - start,
      })),
      withinBudget(asked),
    ]);
    const answers = reports.map(({ outcome }) => (outcome.kind === 'answered' ? outcome.rows : []));
    const rows = mergeRows([local.results.map(ownRow), ...answers]);
    const list = { rows, keys: new Set(rows.map((row) => row.key)), localToken: local.pageToken };
    const isWhole = rows.length <= page.size && local.pageToken === undefined;
    return {
      ...readList({ list, id: isWhole ? undefined : lists.keep(list), offset: 0 }, question),
      timing: { localMs: local.localMs, reports },
    };
  }

  function readList(
    {
      list,
      id,
      offset,
    }: { readonly list: MergedList; readonly id: number | undefined; readonly offset: number },
    { query, page }: FederatedQuestion,
  ): FederatedAnswer {
    const end = offset + page.size;
    const results = list.rows.slice(offset, end);
    const next =
      end < list.rows.length ? { offset: end } : list.localToken && { localToken: list.localToken };
    const pageToken = id === undefined || !next ? undefined : lists.seal(bindingOf(query), id, next);
    return { results, pageToken, timing: undefined };
  }

  /** Our own results behind the list, without those that were in it already. */
  async function readRest(
    { list, id, localToken }: Extract<MergedPosition, { in: 'rest' }>,
    { query, page }: FederatedQuestion,
  ): Promise<FederatedAnswer> {
    let token: string | undefined = localToken;
    for (;;) {
      const answer = await registry.search(query, { size: page.size, token });
      const results = answer.results.map(ownRow).filter((row) => !list.keys.has(row.key));
      token = answer.pageToken;
      if (results.length === 0 && token !== undefined) continue;
      const pageToken =
        token === undefined ? undefined : lists.seal(bindingOf(query), id, { localToken: token });
      return { results, pageToken, timing: undefined };
    }
  }

  return {
    id,
    async search(question) {
      const { token } = question.page;
      if (token === undefined) return searchEverywhere(question);
      // Of a page from before there were upstreams, or of a walk that left them out: it goes on as it began.
      if (!isMergedToken(token)) return searchHere(question);
      const position = lists.open(bindingOf(question.query), token);
      return position.in === 'list' ? readList(position, question) : readRest(position, question);
    },
    listReferrals: async () => (await upstreams.list()).map(({ referral }) => referral),
    listHealth: () => upstreams.health(),
  };
}

/** What a token of a merged list is bound to. */
function bindingOf(query: Query): string {
  return `federated ${searchQuestion(query)}`;
}

function rowOfResult({ entry, json, score }: SearchResult, source: string): Row {
  const url = member(entry, 'url');
  return {
    key: parseIdentifier(entry.identifier)?.key ?? entry.identifier,
    address: typeof url === 'string' ? addressKey(url) : undefined,
    json,
    score,
    source,
  };
}
