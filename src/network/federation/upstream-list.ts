import { LarderError } from '../../errors.ts';
import { type Entry, isJsonObject, member } from '../../model/entry.ts';
import { canonicalMediaType } from '../../model/media-type.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Asking } from './ask-upstream.ts';
import { referralTo } from './referral.ts';
import { Upstream, type UpstreamHealth } from './upstream.ts';
import { addressKey, findBase, type UpstreamName } from './upstream-address.ts';

const REGISTRY_TYPE = 'application/ai-registry+json';

/** An upstream that can be asked, and the entry by which it is named to callers. */
export interface KnownUpstream {
  readonly upstream: Upstream;
  readonly identifier: string | null;
  readonly referral: Entry;
}

/**
 * The registries that the operator named. Those named by an entry are looked up anew whenever the index has changed, so
 * an entry that appears, moves or goes is followed; what is known of their health stays.
 */
export class UpstreamList {
  readonly #names: readonly UpstreamName[];
  readonly #registry: Pick<Registry, 'seq' | 'retrieve'>;
  readonly #asking: Asking;
  readonly #now: () => number;
  readonly #upstreams = new Map<string, Upstream>();
  #seq = -1;
  #known: readonly KnownUpstream[] = [];

  constructor(
    names: readonly UpstreamName[],
    {
      registry,
      asking,
      now,
    }: {
      readonly registry: Pick<Registry, 'seq' | 'retrieve'>;
      readonly asking: Asking;
      readonly now: () => number;
    },
  ) {
    this.#names = names;
    this.#registry = registry;
    this.#asking = asking;
    this.#now = now;
  }

  /** Each registry once, in the operator's order, without ourselves. */
  async list(): Promise<readonly KnownUpstream[]> {
    const { seq } = this.#registry;
    if (seq === this.#seq) return this.#known;
    const known: KnownUpstream[] = [];
    const seen = new Set([addressKey(this.#asking.publicUrl)]);
    for (const name of this.#names) {
      const found =
        name.by === 'address' ? { base: name.base, entry: undefined } : await this.#find(name.key);
      if (found === undefined || seen.has(addressKey(found.base))) continue;
      seen.add(addressKey(found.base));
      known.push({
        upstream: this.#open(found.base),
        identifier: found.entry?.identifier ?? null,
        referral: found.entry ?? referralTo(found.base),
      });
    }
    this.#known = known;
    this.#seq = seq;
    return known;
  }

  async health(): Promise<readonly UpstreamHealth[]> {
    return (await this.list()).map(({ upstream, identifier }) => ({ ...upstream.health(), identifier }));
  }

  /** The entry with this identifier and the base address in it; undefined while there is none that describes a registry. */
  async #find(key: string): Promise<{ readonly base: string; readonly entry: Entry } | undefined> {
    let entry: Entry;
    try {
      entry = (await this.#registry.retrieve(key)).entry;
    } catch (error) {
      if (error instanceof LarderError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
    if (canonicalMediaType(entry.type) !== REGISTRY_TYPE) return undefined;
    const base = findBase(addressIn(entry));
    return base === undefined ? undefined : { base, entry };
  }

  #open(base: string): Upstream {
    const upstream = this.#upstreams.get(base) ?? new Upstream(base, this.#asking, this.#now);
    this.#upstreams.set(base, upstream);
    return upstream;
  }
}

/** `metadata.baseUrl`, by which registries say it outright, or else `url`. */
function addressIn(entry: Entry): string {
  const metadata = member(entry, 'metadata');
  const stated = isJsonObject(metadata) ? member(metadata, 'baseUrl') : undefined;
  const url = member(entry, 'url');
  return typeof stated === 'string' ? stated : typeof url === 'string' ? url : '';
}
