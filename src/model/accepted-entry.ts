import type { TrustResult } from './trust.ts';

/** One entry that intake accepted, as the store keeps it. */
export interface AcceptedEntry {
  /** Normalised identifier, the primary key (`urn:ai:` spelled `urn:air:`). */
  readonly key: string;
  /** Canonical JSON (RFC 8785) of the entry as published; `type` is filled in where only `mediaType` was. */
  readonly json: string;
  /** Lower-case hex SHA-256 of `json`. */
  readonly digest: string;
  /** Publisher domain from the identifier, lower case. */
  readonly publisher: string;
  /** Who stands behind it; nothing is known where it is absent. */
  readonly trust?: TrustResult;
}
