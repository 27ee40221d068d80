import { parseUrl } from '../../model/parse-url.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Frontier } from '../../store/crawl-frontier.ts';
import type { SourceSummary } from '../../store/store.ts';
import { ifThere } from './if-there.ts';
import { hostOfTarget, withoutFinalDot } from './refused-domain.ts';

export interface EnforceTools {
  readonly frontier: Frontier;
  readonly registry: Pick<Registry, 'listSources' | 'removeSource'>;
  /** Resolves when imports that a crawl has begun are done; those that begin later have seen the refusal. */
  readonly settle: () => Promise<void>;
}

/** What a refusal took out, and what it left. */
export interface Enforcement {
  /** Submitted targets that are gone. */
  readonly targets: readonly string[];
  readonly sources: number;
  readonly entries: number;
  /** Targets there that an operator added; they and their sources stay. */
  readonly kept: readonly string[];
}

/**
 * Takes out what crawls found on the hosts that `isRefused` names, and then the submitted targets there. The refusal has to
 * be in the frontier already. Sources are looked for in the registry and not in the frontier, which does not
 * know yet what a crawl under way has imported; whoever is killed in between does it again and finds the rest.
 */
export async function enforceRefusals(
  isRefused: (hostname: string) => boolean,
  { frontier, registry, settle }: EnforceTools,
): Promise<Enforcement> {
  await settle();
  const there = frontier.list().filter(({ name }) => isRefused(hostOfTarget(name)));
  const submitted = there.filter(({ leasedUntil }) => leasedUntil !== null).map(({ name }) => name);
  const kept = there.filter(({ leasedUntil }) => leasedUntil === null).map(({ name }) => name);
  const staying = new Set(sourcesOf(kept, frontier));
  const found = (await registry.listSources()).filter((source) => hostsOf(source).some(isRefused));
  const leaving = new Set([...sourcesOf(submitted, frontier), ...found.map(({ name }) => name)]);
  let sources = 0;
  let entries = 0;
  for (const source of leaving) {
    const removed = staying.has(source) ? undefined : await ifThere(registry.removeSource(source));
    if (removed === undefined) continue;
    sources += 1;
    entries += removed.orphaned;
  }
  for (const name of submitted) frontier.remove(name);
  return { targets: submitted, sources, entries, kept };
}

function sourcesOf(targets: readonly string[], frontier: Frontier): string[] {
  return targets.flatMap((name) => frontier.documentsOf(name).map(({ source }) => source));
}

/** The hosts that a crawled source came from: where its address led, and the address itself. */
function hostsOf({ kind, origin, servedFrom }: SourceSummary): string[] {
  if (kind !== 'crawled') return [];
  return [parseUrl(origin)?.hostname ?? '', servedFrom ?? ''].map(withoutFinalDot);
}
