import { createCatalog } from '../../src/forage/forage.ts';
import type { OperationInput } from '../../src/forage/operation.ts';
import type { JsonObject } from '../../src/model/entry.ts';

/** What is published under one name of a revision. */
export interface ModelRevision {
  readonly catalog: string;
  readonly revision: string;
  readonly title: string | undefined;
  readonly publisher: string | undefined;
  readonly operations: readonly OperationInput[];
  readonly stamp: string;
}

/** Who answers for an identifier, and with what. */
export interface ModelEntry {
  readonly key: string;
  /** As it is stored: without an address, where a catalog published it. */
  readonly entry: JsonObject & { readonly identifier: string };
  readonly firstSeen: number;
}

interface Claim extends ModelEntry {
  readonly live: boolean;
}

interface ModelCatalog {
  readonly revisions: Map<string, ModelRevision>;
  active: string | null;
}

/** What a registry should know after publications, activations and imports, told in plain maps. */
export class CatalogModel {
  readonly catalogs = new Map<string, ModelCatalog>();
  /** By name among the sources, then by key. */
  readonly #claims = new Map<string, Map<string, Claim>>();
  readonly #texts = new Map<string, string>();

  /** True when it is new, false when exactly this is there, undefined for a conflict. */
  publish(revision: Omit<ModelRevision, 'stamp'>): boolean | undefined {
    const { stamp } = stampOf(revision);
    const catalog = this.catalogs.get(revision.catalog) ?? { revisions: new Map(), active: null };
    const found = catalog.revisions.get(revision.revision);
    if (found !== undefined) {
      const same =
        found.stamp === stamp && found.title === revision.title && found.publisher === revision.publisher;
      return same ? false : undefined;
    }
    this.catalogs.set(revision.catalog, catalog);
    catalog.revisions.set(revision.revision, { ...revision, stamp });
    return true;
  }

  find(catalog: string, revision: string): ModelRevision | undefined {
    return this.catalogs.get(catalog)?.revisions.get(revision);
  }

  /** The revision is there. */
  activate(name: string, revision: string | null, now: number): void {
    const catalog = this.catalogs.get(name)!;
    if (catalog.active === revision) return;
    catalog.active = revision;
    const entries = revision === null ? [] : entriesOf(catalog.revisions.get(revision)!);
    this.#replace(`catalog:${name}`, entries, now);
  }

  import(source: string, text: string, entries: readonly ModelEntry['entry'][], now: number): void {
    if (this.#texts.get(source) === text) return;
    this.#texts.set(source, text);
    this.#replace(source, entries, now);
  }

  /** False when there is no such source. */
  remove(source: string): boolean {
    this.#claims.delete(source);
    return this.#texts.delete(source);
  }

  /** The entries that answer, by key in code unit order: the earliest claim, then the name of the source. */
  get answering(): readonly ModelEntry[] {
    const winners = new Map<string, Claim>();
    for (const [, claims] of [...this.#claims].sort(([a], [b]) => (a < b ? -1 : 1))) {
      for (const claim of claims.values()) {
        const best = winners.get(claim.key);
        if (claim.live && (best === undefined || claim.firstSeen < best.firstSeen))
          winners.set(claim.key, claim);
      }
    }
    return [...winners.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  #replace(source: string, entries: readonly ModelEntry['entry'][], now: number): void {
    const claims = this.#claims.get(source) ?? new Map<string, Claim>();
    for (const [key, claim] of claims) claims.set(key, { ...claim, live: false });
    for (const entry of entries) {
      const key = entry.identifier;
      claims.set(key, { key, entry, firstSeen: claims.get(key)?.firstSeen ?? now, live: true });
    }
    this.#claims.set(source, claims);
  }
}

function stampOf({ revision, operations }: Omit<ModelRevision, 'stamp'>): { readonly stamp: string } {
  return { stamp: createCatalog({ revision, operations }).stamp() };
}

function entriesOf(about: ModelRevision): ModelEntry['entry'][] {
  const { catalog, revision, title, publisher = 'agent.localhost', operations, stamp } = about;
  const named = { catalog, revision, stamp };
  const namespaces = new Set(operations.map(({ path }) => path.split('.')[0] ?? '').sort());
  return [
    {
      identifier: `urn:air:${publisher}:${catalog}`,
      displayName: title ?? catalog,
      type: 'application/vnd.forage.catalog+json',
      ...(namespaces.size === 0 ? {} : { capabilities: [...namespaces] }),
      metadata: { ...named, operations: operations.length, textOrigin: 'owner' },
    },
    ...operations.map(({ path, effect, description = '', tags }) => ({
      identifier: `urn:air:${publisher}:${catalog}:${path}`,
      displayName: path,
      type: 'application/vnd.forage.operation+json',
      description,
      ...(tags === undefined ? {} : { tags }),
      metadata: { ...named, namespace: path.split('.')[0] ?? '', path, effect, textOrigin: 'owner' },
    })),
  ];
}
