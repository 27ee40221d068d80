import { invalidArgument } from '../../errors.ts';
import { type PreparedCatalog, prepareCatalog } from '../../forage/prepare-catalog.ts';
import type { ForageError } from '../../forage/refusal.ts';
import { createSchemaWorkshop } from '../../forage/schema-workshop.ts';
import { member } from '../../model/entry.ts';
import { isDomain } from '../../model/publisher.ts';
import { quote } from '../../model/quote.ts';
import type { NewOperation } from '../../store/catalog-store.ts';
import type { UnsupportedOperation } from '../catalogs.ts';
import { DEFAULT_PUBLISHER, projectCatalog, projectOperation } from '../projection.ts';
import { nothingTaken, takeOperations } from './openapi-operations.ts';
import type { Draft, RevisionHead } from './preparer.ts';
import { type ReadPublication, readPublication } from './read-publication.ts';

/** `GET /catalogs/{catalog}` and the source of its entries are named so. */
const CATALOG_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;
/** Digits of the stamp in the name of a revision that got none. */
const STAMP_DIGITS = 16;
/** Stands where a name is wanted until the stamp gives one. */
const UNNAMED = 'unnamed';

export interface Prepared {
  readonly head: RevisionHead;
  readonly operations: readonly NewOperation[];
  readonly unsupported: readonly UnsupportedOperation[] | undefined;
}

/** Everything of a publication that needs no store. Errors: as `Catalogs.publishRevision`. */
export async function prepareRevision({ catalog, revision, text }: Draft): Promise<Prepared> {
  if (!CATALOG_NAME.test(catalog)) {
    throw invalidArgument(
      'The catalog name is not allowed: use 1-63 of a-z, 0-9 and "-", beginning with a letter or digit.',
    );
  }
  const publication = readPublication(text);
  const own =
    publication.kind === 'catalog' ? member(publication.input, 'revision') : publication.selection.revision;
  if (revision !== undefined && own !== undefined && own !== revision) {
    throw invalidArgument(
      `The revision says of itself that its name is ${quote(String(own))}; publish it under that name, or leave \`revision\` out.`,
    );
  }
  const wanted = revision ?? own;
  if (wanted === '.' || wanted === '..') {
    throw invalidArgument('. and .. are steps in every address; give the revision another name.');
  }
  const name = wanted === undefined ? UNNAMED : wanted;
  const { prepared, unsupported, tableDigest } =
    publication.kind === 'catalog'
      ? { prepared: prepareInput(publication.input, name), unsupported: undefined, tableDigest: undefined }
      : await prepareSelection(publication.selection, name);

  const { about, stamp, operations } = prepared;
  const projected = {
    catalog,
    revision: wanted === undefined ? `sha256-${stamp.slice(0, STAMP_DIGITS)}` : about.revision,
    stamp,
    title: readText(about.title, 'title'),
    description: readText(about.description, 'description'),
    publisher: readPublisher(about.publisher),
  };
  return {
    head: { ...projected, tableDigest, entry: projectCatalog(projected, operations) },
    operations: operations.map((operation) => ({
      path: operation.operation.path,
      prepared: JSON.stringify(operation),
      entry: projectOperation(projected, operation),
    })),
    unsupported,
  };
}

function prepareInput(input: object, revision: unknown): PreparedCatalog {
  return prepareCatalog({ ...input, revision }, createSchemaWorkshop());
}

type Selection = Extract<ReadPublication, { readonly kind: 'openapi' }>['selection'];

async function prepareSelection(
  { openapi, profile = 'strict', authParameter, select, title, description, publisher }: Selection,
  revision: unknown,
) {
  const taken = await takeOperations({ text: openapi, profile, authParameter }, select);
  const refused: UnsupportedOperation[] = [];
  // What was selected by name is not left out silently.
  const leaveOut = (refusal: ForageError): void => {
    const call = taken.calls.get(refusal.path ?? '');
    if (call === undefined || select !== undefined) throw refusal;
    refused.push({ ...call, code: refusal.reason, reason: refusal.message });
  };
  const prepared = prepareCatalog(
    {
      revision,
      title: title ?? titleOf(taken.title),
      description,
      publisher,
      operations: taken.operations,
    },
    createSchemaWorkshop(),
    leaveOut,
  );
  const unsupported = [...taken.unsupported, ...refused];
  if (prepared.operations.length === 0) throw nothingTaken(unsupported);
  return { prepared, unsupported, tableDigest: taken.tableDigest };
}

/** A document's title as far as it can be stored; a blank one says nothing. */
function titleOf(title: string): string | undefined {
  return title.trim() === '' ? undefined : title.replace(LONE_SURROGATE, '\ufffd');
}

/** Half a character, which no database keeps as it is. */
const LONE_SURROGATE = /\p{Cs}/gu;

function readText(text: string | undefined, name: string): string | undefined {
  if (text === undefined || text.search(LONE_SURROGATE) < 0) return text;
  throw invalidArgument(`${name} of a catalog holds half a character (a lone surrogate); write it whole.`);
}

function readPublisher(publisher = DEFAULT_PUBLISHER): string {
  const domain = publisher.toLowerCase();
  if (isDomain(domain)) return domain;
  throw invalidArgument(
    `publisher of a catalog is a domain name, such as tools.example.com, and not ${quote(publisher)}.`,
  );
}
