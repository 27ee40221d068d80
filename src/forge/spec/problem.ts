/** Something that a check found in a spec. Errors keep it from being served, warnings do not. */
export interface Problem {
  readonly level: 'error' | 'warning';
  /** Stable, for machines: `unknown-key`, `param-unused`. */
  readonly code: string;
  /** JSON Pointer (RFC 6901) into the spec; what it names is there, or its parent is. */
  readonly pointer: string;
  /** What is wrong and what would be right. Shows no value of a variable. */
  readonly message: string;
}
