import { isJsonObject, member } from '../../../model/entry.ts';
import { isDateTime } from '../../../model/instant.ts';
import { quote } from '../../../model/quote.ts';
import { faultAt, type Rule } from '../rule.ts';

/** v0.91 section 4.2: the optional descriptive terms. Whatever stands there is kept. */
export const DESCRIPTIVE_RULES: readonly Rule[] = [
  {
    name: 'description-type',
    level: 'warning',
    check: (entry) => {
      const description = member(entry, 'description');
      if (description === undefined || typeof description === 'string') return [];
      return faultAt(
        ['description'],
        '`description` is not a string, so it is not searched. Write it as text.',
      );
    },
  },
  {
    name: 'version-type',
    level: 'warning',
    check: (entry) => {
      const version = member(entry, 'version');
      if (version === undefined || typeof version === 'string') return [];
      return faultAt(['version'], '`version` is not a string. Put it in quotes, such as "1.2.0".');
    },
  },
  {
    name: 'updated-at-date-time',
    level: 'warning',
    check: (entry) => {
      const updatedAt = member(entry, 'updatedAt');
      if (updatedAt === undefined || (typeof updatedAt === 'string' && isDateTime(updatedAt))) return [];
      const found = typeof updatedAt === 'string' ? ` ${quote(updatedAt)}` : '';
      const message = `\`updatedAt\`${found} is not a date-time. Write it with time and offset, such as 2026-03-01T09:30:00Z.`;
      return faultAt(['updatedAt'], message);
    },
  },
  {
    name: 'metadata-type',
    level: 'warning',
    check: (entry) => {
      const metadata = member(entry, 'metadata');
      if (metadata === undefined || isJsonObject(metadata)) return [];
      return faultAt(['metadata'], '`metadata` is not an object. Write names with values.');
    },
  },
  {
    name: 'metadata-nested',
    level: 'warning',
    check: (entry) => {
      const metadata = member(entry, 'metadata');
      if (!isJsonObject(metadata)) return [];
      const nested = Object.entries(metadata).find(
        ([, value]) => typeof value === 'object' && value !== null,
      );
      if (nested === undefined) return [];
      const message =
        '`metadata` is nested here; v0.9 allows plain values only. It is kept, and its paths can be filtered.';
      return faultAt(['metadata', nested[0]], message);
    },
  },
  {
    name: 'search-only-member',
    level: 'warning',
    check: (entry) =>
      ['score', 'source']
        .filter((name) => Object.hasOwn(entry, name))
        .flatMap((name) =>
          faultAt(
            [name],
            `\`${name}\` is what a registry adds to search results. It is left out of answers; rename it.`,
          ),
        ),
  },
];
