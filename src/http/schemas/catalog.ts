import { z } from 'zod';
import {
  MAX_CATALOG_DESCRIPTION_LENGTH,
  MAX_PUBLISHER_LENGTH,
  MAX_REVISION_LENGTH,
  MAX_TITLE_LENGTH,
} from '../../forage/bounds.ts';
import type { CatalogSummary, PublishedRevision, RevisionSummary } from '../../registry/catalogs.ts';
import { storedName, wholeNumber } from './parameters.ts';

export const catalogName = storedName({
  description: 'Name of the catalog, chosen by whoever publishes it.',
  example: 'acme-files',
});

/** The names that `forage` takes, without the two that every URL parser takes for steps in a path. */
export const revisionName = z
  .string()
  .min(1)
  .max(MAX_REVISION_LENGTH)
  .regex(
    /^(?!\.{1,2}$)[^\p{Cc}\p{Cs}/]+$/u,
    'expected a name without control characters and /, and neither . nor ..',
  )
  .meta({
    description: 'Name of the revision, chosen by whoever publishes it. It stands for its contents for good.',
    example: 'v1.4',
  });

/** `revision` of a question; the active one is asked without it. */
export const askedRevision = revisionName
  .meta({ description: 'The revision to ask; the active one without it.' })
  .optional();

export const catalogParameters = z.strictObject({ catalog: catalogName });
export const revisionParameters = z.strictObject({ catalog: catalogName, revision: revisionName });

const stamp = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256 of the sorted metadata of the operations: what a caller can see of them.' });

const revisionMembers = {
  catalog: catalogName,
  revision: revisionName,
  stamp,
  title: z.string().max(MAX_TITLE_LENGTH).optional(),
  description: z.string().max(MAX_CATALOG_DESCRIPTION_LENGTH).optional(),
  publisher: z
    .string()
    .max(MAX_PUBLISHER_LENGTH)
    .meta({ description: 'The domain under which its entries are published.', example: 'acme.example' }),
  operations: wholeNumber(0, { description: 'Operations of the revision.' }),
  tableDigest: z
    .string()
    .meta({ description: 'SHA-256 of the table of selected methods; of strict OpenAPI selections only.' })
    .optional(),
  publishedAt: z.iso.datetime(),
  active: z.boolean().meta({ description: 'True for the one revision whose entries can be discovered.' }),
};

export const revisionSummary = z
  .strictObject(revisionMembers)
  .meta({ id: 'Revision', description: 'One immutable revision of a catalog.' });

export const revisionList = z
  .strictObject({ items: z.array(revisionSummary) })
  .meta({ id: 'RevisionList', description: 'All revisions of the catalog, newest first.' });

export const publishedRevision = z
  .strictObject({
    ...revisionMembers,
    created: z.boolean().meta({ description: 'False when exactly this was published before.' }),
    unsupported: z
      .array(z.strictObject({ method: z.string(), path: z.string(), code: z.string(), reason: z.string() }))
      .meta({ description: 'Operations of the OpenAPI document that were not taken, each with one reason.' })
      .optional(),
  })
  .meta({ id: 'PublishedRevision', description: 'The revision is stored for good.' });

export const catalogSummary = z
  .strictObject({
    name: catalogName,
    active: revisionSummary
      .nullable()
      .meta({ description: 'The revision that can be discovered; null when none is.' }),
    revisions: wholeNumber(1, { description: 'Revisions of the catalog.' }),
    firstPublishedAt: z.iso.datetime(),
  })
  .meta({ id: 'Catalog', description: 'One catalog, and its active revision.' });

export const catalogList = z
  .strictObject({ items: z.array(catalogSummary) })
  .meta({ id: 'CatalogList', description: 'All catalogs, by name.' });

/** The answers are built member by member: what the schema does not declare never gets out. */
export function renderRevision(revision: RevisionSummary): z.infer<typeof revisionSummary> {
  return {
    catalog: revision.catalog,
    revision: revision.revision,
    stamp: revision.stamp,
    title: revision.title,
    description: revision.description,
    publisher: revision.publisher,
    operations: revision.operations,
    tableDigest: revision.tableDigest,
    publishedAt: new Date(revision.publishedAt).toISOString(),
    active: revision.active,
  };
}

export function renderPublished(published: PublishedRevision): z.infer<typeof publishedRevision> {
  return {
    ...renderRevision(published),
    created: published.created,
    unsupported: published.unsupported?.map(({ method, path, code, reason }) => ({
      method,
      path,
      code,
      reason,
    })),
  };
}

export function renderCatalog(catalog: CatalogSummary): z.infer<typeof catalogSummary> {
  return {
    name: catalog.name,
    active: catalog.active === null ? null : renderRevision(catalog.active),
    revisions: catalog.revisions,
    firstPublishedAt: new Date(catalog.firstPublishedAt).toISOString(),
  };
}
