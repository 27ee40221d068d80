import type { AcceptedEntry } from '../model/accepted-entry.ts';
import type { SourceStatus } from '../model/source-status.ts';
import type { TrustResult } from '../model/trust.ts';
import type { Verdict } from '../model/verdict.ts';
import type { CatalogStore } from './catalog-store.ts';

/**
 * The store: SQLite's truth, offered as whole use cases. Each write is one transaction, fully old or fully
 * new, and durable when its promise resolves. No transaction object, statement or open iterator leaves.
 * Times are epoch milliseconds; digests are lower-case hex SHA-256.
 */
export interface Store extends CatalogStore {
  /**
   * Commits one generation of a source: membership, verdicts, election and `changes` in one transaction.
   * The same `digest`, read the same way, as the source's current generation changes nothing but `lastSeen`
   * and that it was silent.
   * Errors: CONFLICT when the generation would empty a source that has live entries and `allowEmpty` is false.
   */
  commitGeneration(generation: Generation): Promise<GenerationOutcome>;
  /**
   * Records what was found out about entries of a source after they were committed; elections follow. Identifiers that the
   * source does not have live are passed over. Errors: NOT_FOUND without the source.
   */
  recordTrust(source: string, results: ReadonlyMap<string, TrustResult>, now: number): Promise<TrustOutcome>;
  /**
   * Records since when a crawled source answers no more, or with null that it does again; elections of its entries follow. A
   * source of an operator stays as it is. Errors: NOT_FOUND without the source.
   */
  recordSilence(source: string, since: number | null, now: number): Promise<SilenceOutcome>;
  /** Takes a source out; its entries leave, shadowed ones take over. Errors: NOT_FOUND. */
  removeSource(name: string, now: number): Promise<RemovalOutcome>;

  /** Those that are manifests, by name. */
  listSources(): Promise<readonly SourceSummary[]>;
  /** The source with the verdicts of its current generation. Errors: NOT_FOUND. */
  getSource(name: string): Promise<SourceDetail>;

  /** The elected entry of a normalised identifier. */
  findEntry(key: string): Promise<StoredEntry | undefined>;
  /** Rows of immutable versions, in the order asked for. Errors: INTERNAL_ERROR for an unknown row. */
  readVersions(versionIds: readonly number[]): Promise<readonly StoredVersion[]>;

  /** The newest `changes.seq` (0 in an empty store). */
  currentSeq(): Promise<number>;
  /** All elected entries as of one seq, for building an index. `visit` is called with bounded batches. */
  readElected(
    visit: (batch: readonly ElectedEntry[]) => void | Promise<void>,
  ): Promise<{ readonly seq: number }>;
  /** The committed changes with `seq` above `after`, oldest first, at most `limit`; one row an identifier change. */
  readChanges(after: number, limit: number): Promise<readonly StoredChange[]>;

  /**
   * Names the course of this database up to a change, 32 bytes: another database, or another course of this one (after
   * a restore from a backup), gives another mark. Undefined for a change that the database does not have.
   */
  markHistory(seq: number): Promise<Uint8Array | undefined>;

  createKey(key: NewKey): Promise<KeyRecord>;
  findKey(digest: string): Promise<KeyRecord | undefined>;
  listKeys(): Promise<readonly KeyRecord[]>;
  /** Errors: NOT_FOUND. */
  revokeKey(id: string, now: number): Promise<KeyRecord>;

