import { z } from 'zod';
import { LarderError } from '../errors.ts';

/** What the commands read of a registry's answers; all else in them is kept for `--json`. */
export const ENTRY = z.looseObject({ identifier: z.string(), displayName: z.string(), type: z.string() });
export const SEARCH_ANSWER = z.looseObject({
  results: z.array(ENTRY.extend({ score: z.number() })),
  pageToken: z.string().nullish(),
});
export const LIST_ANSWER = z.looseObject({
  items: z.array(ENTRY),
  total: z.number(),
  pageToken: z.string().nullish(),
});
const FACET = z.looseObject({
  buckets: z.array(z.looseObject({ value: z.string(), count: z.number() })),
  otherCount: z.number().optional(),
});
export type Facet = z.output<typeof FACET>;
export const EXPLORE_ANSWER = z.looseObject({
  // Not z.record, which passes over a field named __proto__.
  facets: z.custom<Readonly<Record<string, Facet>>>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      Object.values(value).every((facet) => FACET.safeParse(facet).success),
    'expected facets',
  ),
});

const FINDING = z.looseObject({
  level: z.string(),
  rule: z.string(),
  pointer: z.string(),
  message: z.string(),
});
const VERDICT = z.looseObject({
  pointer: z.string(),
  identifier: z.string().nullable(),
  level: z.string(),
  findings: z.array(FINDING),
});
export type VerdictAnswer = z.output<typeof VERDICT>;
export const IMPORT_ANSWER = z.looseObject({
  source: z.string(),
  generation: z.number(),
  changed: z.boolean(),
  entries: z.looseObject({
    added: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    orphaned: z.number(),
    shadowed: z.number(),
    rejected: z.number(),
  }),
  verdicts: z.array(VERDICT),
});
export type ImportAnswer = z.output<typeof IMPORT_ANSWER>;

/**
 * Checks an answer, which may come from any server, and hands it on as it is. Errors: UNAVAILABLE, naming what
 * is wrong.
 */
export function parseAnswer<T extends z.ZodType>(schema: T, answer: unknown): z.output<T> {
  const result = schema.safeParse(answer);
  if (result.success) return answer as z.output<T>;
  const issue = result.error.issues[0];
  throw new LarderError(
    'UNAVAILABLE',
    `the answer is not one of a registry: ${issue?.path.join('.') || 'answer'}: ${issue?.message}`,
  );
}
