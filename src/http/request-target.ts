import type { IncomingMessage } from 'node:http';
import { invalidArgument } from '../errors.ts';
import { quote } from '../model/quote.ts';

/**
 * The target that the router gets to see. Two spellings would bypass every hook if they reached it: the
 * absolute form (`GET http://host/path`), and broken percent-encoding, which is escaped here so that the route
 * can refuse it by its own rule. A third, `*`, would be taken for `/`. `request.originalUrl` keeps what came in.
 */
export function normaliseTarget(request: Pick<IncomingMessage, 'url'>): string {
  if (request.url === '*') return '/*';
  const target = originForm(request.url ?? '/');
  const path = pathOf(target);
  return isDecodable(path) ? target : path.replaceAll('%', '%25') + target.slice(path.length);
}

/** The part before the query. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

/**
 * Refuses a path whose percent-encoding is broken: it reaches the router escaped, and a route whose parameter may be
 * nearly any text would take it for that text. Errors: INVALID_ARGUMENT.
 */
export function assertDecodable(target: string): void {
  const path = pathOf(originForm(target));
  if (isDecodable(path)) return;
  throw invalidArgument(`the path ${quote(path)} is not well-formed percent-encoded UTF-8`);
}

/** Strips scheme and authority from an absolute target. */
export function originForm(target: string): string {
  const prefix = ABSOLUTE.exec(target)?.[0];
  if (prefix === undefined) return target;
  const rest = target.slice(prefix.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The host of an absolute target, which stands above the Host header; undefined for every other target. */
export function findAuthority(target: string): string | undefined {
  return ABSOLUTE.exec(target)?.[1];
}

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
