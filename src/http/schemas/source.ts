import { z } from 'zod';
import type { Verdict } from '../../model/verdict.ts';
import type { ImportReport } from '../../registry/registry.ts';
import type { SourceDetail, SourceSummary } from '../../store/store.ts';
import { storedName, wholeNumber } from './parameters.ts';

export const sourceName = storedName({
  description: 'Name of the source, chosen by whoever imports it.',
  example: 'acme-tools',
});

const count = wholeNumber(0);
const instant = z.iso.datetime();
const level = z.enum(['ok', 'warning', 'error']);

const finding = z.strictObject({
  level: z.enum(['warning', 'error']),
  rule: z.string().meta({ description: 'A stable name, such as `identifier-syntax`.' }),
  pointer: z.string().meta({ description: 'JSON Pointer into the manifest.', example: '/entries/3/url' }),
  message: z.string().meta({ description: 'What is wrong, and what would be right.' }),
});

const verdictMembers = {
  pointer: z.string().meta({ description: 'JSON Pointer of the entry in the manifest.' }),
  identifier: z.string().nullable(),
  level: level.meta({ description: 'Entries with `error` are not indexed.' }),
  findings: z.array(finding),
};
const verdict = z
  .strictObject(verdictMembers)
  .meta({ id: 'Verdict', description: 'What became of one entry of a manifest.' });

export const importReport = z
  .strictObject({
    source: sourceName,
    generation: count,
    changed: z.boolean().meta({ description: 'False when the same text was imported before.' }),
    entries: z.strictObject({
      added: count,
      updated: count,
      unchanged: count,
      orphaned: count,
      shadowed: count,
      rejected: count,
    }),
    verdicts: z.array(verdict),
  })
  .meta({ id: 'ImportReport', description: 'The manifest was taken in; what became of each entry.' });

const summaryMembers = {
  name: sourceName,
  kind: z.enum(['operator', 'crawled']),
  origin: z.string().meta({ description: 'Where the text came from, for people.' }),
  servedFrom: z.string().nullable().meta({ description: 'The domain that served it, when it was crawled.' }),
  generation: count,
  digest: z.string().meta({ description: 'SHA-256 of the manifest text, in hex.' }),
  firstSeen: instant,
  lastSeen: instant,
  silentSince: instant.nullable().meta({
    description: 'Since when it answers no more, when it was crawled; its entries then rank lower.',
  }),
  entries: wholeNumber(0, { description: 'Live entries of the source.' }),
  elected: wholeNumber(0, { description: 'Those that this source answers for.' }),
  shadowed: wholeNumber(0, { description: 'Those that another source answers for.' }),
  verdicts: z.strictObject({ ok: count, warning: count, error: count }),
};
const summary = z
  .strictObject(summaryMembers)
  .meta({ id: 'SourceSummary', description: 'One source of entries.' });

export const sourceDetail = z
  .strictObject({
    ...summaryMembers,
    entryVerdicts: z.array(z.strictObject({ ...verdictMembers, shadowed: z.boolean() })),
  })
  .meta({ id: 'SourceDetail', description: 'One source, with the verdicts of its current generation.' });

export const sourceList = z
  .strictObject({ items: z.array(summary) })
  .meta({ id: 'SourceList', description: 'All sources, by name.' });

/** The answers are built member by member: what the schema does not declare never gets out. */
export function renderReport(report: ImportReport): z.infer<typeof importReport> {
  const { added, updated, unchanged, orphaned, shadowed, rejected } = report.entries;
  return {
    source: report.source,
    generation: report.generation,
    changed: report.changed,
    entries: { added, updated, unchanged, orphaned, shadowed, rejected },
    verdicts: report.verdicts.map(renderVerdict),
  };
}

export function renderSummary(source: SourceSummary): z.infer<typeof summary> {
  return {
    name: source.name,
    kind: source.kind,
    origin: source.origin,
    servedFrom: source.servedFrom,
    generation: source.generation,
    digest: source.digest,
    firstSeen: new Date(source.firstSeen).toISOString(),
    lastSeen: new Date(source.lastSeen).toISOString(),
    silentSince: source.silentSince === null ? null : new Date(source.silentSince).toISOString(),
    entries: source.entries,
    elected: source.elected,
    shadowed: source.shadowed,
    verdicts: { ok: source.verdicts.ok, warning: source.verdicts.warning, error: source.verdicts.error },
  };
}

export function renderDetail(source: SourceDetail): z.infer<typeof sourceDetail> {
  return {
    ...renderSummary(source),
    entryVerdicts: source.entryVerdicts.map((entry) => ({
      ...renderVerdict(entry),
      shadowed: entry.shadowed,
    })),
  };
}

function renderVerdict({ pointer, identifier, level, findings }: Verdict): z.infer<typeof verdict> {
  return {
    pointer,
    identifier,
    level,
    findings: findings.map((found) => ({
      level: found.level,
      rule: found.rule,
      pointer: found.pointer,
      message: found.message,
    })),
  };
}
