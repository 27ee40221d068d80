import { z } from 'zod';
import { LarderError } from '../../errors.ts';
import type { CrawlControl } from '../../network/crawl/crawl-control.ts';
import type { TargetSummary } from '../../network/crawl/target-list.ts';
import type { Refusal } from '../../store/crawl-refusals.ts';
import { MAX_REFUSAL_REASON_LENGTH } from '../limits.ts';
import { wholeNumber } from './parameters.ts';

/** Code units of a domain that is looked at: names in DNS have at most 253 characters. */
const MAX_DOMAIN_LENGTH = 300;

const count = wholeNumber(0);
const instant = z.iso.datetime();

export const target = z
  .strictObject({
    name: z.string().meta({ description: 'A domain, or the address of one manifest.' }),
    addedBy: z
      .enum(['operator', 'submitted'])
      .meta({ description: '`submitted`: by a publisher who proved the domain.' }),
    addedAt: instant,
    lastAt: instant.nullable().meta({ description: 'The end of the last crawl.' }),
    nextAt: instant.meta({ description: 'When it is due.' }),
    failures: wholeNumber(0, { description: 'Crawls in a row without a manifest.' }),
    leasedUntil: instant
      .nullable()
      .meta({ description: 'Until when a submitted target is crawled; null for those of an operator.' }),
    found: z
      .strictObject({
        outcomes: z
          .strictObject({
            taken: count,
            unchanged: count,
            duplicate: count,
            absent: count,
            refused: count,
            failed: count,
          })
          .meta({ description: 'Addresses by what became of them.' }),
        reason: z
          .string()
          .nullable()
          .meta({ description: 'Why an address has no manifest: the first reason that there is.' }),
      })
      .nullable()
      .meta({ description: 'What the last crawl found; null before the first.' }),
  })
  .meta({ id: 'Target', description: 'One target of the crawl.' });

export const refusedDomain = z.string().min(1).max(MAX_DOMAIN_LENGTH).meta({
  description: 'A domain. Everything below it is meant too.',
  example: 'example.com',
});

const refusalMembers = {
  domain: z.string(),
  reason: z.string().nullable().meta({ description: 'For the operator; it is told to nobody else.' }),
  refusedAt: instant,
};

export const refusal = z
  .strictObject(refusalMembers)
  .meta({ id: 'Refusal', description: 'A domain that is refused, with everything below it.' });

export const refusalRequest = z
  .strictObject({ reason: z.string().min(1).max(MAX_REFUSAL_REASON_LENGTH).optional() })
  .meta({ id: 'RefusalRequest' });

export const madeRefusal = z
  .strictObject({
    ...refusalMembers,
    removed: z
      .strictObject({
        targets: z.array(z.string()).meta({ description: 'Submitted targets that are gone.' }),
        sources: wholeNumber(0, { description: 'Crawled sources that are gone.' }),
        entries: wholeNumber(0, { description: 'Entries that they had.' }),
      })
      .meta({ description: 'What this request took out.' }),
    kept: z.array(z.string()).meta({
      description: 'Targets on the domain that the operator added: they and their sources stay.',
    }),
  })
  .meta({ id: 'MadeRefusal', description: 'The domain is refused.' });

/** Errors: NOT_IMPLEMENTED where nothing is crawled. */
export function refuseIdle(crawl: CrawlControl | undefined): CrawlControl {
  if (crawl !== undefined) return crawl;
  throw new LarderError(
    'NOT_IMPLEMENTED',
    'This registry crawls nothing, so it has no targets and refuses no domains; start it with --crawl or --submit.',
  );
}

export function renderTarget(shown: TargetSummary): z.infer<typeof target> {
  const { name, addedBy, failures, found } = shown;
  return {
    name,
    addedBy,
    addedAt: new Date(shown.addedAt).toISOString(),
    lastAt: renderInstant(shown.lastAt),
    nextAt: new Date(shown.nextAt).toISOString(),
    failures,
    leasedUntil: renderInstant(shown.leasedUntil),
    found: found === null ? null : { outcomes: { ...found.outcomes }, reason: found.reason },
  };
}

export function renderRefusal({ domain, reason, refusedAt }: Refusal): z.infer<typeof refusal> {
  return { domain, reason, refusedAt: new Date(refusedAt).toISOString() };
}

function renderInstant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
