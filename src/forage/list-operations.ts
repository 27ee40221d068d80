import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { quote } from '../model/quote.ts';
import { MAX_LIST_LIMIT } from './bounds.ts';
import { decodeCursor, encodeCursor, type ListBinding } from './list-cursor.ts';
import type { Summary } from './operation.ts';
import { comparePaths, isBelow } from './operation-path.ts';
import { readLimit, readNamespace, readQuestion } from './question.ts';
import { ForageError } from './refusal.ts';

export interface ListQuestion {
  /** 1 to 50; 50 without one. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  /** Only operations strictly below it, at any depth, by whole segments. */
  readonly namespace?: string | undefined;
}

export interface ListPage {
  readonly results: readonly Summary[];
  /** Operations below the namespace, on all pages together. */
  readonly total: number;
  readonly catalogStamp: string;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Summaries that are ready to be paged. */
export interface Listing {
  /** Ordered, each path once, score 0. */
  readonly summaries: readonly Summary[];
  readonly catalogStamp: string;
  /** Stands for the paths in cursors. */
  readonly pathsDigest: string;
}

/**
 * Pages summaries of a catalog: all of them, or those that a host has kept of them for a guest. Order is by
 * namespace (first segment), then full path, by UTF-16 code units, whatever order they come in. A cursor belongs
 * to the stamp, the namespace and exactly these paths, and the total counts only them.
 *
 * Errors: `limit-invalid`, `namespace-invalid`, `cursor-…`,
 * `question-shape`, `path-duplicate`.
 */
export function listOperations(
  summaries: readonly Summary[],
  question: ListQuestion & { readonly catalogStamp: string },
): ListPage {
  const { catalogStamp, ...rest } = question;
  if (typeof catalogStamp !== 'string' || catalogStamp === '') {
    throw new ForageError('question-shape', 'listOperations needs catalogStamp, the stamp() of the catalog.');
  }
  return listPage(createListing(summaries, catalogStamp), rest);
}

/** Orders summaries for paging, and leaves of each what a list says. Errors: `path-duplicate`. */
export function createListing(summaries: readonly Summary[], catalogStamp: string): Listing {
  const ordered = summaries.map(unrank).sort((a, b) => comparePaths(a.path, b.path));
  for (const [i, { path }] of ordered.entries()) {
    if (ordered[i + 1]?.path !== path) continue;
    throw new ForageError('path-duplicate', `The path ${quote(path)} stands twice among the summaries.`, {
      path,
    });
  }
  const paths = new TextEncoder().encode(ordered.map(({ path }) => path).join('\n'));
  return { summaries: Object.freeze(ordered), catalogStamp, pathsDigest: bytesToHex(sha256(paths)) };
}

/** Search merges and scores; of a result of it, only what is said of the one operation stays. */
function unrank({ path, description, sample, capabilityNotes }: Summary): Summary {
  return Object.freeze({
    path,
    ...(description === undefined ? {} : { description }),
    sample,
    ...(capabilityNotes === undefined ? {} : { capabilityNotes }),
    score: 0,
  });
}

/** One page of a listing; what `listOperations` and a catalog's own list share. */
export function listPage(
  { summaries, catalogStamp, pathsDigest }: Listing,
  question: ListQuestion,
): ListPage {
  const members = readQuestion('list', question, ['limit', 'cursor', 'namespace']);
  const limit = readLimit(members.get('limit'), MAX_LIST_LIMIT, MAX_LIST_LIMIT);
  const namespace = readNamespace(members.get('namespace'));
  const cursor = members.get('cursor');
  if (cursor !== undefined && typeof cursor !== 'string') {
    throw new ForageError('cursor-malformed', 'cursor is a string: the nextCursor of the page before.');
  }

  const selected = summaries.filter(({ path }) => isBelow(path, namespace));
  const binding: ListBinding = { catalogStamp, namespace, paths: pathsDigest };
  const start = cursor === undefined ? 0 : decodeCursor(binding, cursor);
  if (start > 0 && start >= selected.length) {
    throw new ForageError(
      'cursor-malformed',
      'cursor points behind the last page; begin a fresh listing without cursor.',
    );
  }
  const end = start + limit;
  return Object.freeze({
    results: Object.freeze(selected.slice(start, end)),
    total: selected.length,
    catalogStamp,
    nextCursor: end < selected.length ? encodeCursor(binding, end) : null,
  });
}
