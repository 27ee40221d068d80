import { z } from 'zod';
import { parseAnswer } from './answers.ts';
import { catalogAddress } from './catalog-address.ts';
import { REVISION } from './catalog-answers.ts';
import type { Door } from './door.ts';
import type { Document, Unsupported } from './import-document.ts';
import type { CatalogChoice } from './import-options.ts';

const PUBLISHED_ANSWER = REVISION.extend({
  catalog: z.string(),
  created: z.boolean(),
  unsupported: z
    .array(z.object({ method: z.string(), path: z.string(), code: z.string(), reason: z.string() }))
    .optional(),
});

/** What became of a document that is a catalog. */
export interface CatalogReport
  extends Omit<z.output<typeof PUBLISHED_ANSWER>, 'unsupported' | 'publishedAt'> {
  readonly kind: Document['kind'];
  readonly unsupported: readonly Unsupported[];
  readonly warning?: string;
}

/**
 * Publishes a document as a revision of a catalog, and makes it the active one unless it is not wanted. The same
 * contents again change nothing. Errors: those of the registry.
 */
export async function publishDocument(
  door: Door,
  catalog: string,
  document: Exclude<Document, { readonly kind: 'manifest' }>,
  { revision, activate }: CatalogChoice,
): Promise<CatalogReport> {
  const what = revision === undefined ? '/revisions' : `/revisions/${encodeURIComponent(revision)}`;
  const answer = parseAnswer(
    PUBLISHED_ANSWER,
    await door.request({
      method: revision === undefined ? 'POST' : 'PUT',
      path: catalogAddress(catalog, what, activate ? { activate: 'true' } : {}),
      text: document.body,
    }),
  );
  const { unsupported = [], publishedAt: _, ...published } = answer;
  const { kind, warning } = document;
  return {
    ...published,
    kind,
    unsupported: [
      ...document.unsupported,
      ...unsupported.map(({ method, path, code, reason }) => ({
        operation: `${method} ${path}`,
        code,
        reason,
      })),
    ],
    ...(warning === undefined ? {} : { warning }),
  };
}
