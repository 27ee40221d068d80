import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long an answer that names exactly what it is of may be served from a cache before asking again, in seconds. */
export const EXACT_MAX_AGE_S = 60;
/** For an answer that follows something which may change at any moment: it is kept, and asked after each time. */
export const ALWAYS_ASK_S = 0;

/** A named revision never changes; the active one is another after the next activation. */
export function maxAgeOf(revision: string | undefined): number {
  return revision === undefined ? ALWAYS_ASK_S : EXACT_MAX_AGE_S;
}

/** Which version of what its address names an answer is. */
export interface Version {
  /** Changes with the answer; without quotes. */
  readonly tag: string;
  readonly maxAgeS: number;
  /** Where questions need a key, no cache that several share may keep the answer. */
  readonly openReads: boolean;
}

/** Sets the headers of an answer that has a version. True when the caller has that version, and 304 is the answer. */
export function isKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, maxAgeS, openReads }: Version,
): boolean {
  const etag = `"${tag}"`;
  const shared = openReads && request.headers.authorization === undefined;
  const age = maxAgeS === ALWAYS_ASK_S ? 'no-cache' : `max-age=${maxAgeS}`;
  reply.header('etag', etag);
  reply.header('cache-control', `${shared ? 'public' : 'private'}, ${age}`);
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'authorization' : `${vary}, authorization`);
  return matches(request.headers['if-none-match'], etag);
}

/** `If-None-Match`: `*`, or a list of which one is ours by weak comparison (RFC 9110 section 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
