import { quote } from '../model/quote.ts';
import { findNearest } from '../text/nearest.ts';
import {
  MAX_CATALOG_DESCRIPTION_LENGTH,
  MAX_METADATA_BYTES,
  MAX_OPERATIONS,
  MAX_PUBLISHER_LENGTH,
  MAX_REVISION_LENGTH,
  MAX_TITLE_LENGTH,
} from './bounds.ts';
import { createDescriber, type Describe } from './describe.ts';
import { createListing, type ListPage, type ListQuestion, listPage } from './list-operations.ts';
import type { Operation, OperationInput, Summary } from './operation.ts';
import { comparePaths } from './operation-path.ts';
import { type ParsedOperation, parseOperation } from './parse-operation.ts';
import { type PreparedOperation, prepareOperation } from './prepare-operation.ts';
import { ForageError } from './refusal.ts';
import { createSearcher, type SearchPage, type SearchQuestion } from './search-operations.ts';
import { StampHasher } from './stamp.ts';
import type { Workshop } from './workshop.ts';

/** A catalog as a host provides it. */
export interface CatalogInput {
  /** The caller's name for exactly these contents: 1-128 characters, without control characters and `/`. */
  readonly revision: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** A domain name, where the catalog is to be published under one. */
  readonly publisher?: string | undefined;
  readonly operations: readonly OperationInput[];
}

/** What a caller may ask of a catalog. */
export interface Forage {
  /** Every operation exactly once, in order, by pages. */
  readonly list: (question?: ListQuestion) => ListPage;
  /** The operations that fit a need in words, best first. */
  readonly search: (question: SearchQuestion) => SearchPage;
  /** TypeScript of one operation, or of a namespace. */
  readonly describe: Describe;
  /** Lower-case hex SHA-256 of the sorted metadata of the operations; nothing else goes into it. */
  readonly stamp: () => string;
}

/** An immutable revision of a catalog: nothing of it can be changed, and nothing of its input is kept. */
export interface Catalog extends Forage {
  readonly revision: string;
  readonly title?: string;
  readonly description?: string;
  readonly publisher?: string;
  /** In list order. */
  readonly operations: readonly Operation[];
  /** In list order, for a host that narrows them before `listOperations`. */
  readonly summaries: readonly Summary[];
}

/**
 * Creates a catalog with the given workshop. Everything is validated and measured before the first schema is
 * compiled; afterwards nothing is compiled or printed any more.
 *
 * Source: the seed, "Core concepts". Errors: those of `refusal.ts` above `question-shape`.
 */
export function buildCatalog(input: CatalogInput, workshop: Workshop): Catalog {
  const { operations, ...about } = readCatalog(input);
  const prepared: PreparedOperation[] = [];
  const hasher = new StampHasher();
  for (const parsed of parseOperations(operations)) {
    const next = prepareOperation(parsed, workshop);
    hasher.add(next.json);
    assertAggregate(hasher.bytes, parsed);
    prepared.push(next);
  }
  const stamp = hasher.finish();

  const summaries = prepared.map(({ summary }) => summary);
  const listing = createListing(summaries, stamp);
  const searcher = createSearcher(prepared, stamp);
  return Object.freeze({
    ...about,
    operations: Object.freeze(prepared.map(({ operation }) => operation)),
    summaries: listing.summaries,
    list: (question: ListQuestion = {}) => listPage(listing, question),
    search: searcher,
    describe: createDescriber(prepared, stamp),
    stamp: () => stamp,
  });
}

/** The caller's surface of a catalog: the same functions, and nothing else. */
export function createForage({ list, search, describe, stamp }: Catalog): Forage {
  return Object.freeze({ list, search, describe, stamp });
}

/** Parses all operations and puts them in order; nothing is compiled before all of them are known to fit. */
function parseOperations(operations: readonly unknown[]): readonly ParsedOperation[] {
  if (operations.length > MAX_OPERATIONS) {
    throw new ForageError(
      'too-many-operations',
      `The catalog has ${operations.length} operations; ${MAX_OPERATIONS} are taken.`,
      { figure: operations.length, bound: MAX_OPERATIONS },
    );
  }
  let bytes = 0;
  const parsed = Array.from(operations, (operation, position) => {
    const next = parseOperation(operation, position);
    bytes += next.bytes;
    assertAggregate(bytes, next);
    return next;
  });
  parsed.sort((a, b) => comparePaths(a.annotations.path, b.annotations.path));
  for (const [i, { annotations }] of parsed.entries()) {
    const { path } = annotations;
    if (parsed[i + 1]?.annotations.path !== path) continue;
    throw new ForageError('path-duplicate', `The path ${quote(path)} stands twice; paths are unique.`, {
      path,
    });
  }
  return parsed;
}

function assertAggregate(bytes: number, { annotations: { path } }: ParsedOperation): void {
  if (bytes <= MAX_METADATA_BYTES) return;
  throw new ForageError(
    'metadata-too-large',
    `With the operation ${quote(path)} the catalog has ${bytes} bytes of metadata; ${MAX_METADATA_BYTES} are taken. Split it into several catalogs.`,
    { path, figure: bytes, bound: MAX_METADATA_BYTES },
  );
}

const TEXT_MEMBERS = {
  title: MAX_TITLE_LENGTH,
  description: MAX_CATALOG_DESCRIPTION_LENGTH,
  publisher: MAX_PUBLISHER_LENGTH,
} as const;
const MEMBERS = ['revision', ...Object.keys(TEXT_MEMBERS), 'operations'];

interface ReadCatalog {
  readonly revision: string;
  readonly title?: string;
  readonly description?: string;
  readonly publisher?: string;
  readonly operations: readonly unknown[];
}

function readCatalog(input: unknown): ReadCatalog {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new ForageError('catalog-shape', `A catalog is an object with ${MEMBERS.join(', ')}.`);
  }
  const given = new Map<string, unknown>(Object.entries(input));
  for (const name of given.keys()) {
    if (MEMBERS.includes(name)) continue;
    const meant = findNearest(name, MEMBERS);
    throw new ForageError(
      'catalog-shape',
      `A catalog has no member ${quote(name)}; ${meant === undefined ? `it has ${MEMBERS.join(', ')}` : `did you mean ${meant}?`}`,
    );
  }
  const operations = given.get('operations');
  if (!Array.isArray(operations)) {
    throw new ForageError('catalog-shape', 'A catalog has operations, an array; it may be empty.');
  }
  const texts = Object.entries(TEXT_MEMBERS).flatMap(([name, most]) => {
    const text = given.get(name);
    if (text === undefined) return [];
    if (typeof text === 'string' && text.length <= most) return [[name, text] as const];
    throw new ForageError('catalog-shape', `${name} of a catalog is a string of up to ${most} characters.`);
  });
  return { revision: readRevision(given.get('revision')), ...Object.fromEntries(texts), operations };
}

/** Control characters would break the places where revisions are shown, `/` the addresses that name them. */
const NO_REVISION = /[\p{Cc}\p{Cs}/]/u;

function readRevision(value: unknown): string {
  if (
    typeof value !== 'string' ||
    value === '' ||
    value.length > MAX_REVISION_LENGTH ||
    NO_REVISION.test(value)
  ) {
    throw new ForageError(
      'revision-invalid',
      `revision is a string of 1 to ${MAX_REVISION_LENGTH} characters without control characters and /.`,
    );
  }
  return value;
}
