/** RFC 9110 section 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

export function isHeaderName(name: string): boolean {
  return TOKEN.test(name);
}

/** Headers that belong to whoever sends the request, in lower case, by what they steer. */
const RESERVED: ReadonlySet<string> = new Set([
  // Transport (RFC 9110, RFC 9112, RFC 9113), and what the call shape already says.
  ...['accept', 'accept-charset', 'accept-encoding', 'alt-svc', 'connection', 'content-encoding'],
  ...['content-length', 'content-location', 'content-range', 'content-type', 'date', 'expect', 'host'],
  ...['http2-settings', 'keep-alive', 'origin', 'range', 'referer', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'user-agent', 'via', 'max-forwards', 'early-data'],
  // Forwarding.
  ...['forwarded', 'true-client-ip', 'cf-connecting-ip', 'fastly-client-ip', 'client-ip', 'x-client-ip'],
  ...['x-cluster-client-ip', 'x-real-ip', 'x-original-url', 'x-original-host', 'x-rewrite-url', 'x-host'],
  // Credentials.
  ...['authorization', 'authentication-info', 'cookie', 'cookie2', 'set-cookie', 'set-cookie2'],
  ...['www-authenticate', 'api-key', 'apikey', 'x-api-key', 'x-apikey', 'x-api-token', 'x-auth-token'],
  ...['x-access-token', 'x-authorization', 'x-csrf-token', 'x-xsrf-token', 'dpop', 'signature'],
  ...['signature-input'],
  // Method override.
  ...['x-http-method', 'x-http-method-override', 'x-method-override'],
]);

const RESERVED_PREFIXES = ['proxy-', 'sec-', 'x-forwarded-', 'access-control-', ':'];

/** True for transport, forwarding, credential and method-override headers, in any case. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return RESERVED.has(lower) || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix));
}
