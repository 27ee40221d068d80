/** An ARD identifier taken apart (v0.91 appendix C). */
export interface Identifier {
  /** The primary key: `urn:air:` and everything after the NID exactly as published. */
  readonly key: string;
  /** The first segment, lower case: the domain that answers for the name. */
  readonly publisher: string;
  /** The segments after the publisher, at least one. */
  readonly path: readonly string[];
  /** Published with the older `urn:ai:` spelling. */
  readonly legacy: boolean;
}

/** Longest identifier taken, in characters; anything longer is no name. */
export const MAX_IDENTIFIER_LENGTH = 1_024;

/** Scheme and NID are case-insensitive (RFC 8141); what follows is exact. */
const PREFIX = /^urn:(air|ai):/i;
const PUBLISHER = /^[A-Za-z0-9.-]+$/;
const SEGMENT = /^[A-Za-z0-9._-]+$/;

/**
 * Parses `urn:air:<publisher>:<name>…` or its `urn:ai:` spelling; both give the same key. Undefined when the
 * text is no ARD identifier.
 */
export function parseIdentifier(text: string): Identifier | undefined {
  if (text.length > MAX_IDENTIFIER_LENGTH) return undefined;
  const prefix = PREFIX.exec(text);
  if (prefix === null) return undefined;
  const rest = text.slice(prefix[0].length);
  const [publisher = '', ...path] = rest.split(':');
  if (!PUBLISHER.test(publisher) || path.length === 0) return undefined;
  if (!path.every((segment) => SEGMENT.test(segment))) return undefined;
  return {
    key: `urn:air:${rest}`,
    publisher: publisher.toLowerCase(),
    path,
    legacy: prefix[1]?.toLowerCase() === 'ai',
  };
}