  /** The 32-byte secret that signs page tokens; made once, kept in the database. */
  tokenSecret(): Promise<Uint8Array>;
  /** Throws UNAVAILABLE when a write cannot be made durable right now (full or read-only disk). */
  checkWritable(): Promise<void>;
  /** `PRAGMA integrity_check`, foreign keys, and our own invariants; the list is empty when all is well. */
  checkIntegrity(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export type SourceKind = 'operator' | 'crawled';
/** A catalog takes part in elections beside the sources that are manifests. */
export type CandidateKind = SourceKind | 'catalog';

/** A source's claim to an identifier: what an election knows. */
export interface Candidate {
  readonly source: string;
  readonly kind: CandidateKind;
  /** Domain that served the source, when crawled. */
  readonly servedFrom: string | null;
  /** Publisher domain of the identifier, lower case. */
  readonly publisher: string;
  /** When the identifier was first seen from this source, epoch milliseconds. */
  readonly firstSeen: number;
  /** Since when the source answers no more, epoch milliseconds; null while it does. */
  readonly silentSince: number | null;
}

/** Picks the one candidate that answers for an identifier: pure, and independent of their order. */
export type Elect = <T extends Candidate>(candidates: readonly [T, ...T[]]) => T;

export interface Generation {
  readonly source: string;
  readonly kind: SourceKind;
  /** Where the text came from, for people: a path, `-`, or `http`. Never holds credentials. */
  readonly origin: string;
  /** Domain that served it, when crawled. */
  readonly servedFrom: string | null;
  /** Digest of the manifest text. */
  readonly digest: string;
  readonly entries: readonly AcceptedEntry[];
  readonly verdicts: readonly Verdict[];
  readonly allowEmpty: boolean;
  readonly now: number;
}

export interface GenerationOutcome {
  readonly generation: number;
  /** True when there was no such source, or it had been removed. */
  readonly created: boolean;
  /** False when the current generation says the same already. */
  readonly changed: boolean;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly orphaned: number;
  /** Entries of this source that another source holds the election for. */
  readonly shadowed: number;
  /** The seq after the commit, and what the index must apply to get there. */
  readonly seq: number;
  readonly changes: readonly ElectionChange[];
}

/** What the index must apply after trust changed. */
export interface TrustOutcome {
  readonly changed: number;
  readonly seq: number;
  readonly changes: readonly ElectionChange[];
}

/** What the index must apply after a source fell silent, or answered again. */
export interface SilenceOutcome {
  readonly seq: number;
  readonly changes: readonly ElectionChange[];
}

export interface RemovalOutcome {
  readonly orphaned: number;
  readonly seq: number;
  readonly changes: readonly ElectionChange[];
}

/** The elected entry of `key` became `entry`, or there is none any more. */
export interface ElectionChange {
  readonly key: string;
  readonly entry: ElectedEntry | null;
}
export interface StoredChange extends ElectionChange {
  readonly seq: number;
}

export interface ElectedEntry {
  readonly key: string;
  readonly versionId: number;
  readonly json: string;
  readonly firstSeen: number;
  readonly trust: TrustResult;
  readonly status: SourceStatus;
}

export interface StoredVersion {
  readonly versionId: number;
  readonly key: string;
  readonly json: string;
  readonly digest: string;
}

export interface StoredEntry extends StoredVersion {
  readonly trust: TrustResult;
  readonly source: string;
  readonly firstSeen: number;
  readonly lastSeen: number;
}

export interface SourceSummary {
  readonly name: string;
  readonly kind: SourceKind;
  readonly origin: string;
  readonly servedFrom: string | null;
  readonly generation: number;
  readonly digest: string;
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** Since when it answers no more; null while it does, and where an operator imported it. */
  readonly silentSince: number | null;
  /** Live entries of the source, those it holds the election for, and those shadowed by another source. */
  readonly entries: number;
  readonly elected: number;
  readonly shadowed: number;
  readonly verdicts: { readonly ok: number; readonly warning: number; readonly error: number };
}

export interface SourceDetail extends SourceSummary {
  readonly entryVerdicts: readonly (Verdict & { readonly shadowed: boolean })[];
}

export type Scope = 'read' | 'publish' | 'admin';

export interface NewKey {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  /** SHA-256 of the key; the key itself is never stored. */
  readonly digest: string;
  readonly now: number;
}
export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}
