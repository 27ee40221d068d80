import { createHash } from 'node:crypto';

/** Hex digits of the address's SHA-256 that keep two documents of one host apart. */
const HASH_DIGITS = 12;
/** Names of sources have at most 63 characters; the hash and its hyphen take 13. */
const MAX_SLUG_LENGTH = 63 - HASH_DIGITS - 1;

/** The source of a crawled document: its host, made a slug, and a digest of its address. */
export function sourceNameOf(url: string): string {
  const hash = createHash('sha256').update(url).digest('hex').slice(0, HASH_DIGITS);
  const slug = new URL(url).host
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(-MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? hash : `${slug}-${hash}`;
}
