import { createHash } from 'node:crypto';
import { invalidArgument } from '../../errors.ts';
import { listNestedCatalogs } from '../../intake/manifest/nested-catalogs.ts';
import { readManifest } from '../../intake/manifest/read-manifest.ts';
import type { Store } from '../../store/store.ts';
import type { ImportReport, ManifestImport } from '../registry.ts';
import { judgeEntries, rejectEntries } from '../trust/signed-entries.ts';
import type { Commits } from './commits.ts';

const SOURCE_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** See `Registry.importManifest`. */
export async function importManifest(
  store: Store,
  commits: Commits,
  manifest: ManifestImport,
  now: () => number,
): Promise<ImportReport> {
  const { source, text, origin, allowEmpty, servedFrom, rejectFailed = false } = manifest;
  if (!SOURCE_NAME.test(source)) {
    throw invalidArgument(
      'The source name is not allowed: use 1-63 of a-z, 0-9 and "-", beginning with a letter or digit.',
    );
  }
  const reading = readManifest(text);
  const digest = createHash('sha256').update(text).digest('hex');
  const { judged, signed } = judgeEntries(reading.entries, servedFrom ?? null);
  const { entries, verdicts } = rejectFailed
    ? rejectEntries(judged, reading.verdicts)
    : { ...reading, entries: judged };
  const outcome = await commits.make(() =>
    store.commitGeneration({
      source,
      kind: servedFrom === undefined ? 'operator' : 'crawled',
      origin,
      servedFrom: servedFrom ?? null,
      digest,
      entries,
      verdicts,
      allowEmpty,
      now: now(),
    }),
  );
  const { generation, created, changed, added, updated, unchanged, orphaned, shadowed } = outcome;
  const rejected = verdicts.filter((verdict) => verdict.level === 'error').length;
  return {
    source,
    generation,
    created,
    changed,
    entries: { added, updated, unchanged, orphaned, shadowed, rejected },
    verdicts,
    nestedCatalogs: listNestedCatalogs(entries),
    signed,
  };
}
