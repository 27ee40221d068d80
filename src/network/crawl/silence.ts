import type { Registry } from '../../registry/registry.ts';
import type { KnownDocument } from '../../store/crawl-frontier.ts';
import type { SilentDocument } from './crawl-report.ts';
import { ifThere } from './if-there.ts';

/** How long a document is silent before its source is demoted, milliseconds: a bad night of its host is not its end. */
export const DEMOTION_MS = 24 * 60 * 60 * 1000;
/** How long a document is silent before its source is taken out, milliseconds: a week of failures is no hiccup. */
export const SOURCE_GRACE_MS = 7 * DEMOTION_MS;

/** A document, and how its source stands in the registry before the crawl. */
export interface SourcedDocument extends KnownDocument {
  /** `gone`: somebody took it out. `operator`: an operator imported another text under its name. */
  readonly standing: 'live' | 'silent' | 'operator' | 'gone';
}

/** Looks up the sources of documents. */
export async function findStandings(
  registry: Pick<Registry, 'getSource'>,
  documents: readonly KnownDocument[],
): Promise<readonly SourcedDocument[]> {
  const found: SourcedDocument[] = [];
  for (const document of documents) {
    const source = await ifThere(registry.getSource(document.source));
    if (source === undefined) found.push({ ...document, standing: 'gone' });
    else if (source.kind === 'operator') found.push({ ...document, standing: 'operator' });
    else found.push({ ...document, standing: source.silentSince === null ? 'live' : 'silent' });
  }
  return found;
}

/** What a crawl says of the documents that were known before it. */
export interface Heard {
  /** Those that answered with a manifest, or said that they are unchanged. */
  readonly good: readonly KnownDocument[];
  /** Addresses that it says nothing of: their host asked to be left alone before their turn came. */
  readonly untold: ReadonlySet<string>;
  /** When it ended, epoch milliseconds. */
  readonly at: number;
}

/**
 * Demotes the sources of documents that have been silent for a day, and takes out those that were demoted before and have been
 * silent for a week: their entries become orphans, and others that publish them take over. Gives all that are silent.
 */
export async function followSilence(
  registry: Pick<Registry, 'recordSilence' | 'removeSource'>,
  documents: readonly SourcedDocument[],
  heard: Heard,
): Promise<readonly SilentDocument[]> {
  const silent: SilentDocument[] = [];
  for (const document of listSilent(documents, heard)) {
    const { url, source, standing, silentSince } = document;
    const since = silentSince ?? heard.at;
    const became = fateOf(standing, heard.at - since);
    if (became === 'demoted' && standing === 'live') await ifThere(registry.recordSilence(source, since));
    if (became === 'removed' && standing === 'silent') await ifThere(registry.removeSource(source));
    silent.push({ url, source, since, became });
  }
  return silent;
}

/** A host that is busy for longer than the grace is as silent as any other. */
function listSilent(
  documents: readonly SourcedDocument[],
  { good, untold, at }: Heard,
): readonly SourcedDocument[] {
  const alive = new Set(good.map(({ url }) => url));
  return documents.filter(
    ({ url, lastGoodAt }) => !alive.has(url) && !(untold.has(url) && at - lastGoodAt <= SOURCE_GRACE_MS),
  );
}

/** What becomes of a source whose document has been silent for so long, milliseconds: 0 where this crawl is the first to say so. */
function fateOf(standing: SourcedDocument['standing'], silentMs: number): SilentDocument['became'] {
  if (standing === 'gone') return 'removed';
  if (standing === 'operator' || silentMs < DEMOTION_MS) return 'kept';
  return standing === 'silent' && silentMs > SOURCE_GRACE_MS ? 'removed' : 'demoted';
}
