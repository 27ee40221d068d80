import { quote } from '../model/quote.ts';
import { findNearest } from '../text/nearest.ts';
import {
  MAX_CATALOG_DESCRIPTION_LENGTH,
  MAX_PUBLISHER_LENGTH,
  MAX_REVISION_LENGTH,
  MAX_TITLE_LENGTH,
} from './bounds.ts';
import type { OperationInput } from './operation.ts';
import { ForageError } from './refusal.ts';

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

/** What a catalog says of itself, beside its operations. */
export interface AboutCatalog {
  readonly revision: string;
  readonly title?: string;
  readonly description?: string;
  readonly publisher?: string;
}

const TEXT_MEMBERS = {
  title: MAX_TITLE_LENGTH,
  description: MAX_CATALOG_DESCRIPTION_LENGTH,
  publisher: MAX_PUBLISHER_LENGTH,
} as const;
const MEMBERS = ['revision', ...Object.keys(TEXT_MEMBERS), 'operations'];

/** The members of a catalog's input. Errors: `catalog-shape`, `revision-invalid`. */
export function readCatalog(input: unknown): {
  readonly about: AboutCatalog;
  readonly operations: readonly unknown[];
} {
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
  const about = { revision: readRevision(given.get('revision')), ...Object.fromEntries(texts) };
  return { about: Object.freeze(about), operations };
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
