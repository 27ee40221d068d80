import { exceedsDepth, MAX_DOCUMENT_DEPTH, measureEntry } from '../../model/bounds.ts';
import { canonicalJson } from '../../model/canonical-json.ts';
import { type Entry, isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { projectFields } from '../../model/field-path.ts';
import type { Query } from '../../model/query.ts';
import { parseIdentifier } from '../../model/urn.ts';
import { withoutMembers } from '../../registry/published-entry.ts';
import { LEFT_OUT_OF_RESULTS } from '../../registry/search.ts';
import { judgeBinding } from '../../registry/trust/judge-binding.ts';
import { addressKey } from './upstream-address.ts';

/** A result of one registry. */
export interface Row {
  /** The normalised identifier. */
  readonly key: string;
  /** What its `url` is compared by, where it has one. */
  readonly address: string | undefined;
  /** The entry as JSON text, without score and source. */
  readonly json: string;
  readonly score: number;
  /** Base address of the registry that it came from: where the complete entry can be had. */
  readonly source: string;
}

export interface ReadAnswer {
  /** Best first, as the upstream ranked them. */
  readonly rows: readonly Row[];
  /** Results that were no entries, were ours, or did not fit the filter. */
  readonly leftOut: number;
}

/**
 * Reads what an upstream answered, which may be anything. Entries that lack what every client needs, or that break the
 * bounds, are left out, as are those that say they come from here, those that the filter keeps out, whatever the
 * upstream made of it, and, where the registry hides what failed, those of a publisher that another identity claims. Undefined for what is no answer to a search at all.
 */
export function readAnswer(
  text: string,
  {
    query,
    source,
    ours,
    most,
    hideFailed,
  }: {
    readonly query: Query;
    readonly source: string;
    readonly ours: string;
    readonly most: number;
    readonly hideFailed: boolean;
  },
): ReadAnswer | undefined {
  const results = findResults(text);
  if (results === undefined) return undefined;
  const own = addressKey(ours);
  const rows: Row[] = [];
  const taken = results.slice(0, most);
  for (const result of taken) {
    const entry = findEntry(result);
    if (entry === undefined || isFrom(result, own) || !passes(entry, query)) continue;
    if (hideFailed && hasFailed(entry)) continue;
    const row = rowOf(entry, result, source);
    if (row !== undefined) rows.push(row);
  }
  return { rows, leftOut: taken.length - rows.length };
}

function findResults(text: string): readonly Json[] | undefined {
  if (exceedsDepth(text, MAX_DOCUMENT_DEPTH)) return undefined;
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  const results = isJsonObject(answer) ? member(answer, 'results') : undefined;
  return Array.isArray(results) ? results : undefined;
}

/** What every client needs of a result: a name, a title, a type, and one way to the resource. */
function findEntry(result: Json): Entry | undefined {
  if (!isJsonObject(result) || measureEntry(result).excess !== undefined) return undefined;
  const strings = ['identifier', 'displayName', 'type'].map((name) => member(result, name));
  if (!strings.every((value) => typeof value === 'string')) return undefined;
  const url = member(result, 'url');
  const data = member(result, 'data');
  const hasOne = url === undefined ? data !== undefined : typeof url === 'string' && data === undefined;
  // Each named member has just been seen to be a string.
  return hasOne ? (result as Entry) : undefined;
}

function isFrom(result: Json, own: string | undefined): boolean {
  const source = isJsonObject(result) ? member(result, 'source') : undefined;
  return typeof source === 'string' && own !== undefined && addressKey(source) === own;
}

/** The binding is all that can be judged of an entry that came by way of another registry. */
function hasFailed(entry: Entry): boolean {
  const binding = judgeBinding(entry);
  return binding.kind === 'decided' && binding.result.status === 'failed';
}

function passes(entry: Entry, { filter }: Query): boolean {
  if (filter.size === 0) return true;
  const fields = projectFields(entry);
  return [...filter].every(([path, values]) => {
    const found = fields.get(path);
    return found !== undefined && values.some((value) => found.has(value));
  });
}

function rowOf(entry: Entry, result: Json, source: string): Row | undefined {
  const identifier = parseIdentifier(entry.identifier);
  if (identifier === undefined) return undefined;
  const url = member(entry, 'url');
  return {
    key: identifier.key,
    address: typeof url === 'string' ? addressKey(url) : undefined,
    json: canonicalJson(withoutMembers(entry, LEFT_OUT_OF_RESULTS)),
    score: scoreOf(result as JsonObject),
    source,
  };
}

/** The upstream's own score, as an integer from 0 to 100; some send text, some send none. */
function scoreOf(result: JsonObject): number {
  const given = member(result, 'score');
  const score = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  return typeof score === 'number' && Number.isFinite(score)
    ? Math.round(Math.min(100, Math.max(0, score)))
    : 0;
}
