import { elect } from '../../src/registry/election.ts';

/** An entry of the model's small world. */
export interface ModelEntry {
  readonly identifier: string;
  readonly displayName: string;
  readonly type: string;
  readonly url: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly version?: string;
  readonly metadata: { readonly region: string; readonly level: number };
}

/** Who answers for an identifier, and with what. */
export interface Answering {
  readonly key: string;
  readonly entry: ModelEntry;
  readonly source: string;
  readonly firstSeen: number;
  /** Whether the source is one that answers no more. */
  readonly silent: boolean;
}

/** The sources there may be, and who served each: nobody where an operator imports it. */
export const SERVED_FROM: Readonly<Record<string, string | undefined>> = {
  a: undefined,
  b: 'elsewhere.test',
  c: 'example.com',
};

interface Claim {
  readonly entry: ModelEntry;
  readonly firstSeen: number;
  readonly live: boolean;
}

interface ModelSource {
  readonly generation: number;
  readonly text: string;
  readonly removed: boolean;
  /** Since when it answers no more, epoch milliseconds. */
  readonly silentSince: number | null;
  readonly claims: ReadonlyMap<string, Claim>;
}

/** What an import should report. */
export interface ExpectedImport {
  readonly generation: number;
  readonly changed: boolean;
  readonly entries: Readonly<
    Record<'added' | 'updated' | 'unchanged' | 'orphaned' | 'shadowed' | 'rejected', number>
  >;
}

export const keyOf = (entry: ModelEntry): string => entry.identifier.replace(/^urn:ai:/, 'urn:air:');

/** What a registry should know after a series of imports and removals, told in plain maps. */
export class RegistryModel {
  readonly #sources = new Map<string, ModelSource>();
  #answering: ReadonlyMap<string, Answering> = new Map();
  /** Elections that changed so far. */
  seq = 0;

  /** The elected entries by key, in code unit order. */
  get answering(): ReadonlyMap<string, Answering> {
    return this.#answering;
  }

  get sourceNames(): readonly string[] {
    return [...this.#sources]
      .filter(([, source]) => !source.removed)
      .map(([name]) => name)
      .sort();
  }

  /** `entries` may hold an identifier twice, and `null` for an entry that is none. Undefined: a conflict. */
  import(
    name: string,
    text: string,
    entries: readonly (ModelEntry | null)[],
    allowEmpty: boolean,
    now: number,
  ): ExpectedImport | undefined {
    const before = this.#sources.get(name);
    const claims = new Map(before?.removed === false ? before.claims : []);
    const accepted = new Map<string, ModelEntry>();
    for (const entry of entries) {
      if (entry !== null && !accepted.has(keyOf(entry))) accepted.set(keyOf(entry), entry);
    }
    const live = [...claims].filter(([, claim]) => claim.live);
    const rejected = entries.length - accepted.size;
    if (before?.removed === false && before.text === text) {
      this.#sources.set(name, { ...before, silentSince: null });
      this.#elect();
      const shadowed = this.#shadowedOf(name);
      const entries = { added: 0, updated: 0, unchanged: live.length, orphaned: 0, shadowed, rejected };
      return { generation: before.generation, changed: false, entries };
    }
    if (live.length > 0 && accepted.size === 0 && !allowEmpty) return undefined;
    const counts = { added: 0, updated: 0, unchanged: 0, orphaned: 0 };
    for (const [key, entry] of accepted) {
      const claim = claims.get(key);
      if (claim === undefined || !claim.live) counts.added++;
      else if (canonical(claim.entry) === canonical(entry)) counts.unchanged++;
      else counts.updated++;
      claims.set(key, { entry, firstSeen: claim?.firstSeen ?? now, live: true });
    }
    for (const [key, claim] of live) {
      if (accepted.has(key)) continue;
      counts.orphaned++;
      claims.set(key, { ...claim, live: false });
    }
    const generation = (before?.generation ?? 0) + 1;
    this.#sources.set(name, { generation, text, removed: false, silentSince: null, claims });
    this.#elect();
    return { generation, changed: true, entries: { ...counts, shadowed: this.#shadowedOf(name), rejected } };
  }

  /** False when there is no such source. What an operator imported is never silent. */
  silence(name: string, since: number | null): boolean {
    const source = this.#sources.get(name);
    if (source === undefined || source.removed) return false;
    if (SERVED_FROM[name] !== undefined) this.#sources.set(name, { ...source, silentSince: since });
    this.#elect();
    return true;
  }

  /** Entries that left with the source; undefined when there is none. */
  remove(name: string): number | undefined {
    const source = this.#sources.get(name);
    if (source === undefined || source.removed) return undefined;
    this.#sources.set(name, { ...source, removed: true, claims: new Map() });
    this.#elect();
    return [...source.claims.values()].filter((claim) => claim.live).length;
  }

  #shadowedOf(name: string): number {
    const claims = this.#sources.get(name)?.claims ?? new Map<string, Claim>();
    return [...claims].filter(([key, claim]) => claim.live && this.#answering.get(key)?.source !== name)
      .length;
  }

  #elect(): void {
    const candidates = new Map<string, (Answering & { readonly silentSince: number | null })[]>();
    for (const [source, { claims, silentSince }] of this.#sources) {
      for (const [key, { entry, firstSeen, live }] of claims) {
        if (!live) continue;
        const others = candidates.get(key) ?? [];
        const silent = silentSince !== null;
        candidates.set(key, [...others, { key, entry, source, firstSeen, silent, silentSince }]);
      }
    }
    const winners = new Map<string, Answering>();
    for (const key of [...candidates.keys()].sort()) {
      const [first, ...rest] = (candidates.get(key) ?? []).map((one) => ({
        ...one,
        kind: SERVED_FROM[one.source] === undefined ? ('operator' as const) : ('crawled' as const),
        servedFrom: SERVED_FROM[one.source] ?? null,
        publisher: 'example.com',
      }));
      if (first === undefined) continue;
      const { entry, source, firstSeen, silent } = elect([first, ...rest]);
      winners.set(key, { key, entry, source, firstSeen, silent });
    }
    for (const key of new Set([...winners.keys(), ...this.#answering.keys()])) {
      const [was, is] = [this.#answering.get(key), winners.get(key)];
      const isHeld = was?.source === is?.source && was?.silent === is?.silent;
      const same = isHeld && canonical(was?.entry) === canonical(is?.entry);
      if (!same) this.seq++;
    }
    this.#answering = winners;
  }
}

/** Model entries are written with their members in one order, so their text tells them apart. */
function canonical(entry: ModelEntry | undefined): string {
  return JSON.stringify(entry) ?? '';
}
