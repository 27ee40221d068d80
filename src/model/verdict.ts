/** How bad a finding is. An entry's verdict is its worst finding, `ok` without any. */
export type VerdictLevel = 'ok' | 'warning' | 'error';

/** One thing that is wrong with an entry, and what would be right. */
export interface Finding {
  readonly level: 'warning' | 'error';
  /** A stable kebab-case name, e.g. `identifier-syntax`. */
  readonly rule: string;
  /** JSON Pointer (RFC 6901) into the manifest document, e.g. `/entries/3/url`. */
  readonly pointer: string;
  /** What is wrong, and what would be right, in one or two sentences. */
  readonly message: string;
}

/** What became of one entry of a manifest. Entries with level `error` are not indexed. */
export interface Verdict {
  /** JSON Pointer of the entry in the manifest, e.g. `/entries/0` or `/entries/2/data/entries/1`. */
  readonly pointer: string;
  /** The identifier as published, where there is a string. */
  readonly identifier: string | null;
  readonly level: VerdictLevel;
  readonly findings: readonly Finding[];
}
