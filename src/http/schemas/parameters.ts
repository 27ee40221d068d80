import { z } from 'zod';
import { MAX_PAGE_SIZE, MAX_TOKEN_LENGTH } from '../limits.ts';

/**
 * A whole number of any size that JSON can hold. Not zod's own, which stops at 2^53: the seed's `integer` does
 * not.
 */
export function wholeNumber(minimum: number, meta: Readonly<Record<string, unknown>> = {}) {
  return z
    .number()
    .min(minimum)
    .refine(Number.isInteger, 'expected a whole number')
    .meta({ type: 'integer', ...meta });
}

/** The name of something that is stored, chosen by whoever stores it. */
export function storedName(meta: { readonly description: string; readonly example: string }) {
  return z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,62}$/,
      'expected 1 to 63 lower-case letters, digits and hyphens, not beginning with a hyphen',
    )
    .meta(meta);
}

/** The query string of routes that take none; a mistyped parameter must not be ignored. */
export const noQuery = z.strictObject({});

export const pageToken = z
  .string()
  .min(1)
  .max(MAX_TOKEN_LENGTH)
  .meta({ description: 'The `pageToken` of the page before, with the same question.' });

const served = `More than ${MAX_PAGE_SIZE} is served as ${MAX_PAGE_SIZE}.`;

/** `pageSize` in a body. */
export function pageSizeMember(byDefault: number) {
  return wholeNumber(1, { description: `Results a page. ${served}`, default: byDefault }).optional();
}

/** `pageSize` in a query string, where everything is text. */
export function pageSizeParameter(byDefault: number) {
  return z
    .unknown()
    .transform((value, context) => {
      if (typeof value === 'string' && /^[0-9]{1,9}$/.test(value) && Number(value) >= 1) return Number(value);
      context.addIssue('expected a whole number of at least 1');
      return z.NEVER;
    })
    .meta({ type: 'integer', minimum: 1, default: byDefault, description: `Entries a page. ${served}` })
    .optional();
}

/** A whole number in a query string that has to lie within its bounds. */
export function countParameter(
  description: string,
  bounds: { readonly most: number; readonly byDefault: number },
) {
  const { most, byDefault } = bounds;
  return z
    .unknown()
    .transform((value, context) => {
      const count = typeof value === 'string' && /^[0-9]{1,9}$/.test(value) ? Number(value) : 0;
      if (count >= 1 && count <= most) return count;
      context.addIssue(`expected a whole number from 1 to ${most}`);
      return z.NEVER;
    })
    .meta({ type: 'integer', minimum: 1, maximum: most, default: byDefault, description })
    .optional();
}

/** Texts in a query string: joined by commas, or the parameter repeated. */
export function listParameter(description: string, most: number) {
  return z
    .unknown()
    .transform((value, context) => {
      const texts = [value].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : []));
      if (texts.length <= most) return texts;
      context.addIssue(`expected at most ${most} items`);
      return z.NEVER;
    })
    .meta({ type: 'array', items: { type: 'string' }, maxItems: most, description })
    .optional();
}

/** `true` or `false` in a query string. */
export function flagParameter(description: string) {
  return z
    .unknown()
    .transform((value, context) => {
      if (value === 'true' || value === 'false') return value === 'true';
      context.addIssue('expected true or false');
      return z.NEVER;
    })
    .meta({ type: 'boolean', default: false, description })
    .optional();
}
