import { z } from 'zod';
import { LarderError } from '../errors.ts';

/** What the commands read of a registry’s answers; other members are allowed, and kept for `--json`. */
export const ENTRY = z.object({ identifier: z.string(), displayName: z.string(), type: z.string() });
export const SEARCH_ANSWER = z.object({
  results: z.array(ENTRY.extend({ score: z.number() })),
  pageToken: z.string().nullish(),
});
export const LIST_ANSWER = z.object({
  items: z.array(ENTRY),
  total: z.number(),
  pageToken: z.string().nullish(),
});
const FACET = z.object({
  buckets: z.array(z.object({ value: z.string(), count: z.number() })),
  otherCount: z.number().optional(),
});
export type Facet = z.output<typeof FACET>;
export const EXPLORE_ANSWER = z.object({
  // Not z.record, which passes over a field named __proto__.
  facets: z.custom<Readonly<Record<string, Facet>>>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      Object.values(value).every((facet) => FACET.safeParse(facet).success),
    'expected facets',
  ),
});

const FINDING = z.object({
  level: z.enum(['warning', 'error']),
  rule: z.string(),
  pointer: z.string(),
  message: z.string(),
});
const VERDICT = z.object({
  pointer: z.string(),
  identifier: z.string().nullable(),
  level: z.enum(['ok', 'warning', 'error']),
  findings: z.array(FINDING),
});
export const IMPORT_ANSWER = z.object({
  source: z.string(),
  generation: z.number(),
  changed: z.boolean(),
  entries: z.object({
    added: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    orphaned: z.number(),
    shadowed: z.number(),
    rejected: z.number(),
  }),
  verdicts: z.array(VERDICT),
});

const SOURCE = z.object({
  name: z.string(),
  origin: z.string(),
  lastSeen: z.string(),
  silentSince: z.string().nullish(),
  entries: z.number(),
  shadowed: z.number(),
  verdicts: z.object({ warning: z.number(), error: z.number() }),
});
export const SOURCES_ANSWER = z.object({ items: z.array(SOURCE) });
export const SOURCE_ANSWER = SOURCE.extend({ entryVerdicts: z.array(VERDICT) });
export const UPSTREAMS_ANSWER = z.object({
  items: z.array(
    z.object({
      url: z.string(),
      state: z.string(),
      outcomes: z.object({ answered: z.number(), failed: z.number(), 'timed-out': z.number() }),
      last: z
        .object({ outcome: z.string(), reason: z.string().nullable(), durationMs: z.number() })
        .nullable(),
    }),
  ),
});
export const TARGETS_ANSWER = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      addedBy: z.string(),
      lastAt: z.string().nullable(),
      nextAt: z.string(),
      failures: z.number(),
      leasedUntil: z.string().nullable(),
      found: z
        .object({
          outcomes: z.object({ taken: z.number(), unchanged: z.number() }),
          reason: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
  pageToken: z.string().nullish(),
});
const REFUSAL = z.object({ domain: z.string(), reason: z.string().nullable(), refusedAt: z.string() });
export const REFUSALS_ANSWER = z.object({ items: z.array(REFUSAL) });
export const REFUSAL_ANSWER = REFUSAL;
export const MADE_REFUSAL_ANSWER = REFUSAL.extend({
  removed: z.object({ targets: z.array(z.string()), sources: z.number(), entries: z.number() }),
  kept: z.array(z.string()),
});
export const REMOVAL_ANSWER = z.object({ orphaned: z.number() });

const KEY = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.string(),
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
});
export const KEYS_ANSWER = z.object({ items: z.array(KEY) });
export const CREATED_KEY_ANSWER = KEY.extend({ key: z.string() });

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
