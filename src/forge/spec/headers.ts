import { isHeaderName } from '../../intake/openapi/header-names.ts';

/** What the connection, the body or `user_agent` decides, in lower case. */
const TRANSPORT: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'content-type', 'expect', 'host', 'http2-settings', 'keep-alive'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'user-agent', 'accept-encoding', 'content-encoding'],
]);

/** Names under which credentials travel, in lower case. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  ...['authorization', 'cookie', 'api-key', 'apikey', 'x-api-key', 'x-apikey', 'x-api-token'],
  ...['x-auth-token', 'x-access-token', 'x-authorization'],
]);

/** Why a header may not carry a constant of the file; undefined when it may. */
export function findConstantHeaderFault(name: string, value: string): string | undefined {
  const lower = name.toLowerCase();
  const fault = findHeaderNameFault(name);
  if (fault !== undefined) return fault;
  if (CREDENTIALS.has(lower)) {
    return 'carries a credential, which is never written into a spec; name its variable in `auth`';
  }
  if (value.includes('${')) {
    return 'is sent as written, without variables; a credential goes into `auth`';
  }
  return isHeaderValue(value) ? undefined : `has a value that no header can carry; ${HEADER_VALUE_RULE}`;
}

/** True for names that vendors give to the headers of their credentials; others have them too, such as Idempotency-Key. */
export function soundsLikeCredential(name: string): boolean {
  return /(?:^|[-_])(?:token|secret|password|key|auth|credentials?|session)$/i.test(name);
}

/** Why no spec may set a header of this name; undefined when one may. */
export function findHeaderNameFault(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (!isHeaderName(name)) return 'is not the name of a header';
  if (lower === 'user-agent') return 'is set by `user_agent`';
  if (lower === 'content-type') return 'is set by `content_type` of a request';
  if (TRANSPORT.has(lower) || lower.startsWith('proxy-')) return 'belongs to whoever sends the request';
  return undefined;
}

/** What `isHeaderValue` takes, for messages. */
export const HEADER_VALUE_RULE = 'it takes printable ASCII without white space at the ends';

/**
 * True for values that arrive as they are sent: printable ASCII. Line breaks would add headers; other bytes are
 * read differently from server to server; white space at the ends is stripped on the way.
 */
export function isHeaderValue(value: string): boolean {
  return /^[\x20-\x7e\t]*$/.test(value) && value.trim() === value;
}
