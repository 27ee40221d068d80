import { z } from 'zod';

/** What the commands read of a registry’s answers about catalogs; other members are kept for `--json`. */
export const REVISION = z.object({
  revision: z.string(),
  stamp: z.string(),
  title: z.string().optional(),
  publisher: z.string(),
  operations: z.number(),
  publishedAt: z.string(),
  active: z.boolean(),
});
export const REVISIONS_ANSWER = z.object({ items: z.array(REVISION) });

export const CATALOG_ANSWER = z.object({
  name: z.string(),
  active: REVISION.nullable(),
  revisions: z.number(),
});
export const CATALOGS_ANSWER = z.object({ items: z.array(CATALOG_ANSWER) });

const SUMMARY = z.object({ path: z.string(), description: z.string().optional() });
export const OPERATIONS_ANSWER = z.object({
  results: z.array(SUMMARY),
  total: z.number(),
  catalogStamp: z.string(),
  nextCursor: z.string().nullable(),
});
export const MATCHES_ANSWER = z.object({
  results: z.array(SUMMARY.extend({ score: z.number(), peers: z.array(z.string()).optional() })),
  total: z.number(),
});

export const DESCRIPTION_ANSWER = z.object({ typescript: z.string() });
